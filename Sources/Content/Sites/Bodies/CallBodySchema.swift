// SPDX-License-Identifier: Apache-2.0

import FileShapes
import Plans

/// The body of a call, as `TemplateReader` reads it.
enum CallBodySchema {
  static let body: SchemaNode = [
    "type": "object", "patternProperties": [#"^\$"#: false],
    "additionalProperties": .reference(to: .callValue),
  ]

  static let value: SchemaNode = kinds.reversed().reduce(plain) { rest, kind in
    [
      "if": ["type": "object", "required": [.text(kind.key)]],
      "then": .reference(to: kind.definition), "else": rest,
    ]
  }.with("items", .reference(to: .callValue))

  static let argument = SchemaNode.object([
    SchemaProperty(
      TemplateKeys.argument,
      "A variable of the call: its value, or its values as an array.",
      ["type": "string", "minLength": 1],
      isRequired: true,
      examples: ["ids"]
    )
  ])

  private static let kinds: [(key: String, definition: SchemaDefinition)] = [
    (TemplateKeys.pick, .hole), (TemplateKeys.each, .list), (TemplateKeys.match, .match),
    (TemplateKeys.argument, .argument),
  ]

  private static let plain: SchemaNode = [
    "patternProperties": [#"^\$"#: false], "additionalProperties": .reference(to: .callValue),
  ]
}
