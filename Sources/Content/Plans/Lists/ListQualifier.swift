// SPDX-License-Identifier: Apache-2.0

/// How a predicate compares the value of a key.
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

  /// What stands behind it.
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
