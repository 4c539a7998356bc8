// SPDX-License-Identifier: Apache-2.0

/// A member that a file may have.
package struct SchemaProperty: Sendable {
  package let name: String
  package let schema: SchemaNode
  package let isRequired: Bool

  /// A member, with what an editor says of it.
  package init(
    _ name: String,
    _ description: String,
    _ schema: SchemaNode,
    isRequired: Bool = false,
    default standard: SchemaNode? = nil,
    examples: [SchemaNode] = []
  ) {
    self.name = name
    self.isRequired = isRequired
    var schema = schema.preceded(by: [SchemaMember("description", .text(description))])
    if let standard { schema = schema.with("default", standard) }
    if !examples.isEmpty { schema = schema.with("examples", .list(examples)) }
    self.schema = schema
  }
}

extension SchemaNode {
  package static let string: SchemaNode = ["type": "string"]

  package static let boolean: SchemaNode = ["type": "boolean"]

  package static let number: SchemaNode = ["type": "number"]

  package static func integer(_ range: ClosedRange<Int>) -> SchemaNode {
    [
      "type": "integer", "minimum": .integer(range.lowerBound),
      "maximum": .integer(range.upperBound),
    ]
  }

  /// A number between two whole ones.
  package static func number(_ range: ClosedRange<Double>) -> SchemaNode {
    [
      "type": "number", "minimum": bound(range.lowerBound), "maximum": bound(range.upperBound),
    ]
  }

  private static func bound(_ bound: Double) -> SchemaNode {
    Int(exactly: bound).map { .integer($0) } ?? .number("\(bound)")
  }

  /// A number from 0 on.
  package static let count: SchemaNode = ["type": "integer", "minimum": 0]

  /// A string that matches a pattern; an editor shows the words where one does not.
  package static func string(like pattern: String, called words: String) -> SchemaNode {
    [
      "type": "string", "pattern": .text(pattern),
      // Not of the standard, which lets it pass: what Visual Studio Code shows in place of a pattern.
      "patternErrorMessage": .text("expected \(words)"),
    ]
  }

  package static func one(of words: [String]) -> SchemaNode {
    ["enum": .list(words.map { .text($0) })]
  }

  package static func reference(to definition: SchemaDefinition) -> SchemaNode {
    ["$ref": .reference(definition)]
  }

  package static func array(of element: SchemaNode) -> SchemaNode {
    ["type": "array", "items": element]
  }

  /// A string, or an array of strings.
  package static func names(
    _ name: SchemaNode,
    atLeast minimum: Int? = nil,
    atMost maximum: Int? = nil
  ) -> SchemaNode {
    var list = array(of: name)
    if let minimum { list = list.with("minItems", .integer(minimum)) }
    if let maximum { list = list.with("maxItems", .integer(maximum)) }
    return ["anyOf": [name, list]]
  }

  /// A dictionary with keys that editors choose.
  package static func dictionary(of value: SchemaNode, names: SchemaNode? = nil) -> SchemaNode {
    let dictionary: SchemaNode = ["type": "object"]
    return (names.map { dictionary.with("propertyNames", $0) } ?? dictionary)
      .with("additionalProperties", value)
  }

  /// A dictionary with these keys and no others.
  package static func object(_ properties: [SchemaProperty]) -> SchemaNode {
    var object: SchemaNode = ["type": "object"]
    let required = properties.filter(\.isRequired).map { SchemaNode.text($0.name) }
    if !required.isEmpty { object = object.with("required", .list(required)) }
    return object.with("properties", .properties(properties)).with("additionalProperties", false)
  }

  /// A dictionary of the first kind whose key it has, or anything else.
  package static func choice(
    of kinds: [(key: String, schema: SchemaNode)],
    orElse rest: SchemaNode
  ) -> SchemaNode {
    kinds.reversed().reduce(rest) { rest, kind in
      [
        "if": ["type": "object", "required": [.text(kind.key)]], "then": kind.schema,
        "else": rest,
      ]
    }
  }

  package static func properties(_ properties: [SchemaProperty]) -> SchemaNode {
    .members(properties.map { SchemaMember($0.name, $0.schema) })
  }
}
