// SPDX-License-Identifier: Apache-2.0

import Bytes
import Filters

extension FilterQualifier {
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

  /// The qualifier of a key that a word names.
  static func named(_ word: String, of key: String) throws(PlainError) -> FilterQualifier {
    guard let qualifier = FilterQualifier(word) else {
      throw PlainError(
        "the qualifier of \(key)",
        seen: "\"\(word)\"",
        expected: allCases.map(\.rawValue).joined(separator: ", ")
      )
    }
    return qualifier
  }
}

extension FilterQualifier.Operand {
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
