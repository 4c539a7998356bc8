// SPDX-License-Identifier: Apache-2.0

/// Why a file cannot be used as a database of countries.
package struct CountryDatabaseError: Error, Hashable, Sendable {
  /// What kind of thing is wrong.
  package enum Kind: Hashable, Sendable {
    /// The system did not give us the file, or no memory for it.
    case unavailable
    /// The file is larger than `CountryDatabase.maximumFileBytes`.
    case tooLarge
    /// The file is no database, or a damaged one.
    case malformed
    /// libmaxminddb refused the database.
    case refused
    /// The database is sound and tells no countries.
    case withoutCountries
  }

  package let kind: Kind
  package let file: String
  /// What was found, in the words of the system or of libmaxminddb where it was theirs to say.
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
