// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import DataFiles
import Filters

/// The members of a dictionary in the body of a QUERY.
package struct FetchRequestMembers {
  package let dictionary: DataDictionary
  private let name: String

  /// - Parameter synonyms: further names that are known, which messages leave out.
  package init(
    _ value: DataValue,
    _ name: String,
    known: [String],
    synonyms: [String] = []
  ) throws(PlainError) {
    self.name = name
    guard case .dictionary(let dictionary) = value.content else {
      throw PlainError(name, seen: FetchRequestMembers.kind(of: value), expected: "an object")
    }
    self.dictionary = dictionary
    if let other = dictionary.members.first(where: {
      !known.contains($0.key) && !synonyms.contains($0.key)
    }) {
      throw PlainError(
        "a member of \(name)",
        seen: "\"\(other.key)\"",
        expected: known.joined(separator: ", ")
      )
    }
    if let repeated = dictionary.overridden.first {
      throw PlainError("\(repeated.key) of \(name)", seen: "there twice", expected: "it once")
    }
  }

  private static func kind(of value: DataValue) -> String {
    switch value.content {
    case .null: "null"
    case .bool: "boolean"
    case .integer, .decimal: "number"
    case .string: "string"
    case .date: "date"
    case .data: "data"
    case .array: "array"
    case .dictionary: "object"
    }
  }

  private func wrong(_ member: String, _ value: DataValue?, _ expected: String) -> PlainError {
    PlainError(
      "\(member) of \(name)",
      seen: value.map(FetchRequestMembers.shown) ?? "not there",
      expected: expected
    )
  }

  /// A value as JSON writes it, for messages.
  private static func shown(_ value: DataValue) -> String {
    do {
      return String(decoding: try JSONWriter().bytes(of: value), as: UTF8.self)
    } catch {
      return kind(of: value)
    }
  }

  /// Returns the one of several synonyms that is used; the first of them if none is.
  package func one(of names: [String]) throws(PlainError) -> String {
    let used = names.filter { dictionary[$0] != nil }
    guard used.count <= 1 else {
      throw PlainError(
        "\(used[1]) of \(name)",
        seen: "beside \(used[0])",
        expected: "one of them, since they say the same"
      )
    }
    return used.first ?? names[0]
  }

  package func elements(_ member: String) throws(PlainError) -> [DataValue] {
    guard let value = dictionary[member] else { return [] }
    guard case .array(let elements) = value.content else { throw wrong(member, value, "an array") }
    return elements
  }

  package func text(_ member: String) throws(PlainError) -> String? {
    guard let value = dictionary[member] else { return nil }
    guard case .string(let text) = value.content else { throw wrong(member, value, "a string") }
    return text
  }

  package func required(_ member: String) throws(PlainError) -> String {
    guard let text = try text(member) else { throw wrong(member, nil, "a string") }
    return text
  }

  package func truth(_ member: String) throws(PlainError) -> Bool? {
    guard let value = dictionary[member] else { return nil }
    guard case .bool(let truth) = value.content else { throw wrong(member, value, "true or false") }
    return truth
  }

  package func integer(_ member: String) throws(PlainError) -> Int? {
    guard let value = dictionary[member] else { return nil }
    guard case .number(let number)? = ListValue(value), let integer = Int(number.text) else {
      throw wrong(member, value, "a whole number")
    }
    return integer
  }
}

extension FetchRequestMembers {
  /// The names of a filter in a fetch request.
  package static let filterNames =
    ["predicates", "predicate", "predicate.expression"] + expressionNames

  private static let expressionNames = ["expressions", "expression"]

  /// Whether a member is one expression, and not a list of some.
  private static func hasOne(_ member: String, _ value: DataValue) -> Bool {
    if case .array = value.content { false } else { member.hasSuffix("expression") }
  }

  /// The expressions of a filter, all of which must hold: in an array, or within a dictionary's
  /// `expressions`.
  package func expressions(_ member: String) throws(PlainError) -> [FetchRequestMembers] {
    guard let value = dictionary[member] else { return [] }
    let isOne = FetchRequestMembers.hasOne(member, value)
    return try FetchRequestMembers.expressions(value, member, isOne: isOne) {
      wrong(member, $0, "an array")
    }
  }

  private static func expressions(
    _ value: DataValue,
    _ name: String,
    isOne: Bool,
    _ fault: (DataValue) -> PlainError
  ) throws(PlainError) -> [FetchRequestMembers] {
    if case .array(let elements) = value.content, !isOne {
      var all: [FetchRequestMembers] = []
      for (number, element) in elements.enumerated() {
        all += try expressions(element, "\(name)[\(number)]", isOne: true, fault)
      }
      return all
    }
    if let member = expressionNames.first(where: { value[$0] != nil }), let inner = value[member] {
      _ = try FetchRequestMembers(value, name, known: [member])
      return try expressions(
        inner,
        "\(name).\(member)",
        isOne: hasOne(member, inner),
        fault
      )
    }
    guard isOne else { throw fault(value) }
    return [try FetchRequestMembers(value, name, known: ["key", "qualifier", "value"])]
  }

  /// The predicate that an expression is.
  func predicate() throws(PlainError) -> ListPredicate {
    let key = try required("key")
    let qualifier = try FilterQualifier.named(try required("qualifier"), of: key)
    return try ListPredicate(key, qualifier, try values("value", qualifier))
  }

  private func values(
    _ member: String,
    _ qualifier: FilterQualifier
  ) throws(PlainError) -> [ListValue] {
    let expected = qualifier.operand.expectation
    guard let value = dictionary[member] else {
      guard qualifier == .exists else { throw wrong(member, nil, expected) }
      return [.boolean(true)]
    }
    guard qualifier == .in else {
      guard let one = ListValue(value) else { throw wrong(member, value, expected) }
      return [one]
    }
    guard case .array(let elements) = value.content else { throw wrong(member, value, "an array") }
    var values: [ListValue] = []
    for element in elements {
      guard let one = ListValue(element) else { throw wrong(member, element, expected) }
      values.append(one)
    }
    return values
  }
}
