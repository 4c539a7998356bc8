// SPDX-License-Identifier: Apache-2.0

/// An instant of a property list.
package struct DataDate: Sendable, Equatable {
  /// Counted from 2001-01-01T00:00:00Z as property lists do, so that a binary one comes back exact.
  package let secondsSince2001: Double

  /// An instant of the years 0 to 9999, which are all that the text can say.
  package init?(secondsSince2001: Double) {
    guard Self.text(of: secondsSince2001) != nil else { return nil }
    self.secondsSince2001 = secondsSince2001
  }

  /// Reads `2026-05-31T08:00:00Z`, the one form that property lists have.
  package init?(text: String) {
    guard let seconds = Self.seconds(of: text) else { return nil }
    secondsSince2001 = seconds
  }

  /// The one form that property lists have, without the fraction of a second.
  package var text: String { Self.text(of: secondsSince2001) ?? "" }

  package var secondsSince1970: Double { secondsSince2001 + 978_307_200 }
}
