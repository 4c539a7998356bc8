// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// Reads the parameters of a query or the members of a JSON object, and collects all errors.
struct Input {
  private let members: [(name: String, value: DataValue)]
  /// A JSON Pointer to the object; `nil` for a query.
  private let place: String?
  private var known: Set<String> = []
  private var faults: [InputFault] = []

  init(query request: ServiceRequest) throws(Refusal) {
    members = try request.query.pairs.map { ($0.name, .text($0.value ?? "")) }
    place = nil
  }

  /// Reads a body, which must be a JSON object.
  init(body request: ServiceRequest) throws(Refusal) {
    let type = request.fields["content-type"] ?? ""
    let essence = type.prefix { $0 != ";" }.filter { $0 != " " }
    guard essence.lowercased() == "application/json" else {
      let fields: Fields = request.method == .patch ? ["accept-patch": "application/json"] : [:]
      let seen = type.isEmpty ? "of no type" : type
      throw Refusal(
        .unsupportedMediaType,
        "the body is \(seen), expected application/json",
        fields: fields
      )
    }
    var rules = ReadingRules.documents
    rules.limits.depth = 16
    rules.limits.values = 10_000
    do throws(DataFileError) {
      let value = try DataValue(reading: request.body.span, as: .json, rules: rules)
      guard case .dictionary(let object) = value.content else {
        throw DataFileError(.syntax, at: .start, seen: value.kindName, expected: "an object")
      }
      self.init(object, at: "")
    } catch {
      throw Refusal(.badRequest, "the body is not usable JSON: \(error)")
    }
  }

  private init(_ object: DataDictionary, at place: String) {
    members = object.members.map { ($0.key, $0.value) }
    self.place = place
  }

  /// Returns the value of a member; `nil` if it is missing or null.
  mutating func value(_ name: String, isNeeded: Bool = false) -> DataValue? {
    known.insert(name)
    let found = members.filter { $0.name == name && $0.value != .null }
    if found.isEmpty, isNeeded { fault(name, "is needed") }
    if found.count > 1 { fault(name, "is there twice") }
    return found.first?.value
  }

  mutating func text(
    _ name: String,
    _ bytes: ClosedRange<Int> = 1...200,
    isNeeded: Bool = false
  ) -> String? {
    parsed(name, "a text of \(bytes.lowerBound) to \(bytes.upperBound) bytes", isNeeded: isNeeded) {
      $0.string.flatMap { bytes.contains($0.utf8.count) ? $0 : nil }
    }
  }

  mutating func integer(
    _ name: String,
    in range: ClosedRange<Int>,
    isNeeded: Bool = false
  ) -> Int? {
    let isQuery = place == nil
    let expected = "an integer from \(range.lowerBound) to \(range.upperBound)"
    return parsed(name, expected, isNeeded: isNeeded) { value in
      let number = isQuery ? value.string.flatMap { Int($0) } : value.integer.map { Int($0) }
      return number.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Returns one of the allowed values.
  mutating func choice(_ name: String, of values: [String], isNeeded: Bool = false) -> String? {
    let expected = "one of \(values.joined(separator: ", "))"
    return parsed(name, expected, isNeeded: isNeeded) { value in
      value.string.flatMap { values.contains($0) ? $0 : nil }
    }
  }

  /// Returns a language tag (BCP 47): parts of one to eight letters and digits.
  mutating func language(_ name: String = "language") -> String? {
    parsed(name, "a tag of BCP 47 such as fr-CA") { value in
      value.string.flatMap { Words.isTag($0) ? $0 : nil }
    }
  }

  /// Returns distinct values separated by commas.
  mutating func list(_ name: String, atMost limit: Int, isNeeded: Bool = false) -> [String]? {
    guard let text = text(name, 1...limit * 40, isNeeded: isNeeded) else { return nil }
    var values: [String] = []
    for value in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    where !values.contains(value) {
      values.append(value)
    }
    guard values.count <= limit, !values.contains("") else {
      fault(name, "has \(values.count) values, expected 1 to \(limit), none of them empty")
      return nil
    }
    return values
  }

  /// Returns what `parse` makes of a value; `nil` if it is missing or, after an error, not as expected.
  mutating func parsed<Value>(
    _ name: String,
    _ expected: String,
    isNeeded: Bool = false,
    _ parse: (DataValue) -> Value?
  ) -> Value? {
    guard let value = value(name, isNeeded: isNeeded) else { return nil }
    let parsed = parse(value)
    if parsed == nil { fault(name, "is \(seen(value)), expected \(expected)") }
    return parsed
  }

  /// Reads an object within the object.
  mutating func object(_ name: String, _ read: (inout Input) -> Void) {
    if let value = value(name, isNeeded: true) { object(value, at: name, read) }
  }

  /// Reads each object of a list.
  mutating func objects(
    _ name: String,
    atMost limit: Int,
    _ read: (inout Input) -> Void
  ) {
    let elements = parsed(name, "a list of 1 to \(limit) objects", isNeeded: true) { value in
      if case .array(let list) = value.content, 1...limit ~= list.count { list } else { nil }
    }
    for (index, element) in (elements ?? []).enumerated() {
      object(element, at: "\(name)/\(index)", read)
    }
  }

  private mutating func object(_ value: DataValue, at name: String, _ read: (inout Input) -> Void) {
    guard case .dictionary(let dictionary) = value.content else {
      return fault(name, "is \(seen(value)), expected an object")
    }
    var inner = Input(dictionary, at: "\(place ?? "")/\(name)")
    read(&inner)
    inner.noteUnknown()
    faults += inner.faults
  }

  /// Adds an error about a member.
  mutating func fault(_ name: String, _ detail: String) {
    faults.append(InputFault(place: place.map { "\($0)/\(name)" } ?? name, detail: detail))
  }

  private mutating func noteUnknown() {
    for (name, _) in members where !known.contains(name) {
      let expected = known.isEmpty ? "none" : known.sorted().joined(separator: ", ")
      fault(name, "is not known, expected \(expected)")
    }
  }

  /// Throws if there were errors, unknown names included.
  mutating func finish() throws(Refusal) {
    noteUnknown()
    guard !faults.isEmpty else { return }
    throw place == nil
      ? Refusal(.badRequest, "the query cannot be used", faults: faults)
      : Refusal(.unprocessableContent, "the body cannot be used", faults: faults)
  }

  /// A value for an error text: a text of a body, which may be a password, only with its length.
  private func seen(_ value: DataValue) -> String {
    switch value.content {
    case .integer(let number): "\(number)"
    case .decimal(let decimal): decimal.text
    case .string(let text): place == nil ? text : "a text of \(text.utf8.count) bytes"
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
  init(
    of request: ServiceRequest,
    _ query: inout Input,
    usually usual: Int = 20
  ) throws(Refusal) {
    self.query = try request.query
    offset = query.integer("offset", in: 0...1_000_000) ?? 0
    count = query.integer("count", in: 1...100) ?? usual
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
