// SPDX-License-Identifier: Apache-2.0

/// Operator by which a predicate compares the value of a key.
package enum ListQualifier: String, Sendable, CaseIterable {
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

  /// The kind of operand that a qualifier takes.
  enum Operand {
    case anything
    case numberOrText
    case text
    case list
    case truth
  }

  var operand: Operand {
    switch self {
    case .equal, .notEqual: .anything
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: .numberOrText
    case .beginsWith, .endsWith, .contains, .equalIgnoringCase, .beginsWithIgnoringCase,
      .endsWithIgnoringCase, .containsIgnoringCase:
      .text
    case .in: .list
    case .exists: .truth
    }
  }
}

extension ListQualifier {
  /// The words of Core Data, of WebObjects and of predicates as text, in small letters and without what
  /// may stand between them.
  private static let otherWords: [String: ListQualifier] = [
    "equals": .equal, "equalto": .equal, "=": .equal, "==": .equal,
    "notequals": .notEqual, "notequalto": .notEqual, "!=": .notEqual, "<>": .notEqual,
    "<": .lessThan, "<=": .lessThanOrEqual, "=<": .lessThanOrEqual,
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
  static func named(_ word: String, of key: String) throws(ListFault) -> ListQualifier {
    var plain = word.lowercased()
    plain.removeAll { $0 == "_" || $0 == "-" || $0 == " " }
    if plain.hasSuffix("[c]") { plain = "\(plain.dropLast(3))ignoringcase" }
    guard let qualifier = words[plain] else {
      throw ListFault(
        "the qualifier of \(key)",
        seen: "\"\(word)\"",
        expected: allCases.map(\.rawValue).joined(separator: ", ")
      )
    }
    return qualifier
  }
}

extension ListQualifier.Operand {
  /// In words.
  var expectation: String {
    switch self {
    case .anything: "a number, a text, true, false or null"
    case .numberOrText: "a number or a text"
    case .text: "a text"
    case .list:
      "1 to \(ListLimits.maximumValues) numbers or texts, or true, false and null among them"
    case .truth: "true or false"
    }
  }

  func accepts(_ value: ListValue) -> Bool {
    switch (self, value) {
    case (.anything, _), (.list, _), (.numberOrText, .number), (.numberOrText, .text),
      (.text, .text), (.truth, .boolean):
      true
    default: false
    }
  }
}
