// SPDX-License-Identifier: Apache-2.0

/// What a reader lets pass.
package struct ReadingRules: Sendable, Equatable {
  package var limits = DataLimits()

  /// Whether NaN and the infinities are numbers; what leaves as JSON cannot say them.
  package var allowsNonFiniteNumbers = true

  /// Whether the last of several members with one key wins; otherwise they are an error.
  package var allowsRepeatedKeys = false

  package init() {}

  /// What holds for documents: every number is finite.
  package static var documents: ReadingRules {
    var rules = ReadingRules()
    rules.allowsNonFiniteNumbers = false
    return rules
  }

  /// Rules for files of texts, which translators' tools write.
  package static var texts: ReadingRules {
    var rules = ReadingRules.documents
    rules.allowsRepeatedKeys = true
    return rules
  }

  /// The dictionary of members as they were read.
  func dictionary(
    _ members: [DataDictionary.Member]
  ) throws(DataFileError) -> DataDictionary {
    allowsRepeatedKeys ? DataDictionary(lastOf: members) : try DataDictionary(members)
  }

  /// Refuses a number that is none if the rules say so.
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
