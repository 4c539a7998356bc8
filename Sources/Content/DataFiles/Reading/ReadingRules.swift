// SPDX-License-Identifier: Apache-2.0

/// Parser options: size limits, and extensions of the strict format that are allowed.
package struct ReadingRules: Sendable, Equatable {
  package var limits = DataLimits()

  /// Whether NaN and the infinities are allowed, which JSON output cannot express.
  package var allowsNonFiniteNumbers = true

  /// Whether a repeated key is allowed, and its last member wins.
  package var allowsRepeatedKeys = false

  package init() {}

  /// The rules for documents: every number is finite.
  package static var documents: ReadingRules {
    var rules = ReadingRules()
    rules.allowsNonFiniteNumbers = false
    return rules
  }

  /// The rules for translation files, which translators' tools write.
  package static var texts: ReadingRules {
    var rules = ReadingRules.documents
    rules.allowsRepeatedKeys = true
    return rules
  }

  /// Returns a dictionary of the members under these rules.
  func dictionary(
    _ members: [DataDictionary.Member]
  ) throws(DataFileError) -> DataDictionary {
    allowsRepeatedKeys ? DataDictionary(lastOf: members) : try DataDictionary(members)
  }

  /// Refuses NaN and infinities, unless they are allowed.
  func admit(
    _ decimal: DataDecimal,
    at position: SourcePosition
  ) throws(DataFileError) -> DataDecimal {
    guard allowsNonFiniteNumbers || decimal.isFinite else {
      throw DataFileError(
        .unsupported,
        at: position,
        seen: decimal.text,
        expected: "a finite number"
      )
    }
    return decimal
  }
}
