// SPDX-License-Identifier: Apache-2.0

/// The reason why a file cannot be used as a country database.
package struct CountryDatabaseError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Kind: Hashable, Sendable {
    /// The file or memory for it is not available.
    case unavailable
    /// The file is larger than `CountryDatabase.maximumFileBytes`.
    case tooLarge
    /// The file is not a database, or is damaged.
    case malformed
    /// libmaxminddb rejected the database.
    case refused
    /// The database is valid but has no countries.
    case withoutCountries
  }

  package let kind: Kind
  package let file: String
  /// The fault found, as the system or libmaxminddb describes it where they found it.
  package let found: String
  package let expected: String

  init(_ kind: Kind, _ file: String, found: String, expected: String) {
    self.kind = kind
    self.file = file
    self.found = found
    self.expected = expected
  }
}

extension CountryDatabaseError: CustomStringConvertible {
  package var description: String { "\(file): \(found); expected \(expected)" }
}
