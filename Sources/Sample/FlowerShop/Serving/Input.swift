// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// Reads the parameters of a query or the members of a JSON object. The first that cannot be used refuses the request.
struct Input {
  private let members: [(name: String, value: DataValue)]
  private let isQuery: Bool
  /// The text before a name in an error, such as `lines/0/`.
  private var place = ""
  private var known: Set<String> = []

  init(query request: ServiceRequest) throws(Refusal) {
    members = try request.query.pairs.map { ($0.name, .text($0.value ?? "")) }
    isQuery = true
  }

  /// Reads a body, which must be a JSON object.
  init(body request: ServiceRequest) throws(Refusal) {
    let type = request.fields["content-type"] ?? ""
    guard type.prefix(while: { $0 != ";" }).lowercased() == "application/json" else {
      let seen = type.isEmpty ? "of no type" : type
      throw Refusal(.unsupportedMediaType, "the body is \(seen), expected application/json")
    }
    var rules = ReadingRules.documents
    rules.limits.depth = 16
    rules.limits.values = 10_000
    do throws(DataFileError) {
      let value = try DataValue(reading: request.body.span, as: .json, rules: rules)
      guard let input = Input(value, at: "") else {
        throw DataFileError(.syntax, at: .start, seen: value.kindName, expected: "an object")
      }
      self = input
    } catch {
      throw Refusal(.badRequest, "the body is not usable JSON: \(error)")
    }
  }

  private init?(_ object: DataValue, at place: String) {
    guard case .dictionary(let dictionary) = object.content else { return nil }
    members = dictionary.members.map { ($0.key, $0.value) }
    isQuery = false
    self.place = place
  }

  /// All members, as they came.
  var object: DataValue { .members(members.map { ($0.name, $0.value) }) }

  mutating func text(_ name: String, _ bytes: ClosedRange<Int> = 1...200) throws(Refusal) -> String?
  {
    try parsed(name, "a text of \(bytes.lowerBound) to \(bytes.upperBound) bytes") {
      $0.string.flatMap { bytes.contains($0.utf8.count) ? $0 : nil }
    }
  }

  mutating func neededText(_ name: String) throws(Refusal) -> String {
    try needed(name, text(name))
  }

  mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(Refusal) -> Int? {
    let isQuery = isQuery
    let expected = "an integer from \(range.lowerBound) to \(range.upperBound)"
    return try parsed(name, expected) { value in
      let number = isQuery ? value.string.flatMap { Int($0) } : value.integer.map { Int($0) }
      return number.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Returns one of the allowed values.
  mutating func choice(_ name: String, of values: [String]) throws(Refusal) -> String? {
    try parsed(name, "one of \(values.joined(separator: ", "))") { value in
      value.string.flatMap { values.contains($0) ? $0 : nil }
    }
  }

  /// Returns what `parse` makes of a value; `nil` if it is missing or null.
  mutating func parsed<Value>(
    _ name: String,
    _ expected: String,
    _ parse: (DataValue) -> Value?
  ) throws(Refusal) -> Value? {
    known.insert(name)
    let found = members.filter { $0.name == name && $0.value != .null }
    guard found.count < 2 else { throw fault(name, "is there twice") }
    guard let value = found.first?.value else { return nil }
    guard let parsed = parse(value) else {
      throw fault(name, "is \(seen(value)), expected \(expected)")
    }
    return parsed
  }

  /// Returns a value that must be there.
  func needed<Value>(_ name: String, _ value: Value?) throws(Refusal) -> Value {
    guard let value else { throw fault(name, "is needed") }
    return value
  }

  /// Reads each object of a list.
  mutating func objects<Value>(
    _ name: String,
    atMost limit: Int,
    _ read: (inout Input) throws(Refusal) -> Value
  ) throws(Refusal) -> [Value] {
    let list = try parsed(name, "a list of 1 to \(limit) objects") { value in
      value.elements.flatMap { 1...limit ~= $0.count ? $0 : nil }
    }
    return try needed(name, list).enumerated().map { index, element throws(Refusal) in
      guard var inner = Input(element, at: "\(place)\(name)/\(index)/") else {
        throw fault("\(name)/\(index)", "is \(seen(element)), expected an object")
      }
      let value = try read(&inner)
      try inner.finish()
      return value
    }
  }

  /// The refusal for a member.
  func fault(_ name: String, _ detail: String) -> Refusal {
    Refusal(isQuery ? .badRequest : .unprocessableContent, "\(place)\(name) \(detail)")
  }

  /// Throws if there are unknown members.
  func finish() throws(Refusal) {
    for (name, _) in members where !known.contains(name) {
      let expected = known.isEmpty ? "none" : known.sorted().joined(separator: ", ")
      throw fault(name, "is not known, expected \(expected)")
    }
  }

  /// A value for an error text; of a text in a body, which may be a password, only its kind.
  private func seen(_ value: DataValue) -> String {
    switch value.content {
    case .integer(let number): "\(number)"
    case .decimal(let decimal): decimal.text
    case .string(let text) where isQuery: text
    default: value.kindName
    }
  }
}

/// The requested part of a list.
struct Page {
  private let offset: Int
  private let count: Int
  private let query: QueryParameters

  /// Parses the parameters `offset` and `count`.
  init(of request: ServiceRequest, _ query: inout Input) throws(Refusal) {
    self.query = try request.query
    offset = try query.integer("offset", in: 0...1_000_000) ?? 0
    count = try query.integer("count", in: 1...100) ?? 20
  }

  /// Returns the members of a list: the total, this part, and the query of the next one.
  func members<Element>(
    _ all: [Element],
    _ body: (Element) -> DataValue
  ) -> [(String, DataValue)] {
    let part = all.dropFirst(offset).prefix(count).map(body)
    var members: [(String, DataValue)] = [
      ("total", .number(all.count)), ("offset", .number(offset)), ("count", .number(part.count)),
      ("data", .list(part)),
    ]
    if offset + count < all.count {
      var pairs = query.pairs.filter { $0.name != "offset" }
      pairs.append(.init("offset", "\(offset + count)"))
      members.append(("next", .text("?\(QueryParameters(pairs))")))
    }
    return members
  }
}
