// SPDX-License-Identifier: Apache-2.0

/// An instant of a property list.
package struct DataDate: Sendable, Equatable {
  /// Seconds since 2001-01-01T00:00:00Z, the epoch of property lists, so that a binary date is kept
  /// exactly.
  package let secondsSince2001: Double

  /// Accepts the years 0 to 9999, which the text form can express.
  package init?(secondsSince2001: Double) {
    guard Self.text(of: secondsSince2001) != nil else { return nil }
    self.secondsSince2001 = secondsSince2001
  }

  /// Parses `2026-05-31T08:00:00Z`, the only form in property lists.
  package init?(text: String) {
    guard let seconds = Self.seconds(of: text) else { return nil }
    secondsSince2001 = seconds
  }

  /// The form of property lists, in whole seconds.
  package var text: String { Self.text(of: secondsSince2001) ?? "" }

  package var secondsSince1970: Double { secondsSince2001 + 978_307_200 }
}
