// SPDX-License-Identifier: Apache-2.0

/// An instant of a property list, with the text it was written as.
package struct DataDate: Sendable {
  /// Counted from 2001-01-01T00:00:00Z as property lists do, so that a binary one comes back exact.
  package let secondsSince2001: Double
  package let text: String

  package init?(secondsSince2001: Double) {
    guard secondsSince2001.isFinite, let text = Self.text(of: secondsSince2001) else { return nil }
    self.secondsSince2001 = secondsSince2001
    self.text = text
  }

  /// Reads `2026-05-31T08:00:00Z`, the one form that property lists have.
  package init?(text: String) {
    guard let seconds = Self.seconds(of: text) else { return nil }
    secondsSince2001 = seconds
    self.text = text
  }

  package var secondsSince1970: Double { secondsSince2001 + 978_307_200 }
}

extension DataDate: Equatable {
  package static func == (first: DataDate, second: DataDate) -> Bool {
    first.secondsSince2001 == second.secondsSince2001
  }
}
