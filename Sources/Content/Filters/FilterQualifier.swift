// SPDX-License-Identifier: Apache-2.0

/// Operator by which a condition compares the value of a key, in lists of documents and of records.
package enum FilterQualifier: String, Sendable, CaseIterable {
  case equal
  case notEqual
  case lessThan
  case lessThanOrEqual
  case greaterThan
  case greaterThanOrEqual
  case beginsWith
  case endsWith
  case contains
  case equalIgnoringCase
  case beginsWithIgnoringCase
  case endsWithIgnoringCase
  case containsIgnoringCase
  case `in`
  case exists
}

extension FilterQualifier {
  /// The words of Core Data, of WebObjects, of records and of predicates as text, in small letters and
  /// without what may stand between them.
  private static let otherWords: [String: FilterQualifier] = [
    "equals": .equal, "equalto": .equal, "=": .equal, "==": .equal,
    "notequals": .notEqual, "notequalto": .notEqual, "!=": .notEqual, "<>": .notEqual,
    "<": .lessThan, "<=": .lessThanOrEqual, "=<": .lessThanOrEqual,
    "less": .lessThan, "lessorequal": .lessThanOrEqual,
    "greater": .greaterThan, "greaterorequal": .greaterThanOrEqual,
    "lessthanorequals": .lessThanOrEqual, "lessthanorequalto": .lessThanOrEqual,
    ">": .greaterThan, ">=": .greaterThanOrEqual, "=>": .greaterThanOrEqual,
    "greaterthanorequals": .greaterThanOrEqual, "greaterthanorequalto": .greaterThanOrEqual,
    "startswith": .beginsWith, "equalsignoringcase": .equalIgnoringCase,
    "=ignoringcase": .equalIgnoringCase, "==ignoringcase": .equalIgnoringCase,
  ]

  private static let words = otherWords.merging(
    allCases.map { ($0.rawValue.lowercased(), $0) }
  ) { _, own in own }

  /// The qualifier that a word names: `lessThan`, `LESS_THAN` and `<` are one, and `CONTAINS[c]` is
  /// `containsIgnoringCase`.
  package init?(_ word: String) {
    var plain = word.lowercased()
    plain.removeAll { $0 == "_" || $0 == "-" || $0 == " " }
    if plain.hasSuffix("[c]") { plain = "\(plain.dropLast(3))ignoringcase" }
    guard let qualifier = FilterQualifier.words[plain] else { return nil }
    self = qualifier
  }
}
