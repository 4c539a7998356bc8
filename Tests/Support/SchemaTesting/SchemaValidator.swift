// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import Foundation

// JSON Schema, draft 2020-12: the keywords that our published schemas use, each as the standard has
// it, and a complaint about every other one, so that no rule of theirs goes unchecked. Remarks for
// people (`title`, `examples` and so on) are passed over.

/// Holds values against a schema.
package struct SchemaValidator: Sendable {
  /// Keywords without a meaning for values.
  private static let remarks: Set = [
    "$schema", "$comment", "$defs", "title", "description", "default", "examples", "format",
    "patternErrorMessage",
  ]

  package let root: DataValue
  private let expressions: [String: NSRegularExpression]
  private let definitions: [String: DataValue]

  /// A validator for a schema whose references all lead into itself.
  package init(_ root: DataValue) throws {
    self.root = root
    var expressions: [String: NSRegularExpression] = [:]
    for pattern in SchemaValidator.patterns(in: root) {
      // In ECMAScript `$` is the end and nothing else; here a line's end may still follow it.
      let end = #/(?<escape>\\?)\$/#
      let exact = pattern.replacing(end) { $0.escape.isEmpty ? #"\z"# : #"\$"# }
      expressions[pattern] = try NSRegularExpression(pattern: exact)
    }
    self.expressions = expressions
    var definitions: [String: DataValue] = ["#": root]
    if case .dictionary(let named)? = root["$defs"]?.content {
      for member in named.members { definitions["#/$defs/\(member.key)"] = member.value }
    }
    self.definitions = definitions
  }

  package func verdict(on value: DataValue) -> SchemaVerdict {
    check(value, Place(schema: "#", value: ""), root)
  }

  /// Whether a value is as the schema says: sooner known than why it is not.
  package func accepts(_ value: DataValue) -> Bool {
    check(value, Place(schema: "", value: "", isNoted: false), root).isGood
  }

  /// The places of a schema and of the value that it is applied to, as JSON pointers.
  struct Place {
    var schema: String
    var value: String
    /// Whether anybody wants to know.
    var isNoted = true

    func keyword(_ name: String) -> Place {
      isNoted ? Place(schema: "\(schema)/\(name)", value: value) : self
    }

    func member(_ name: String) -> Place {
      isNoted ? Place(schema: schema, value: "\(value)/\(name)") : self
    }
  }

  func check(_ value: DataValue, _ place: Place, _ schema: DataValue) -> SchemaVerdict {
    switch schema.content {
    case .bool(true): return SchemaVerdict()
    case .bool(false): return SchemaVerdict(problem: "nothing is allowed here", at: place)
    case .dictionary(let keywords):
      var verdict = SchemaVerdict()
      for keyword in keywords.members where !SchemaValidator.remarks.contains(keyword.key) {
        verdict.add(check(value, place, keyword: keyword.key, keyword.value, among: keywords))
      }
      return verdict
    default: return SchemaVerdict(problem: "a schema is \(schema.kindName)", at: place)
    }
  }

  func matches(_ text: String, _ pattern: String) -> Bool {
    let whole = NSRange(location: 0, length: text.utf16.count)
    return expressions[pattern]?.firstMatch(in: text, range: whole) != nil
  }

  /// The schema that a `$ref` names.
  func definition(_ reference: String) -> DataValue? { definitions[reference] }

  private static func patterns(in schema: DataValue) -> [String] {
    switch schema.content {
    case .array(let elements): return elements.flatMap(patterns)
    case .dictionary(let dictionary):
      return dictionary.members.flatMap { member in
        switch (member.key, member.value.content) {
        case ("pattern", .string(let pattern)): [pattern]
        case ("patternProperties", .dictionary(let schemas)):
          schemas.members.map(\.key) + patterns(in: member.value)
        default: patterns(in: member.value)
        }
      }
    default: return []
    }
  }
}
