// SPDX-License-Identifier: Apache-2.0

import Bytes
package import Filters

/// A condition on the items of a list: `price,lessThan,40`.
package struct ListPredicate: Sendable, Hashable {
  package let key: String
  package let qualifier: FilterQualifier
  /// One, but for `in`; there in the order of their spellings and each once.
  package let values: [ListValue]

  /// A predicate of values that its qualifier can be about.
  init(_ key: String, _ qualifier: FilterQualifier, _ values: [ListValue]) throws(PlainError) {
    self.key = key
    self.qualifier = qualifier
    let operand = qualifier.operand
    let isCounted = qualifier == .in ? 1...ListLimits.maximumValues : 1...1
    guard isCounted.contains(values.count) else {
      throw PlainError(
        "the value of \(key),\(qualifier.rawValue)",
        seen: "\(values.count) values",
        expected: operand.expectation
      )
    }
    for value in values {
      guard operand.accepts(value) else {
        throw PlainError(
          "the value of \(key),\(qualifier.rawValue)",
          seen: value.spelling(for: operand),
          expected: operand.expectation
        )
      }
      guard value.byteCount <= ListLimits.valueBytes else {
        throw PlainError(
          "the value of \(key),\(qualifier.rawValue)",
          seen: "\(value.byteCount) bytes",
          expected: "at most \(ListLimits.valueBytes) bytes"
        )
      }
    }
    guard qualifier == .in else {
      self.values = values
      return
    }
    self.values = values.inOneOrder { $0.spelling(for: operand) }
  }

  /// The predicate as a URL names it, in its one spelling.
  var spelling: String {
    let values = values.map { $0.spelling(for: qualifier.operand) }
    return "\(key),\(qualifier.rawValue),\(values.joined(separator: ","))"
  }
}

extension Array {
  /// The elements in the order of the bytes of their spellings, and each once.
  func inOneOrder(by spelling: (Element) -> String) -> [Element] {
    let spelt = map { (bytes: [UInt8](spelling($0).utf8), element: $0) }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    return spelt.indices.filter { $0 == 0 || spelt[$0].bytes != spelt[$0 - 1].bytes }
      .map { spelt[$0].element }
  }
}

extension ListPredicate {
  /// Whether a value is what the predicate asks for; `nil` is a value that is not there.
  package func holds(for value: ListValue?) -> Bool {
    guard let wanted = values.first else { return false }
    switch qualifier {
    case .exists:
      let isThere = value != nil && value != .null
      return wanted == .boolean(isThere)
    case .equal: return value == wanted
    case .notEqual: return value != wanted
    case .in: return value.map(values.contains) ?? false
    case .lessThan: return ListPredicate.isLess(value, wanted)
    case .greaterThan: return ListPredicate.isLess(wanted, value)
    case .lessThanOrEqual: return value == wanted || ListPredicate.isLess(value, wanted)
    case .greaterThanOrEqual: return value == wanted || ListPredicate.isLess(wanted, value)
    case .beginsWith, .endsWith, .contains, .equalIgnoringCase, .beginsWithIgnoringCase,
      .endsWithIgnoringCase, .containsIgnoringCase:
      guard case .text(let text)? = value, case .text(let part) = wanted else { return false }
      return holds(text, part)
    }
  }

  /// Values without an order are not less than anything.
  private static func isLess(_ one: ListValue?, _ other: ListValue?) -> Bool {
    switch (one, other) {
    case (.number(let one)?, .number(let other)?): one < other
    case (.text(let one)?, .text(let other)?): one.lexicographicallyPrecedes(other)
    default: false
    }
  }

  private func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    switch qualifier {
    case .beginsWith: text.starts(with: part)
    case .endsWith: text.suffix(part.count).elementsEqual(part)
    case .contains: ListPredicate.contains(text, part)
    case .equalIgnoringCase: ListPredicate.small(text) == ListPredicate.small(part)
    case .beginsWithIgnoringCase: ListPredicate.small(text).starts(with: ListPredicate.small(part))
    case .endsWithIgnoringCase:
      ListPredicate.small(text).reversed().starts(with: ListPredicate.small(part).reversed())
    case .containsIgnoringCase:
      ListPredicate.contains(ListPredicate.small(text), ListPredicate.small(part))
    default: false
    }
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    guard text.count >= part.count else { return false }
    return (0...(text.count - part.count)).contains { start in
      text[start] == first && text[start..<(start + part.count)].elementsEqual(part)
    }
  }

  /// Each scalar as its small letter, where it has one.
  private static func small(_ text: [UInt8]) -> [UInt8] {
    var small: [UInt8] = []
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      small += scalar.properties.lowercaseMapping.utf8
    }
    return small
  }
}
