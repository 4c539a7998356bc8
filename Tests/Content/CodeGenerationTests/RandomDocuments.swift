// SPDX-License-Identifier: Apache-2.0

import CodeGeneration
import PorticoClient
import SeededTesting

/// Makes documents and records of some types, with members missing, texts that no choice has, and datatypes that
/// no app knows.
struct RandomDocuments {
  private let types: AppTypes
  private var numbers: SeededNumbers

  init(of types: AppTypes, seed: UInt64) {
    self.types = types
    numbers = SeededNumbers(seed)
  }

  /// A document and `content`, or a record and the name of its type.
  mutating func next() -> (kind: String, json: JSONValue) {
    let places = types.datatypes.count + types.records.count
    let place = Int.random(in: 0..<places, using: &numbers)
    guard place >= types.datatypes.count else { return ("content", document(place, depth: 0)) }
    let record = types.records[place - types.datatypes.count]
    return (record.name, .object(members(record.members, depth: 0)))
  }

  private mutating func document(_ place: Int, depth: Int) -> JSONValue {
    var members = members(types.datatypes[place].members, depth: depth)
    members["datatype"] = .string(types.datatypes[place].name)
    return .object(members)
  }

  private mutating func members(_ all: [ContentMember], depth: Int) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for member in all where !member.isOptional || Bool.random(using: &numbers) {
      members[member.name] = value(member.type, depth: depth + 1)
    }
    return members
  }

  private mutating func value(_ type: ContentType, depth: Int) -> JSONValue {
    switch type {
    case .nothing, .any:
      return Bool.random(using: &numbers) ? .array([text(), 1, [:]]) : text()
    case .boolean: return .bool(Bool.random(using: &numbers))
    case .integer: return .integer(Int64.random(in: -(1 << 53)...(1 << 53), using: &numbers))
    case .number: return .number(Double(Int.random(in: -999...999, using: &numbers)) / 8 + 0.0625)
    case .text, .reference: return text()
    case .link: return .string("/en.us/items/\(Int.random(in: 0..<99, using: &numbers))?a=%20")
    case .choice(let values):
      return (values.map { JSONValue.string($0) } + [text()]).randomElement(using: &numbers) ?? ""
    case .content:
      let place = Int.random(in: 0...types.datatypes.count, using: &numbers)
      guard depth < 4, place < types.datatypes.count else {
        return ["datatype": "from-tomorrow", "title": text(), "list": [1, 2.5, nil]]
      }
      return document(place, depth: depth)
    case .list(let element):
      return .array(
        (0..<Int.random(in: 0...3, using: &numbers)).map { _ in
          value(element, depth: depth)
        }
      )
    case .object(let members): return .object(self.members(members, depth: depth))
    }
  }

  private mutating func text() -> JSONValue {
    let parts = ["", "Rose", "é", "日本", "\"", "\\", "\n", "/", "🌹", "$x", "\\(x)", "</a>"]
    return .string((0..<3).map { _ in parts.randomElement(using: &numbers) ?? "" }.joined())
  }
}
