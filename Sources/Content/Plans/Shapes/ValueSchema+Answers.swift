// SPDX-License-Identifier: Apache-2.0

import Bytes
import JSONValues

/// A value in the answer of a call that is not as expected.
package struct ShapeBreach: Sendable, Equatable {
  /// The path of the value, the same for all elements of an array, such as `$.items[*].price`.
  package let path: String
  /// The kind of what is there: never the value, which may name people.
  package let seen: String
  package let expected: String
}

extension ShapeBreach: CustomStringConvertible {
  package var description: String { "\(path) is \(seen); expected \(expected)" }
}

extension ValueSchema {
  /// Returns the first value that is not as the schema says.
  func breach(
    of node: JSONNode,
    in document: JSONDocument,
    at path: @autoclosure () -> String
  ) -> ShapeBreach? {
    guard case .rules(let rules) = self else { return nil }
    return rules.breach(of: node, in: document, at: path)
  }
}

extension ValueSchema.Rules {
  fileprivate func breach(
    of node: JSONNode,
    in document: JSONDocument,
    at path: () -> String
  ) -> ShapeBreach? {
    let kind = document.kind(of: node)
    func broken(_ seen: String, _ expected: String) -> ShapeBreach {
      ShapeBreach(path: path(), seen: "\(kind.words)\(seen)", expected: expected)
    }
    if !kinds.isEmpty, !kinds.contains(where: { $0.admits(node, kind, in: document) }) {
      return broken("", kinds.map(\.rawValue).joined(separator: " or "))
    }
    if !allowed.isEmpty, !allowed.contains(document.compact(node)) {
      return broken(" that is not allowed", allowed.joined(separator: " or "))
    }
    switch kind {
    case .null, .boolean: return nil
    case .number:
      guard minimum != nil || maximum != nil, let number = document.double(of: node) else {
        return nil
      }
      if let minimum, number < minimum { return broken(" below that", "at least \(minimum)") }
      if let maximum, number > maximum { return broken(" above that", "at most \(maximum)") }
      return nil
    case .string:
      guard textCounts != Counts(), let text = document.string(of: node) else { return nil }
      return textCounts.breach(of: text.unicodeScalars.count, "characters").map { broken($0, $1) }
    case .array:
      if let wrong = elementCounts.breach(of: document.count(of: node), "elements") {
        return broken(wrong.seen, wrong.expected)
      }
      guard let elements else { return nil }
      for element in document.children(of: node) {
        if let breach = elements.breach(of: element, in: document, at: "\(path())[*]") {
          return breach
        }
      }
      return nil
    case .object: return breach(ofMembersOf: node, in: document, at: path)
    }
  }

  private func breach(
    ofMembersOf node: JSONNode,
    in document: JSONDocument,
    at path: () -> String
  ) -> ShapeBreach? {
    for name in required where document.member(name, of: node) == nil {
      return ShapeBreach(path: "\(path()).\(name)", seen: "nothing", expected: "a value")
    }
    guard !members.isEmpty || others != nil else { return nil }
    for value in document.children(of: node) {
      guard let name = document.memberName(of: value) else { continue }
      switch members[name].map({ .like($0) }) ?? others {
      case .like(let schema):
        if let breach = schema.breach(of: value, in: document, at: "\(path()).\(name)") {
          return breach
        }
      case .refused:
        let expected = "only the members of the schema"
        return ShapeBreach(path: path(), seen: "an object with another member", expected: expected)
      case nil: break
      }
    }
    return nil
  }
}

extension ValueSchema.Rules.Counts {
  fileprivate func breach(of count: Int, _ what: String) -> (seen: String, expected: String)? {
    if let least, count < least { return (" of \(count) \(what)", "at least \(least)") }
    if let most, count > most { return (" of \(count) \(what)", "at most \(most)") }
    return nil
  }
}

extension ValueSchema.Rules.Kind {
  fileprivate func admits(_ node: JSONNode, _ kind: JSONKind, in document: JSONDocument) -> Bool {
    switch self {
    case .null: kind == .null
    case .boolean: kind == .boolean
    case .number: kind == .number
    case .integer: kind == .number && document.integer(of: node) != nil
    case .string: kind == .string
    case .array: kind == .array
    case .object: kind == .object
    }
  }
}

extension JSONKind {
  /// The kind in a sentence.
  fileprivate var words: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONDocument {
  /// A value as compact JSON, with the characters of a string written anew.
  fileprivate func compact(_ node: JSONNode) -> String {
    guard let text = string(of: node) else { return source(of: node).text }
    var json: [UInt8] = []
    json.appendJSON(text)
    return String(decoding: json, as: UTF8.self)
  }
}
