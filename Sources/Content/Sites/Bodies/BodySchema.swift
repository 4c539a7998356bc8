// SPDX-License-Identifier: Apache-2.0

import FileShapes
import Plans

// A body is any data with texts, links and rows in it. Which of them a dictionary is, its keys say; so
// the schema chooses by `if`, and an editor's message is about what was meant. What stands beside such a
// key follows from the shapes by which bodies are read.

extension SchemaDefinition {
  static let body: SchemaDefinition = .init("body") {
    wholeBody("The body: plain data with texts, links and rows in it.", of: .bodyValue)
  }

  static let patch: SchemaDefinition = .init("patch") {
    wholeBody(
      "A merge patch of RFC 7396: members take the place of the body's, null removes them.",
      of: .change
    )
  }

  /// Any value of a body.
  static let bodyValue: SchemaDefinition = .init("value") {
    choice(of: kinds, orElse: .anything).with("properties", .members(named(kinds)))
  }

  /// An element of an array. It is no list that requests ask of, which is a member of the body itself.
  private static let row: SchemaDefinition = .init("row") {
    let kindsOfRow = kinds.filter { $0.key != TemplateKeys.list }.map { kind in
      let isEmbed = kind.key == TemplateKeys.embed
      return (key: kind.key, schema: isEmbed ? SchemaNode.reference(to: .embedRow) : kind.schema)
    }
    return choice(of: kindsOfRow, orElse: .anythingOfRow)
      .with("properties", .members(named(kindsOfRow)))
  }

  private static let embedRow: SchemaDefinition = .init("embedRow") {
    .object(
      EmbedDeclaration.members.map { $0.property(in: EmbedDeclaration()) }
        + SiteSettings().rowConditions.map { $0.property(in: RowDeclaration()) }
    )
  }

  private static let text: SchemaDefinition = .init("text") {
    [
      "properties": [
        BodyKeys.text: [
          "description": "A text of Locales by its name; what stands beside it is filled in.",
          "type": "string", "minLength": 1, "examples": ["home.title"],
        ],
        TemplateKeys.with: [
          "description":
            "Arguments of the text: literals, picks in a document with calls, and what they are written as.",
          "type": ["string", "number", "object"], "patternProperties": [#"^\$"#: false],
          "additionalProperties": .reference(to: .textArgument),
          "examples": [["amount": ["$money": 5, "currency": "EUR"]]],
        ],
      ],
      "patternProperties": [#"^\$(?!t$)"#: false],
      "additionalProperties": ["type": ["string", "number"]],
    ]
  }

  private static let textArgument: SchemaDefinition = .init("textArgument") {
    let known = [TemplateKeys.pick, TemplateKeys.match] + formats.map(\.rawValue)
    let kinds = TemplateKeys.kinds.filter { known.contains($0.key) }.map(\.schema)
    return ["anyOf": .list([["type": ["string", "number"]]] + kinds)]
  }

  private static let anything: SchemaDefinition = .init("anything") {
    ["patternProperties": [#"^\$"#: false], "additionalProperties": .reference(to: .bodyValue)]
  }

  private static let anythingOfRow: SchemaDefinition = .init("anythingOfRow") {
    let members = SiteSettings().rowConditions + [RowDeclaration.datatype]
    return [
      "properties": .properties(members.map { $0.property(in: RowDeclaration()) }),
      "patternProperties": [#"^\$"#: false], "additionalProperties": .reference(to: .bodyValue),
    ]
  }

  /// A part of a patch: what it is the patched body says, unless it names a text or a link itself.
  private static let change: SchemaDefinition = .init("change") {
    let names = kinds.map { $0.key.dropFirst() }.joined(separator: "|")
    return [
      "properties": .members(named(kinds, change: true)),
      "patternProperties": [#"^\$(?!(?:\#(names))$)"#: ["type": "null"]],
      "if": gives(BodyKeys.text),
      "then": [
        "properties": [
          BodyKeys.link: ["type": "null"],
          TemplateKeys.with: [
            "type": ["string", "number", "object", "null"], "patternProperties": [#"^\$"#: false],
          ],
        ],
        "additionalProperties": ["type": ["string", "number", "null"]],
      ],
      "else": [
        "if": gives(BodyKeys.link),
        "then": [
          "properties": [
            BodyKeys.link: true, TemplateKeys.with: changedNames("string"),
            TemplateKeys.carry: changedNames("string", "integer"),
          ], "additionalProperties": ["type": "null"],
        ],
        "else": ["additionalProperties": .reference(to: .change)],
      ],
      "items": .reference(to: .row),
    ]
  }

  private static let formats = FormatDeclaration.Kind.allCases

  /// Kinds of dictionaries in a body: the key that marks each, with its schema.
  private static let kinds: [(key: String, schema: SchemaNode)] =
    [
      (BodyKeys.text, .reference(to: .text)), (BodyKeys.link, LinkDeclaration.shape.schema()),
    ] + TemplateKeys.kinds

  /// One of some kinds, or anything else.
  private static func choice(
    of kinds: [(key: String, schema: SchemaNode)],
    orElse rest: SchemaDefinition
  ) -> SchemaNode {
    SchemaNode.choice(of: kinds, orElse: .reference(to: rest))
      .with("items", .reference(to: .row))
  }

  /// The keys that say what a dictionary is, described as in the dictionaries themselves; in a patch with
  /// what may stand behind them there.
  private static func named(
    _ kinds: [(key: String, schema: SchemaNode)],
    change: Bool = false
  ) -> [SchemaMember] {
    kinds.map { kind in
      guard case .reference(let definition)? = kind.schema["$ref"],
        let property = definition.node()["properties"]?[kind.key]
      else { return SchemaMember(kind.key, .anything) }
      let words = property.members.filter { ["description", "examples"].contains($0.name) }
      guard change else { return SchemaMember(kind.key, .members(words)) }
      let types: SchemaNode =
        formats.contains { $0.rawValue == kind.key }
        ? ["type": ["string", "number", "object", "null"]]
        : ["type": ["string", "null"], "minLength": 1]
      return SchemaMember(kind.key, .members(words + types.members))
    }
  }

  private static func wholeBody(_ description: String, of value: SchemaDefinition) -> SchemaNode {
    func link(to path: String) -> SchemaNode { [BodyKeys.link: .text(path)] }
    return [
      "description": .text(description), "type": "object",
      "properties": [
        BodyKeys.next: [
          "description": "In a flow: the link to the next step.",
          "examples": [link(to: "checkout/pay")],
        ],
        BodyKeys.cancel: [
          "description": "In a flow: the link for who gives up.",
          "examples": [link(to: "checkout/cart")],
        ],
        BodyKeys.datatype: false,
      ],
      "patternProperties": ["^_": false], "$ref": .reference(value),
    ]
  }

  /// Whether a patch gives a key anew; null would take it away.
  private static func gives(_ key: String) -> SchemaNode {
    ["type": "object", "required": [.text(key)], "properties": [key: ["type": "string"]]]
  }

  /// The schema of the names beside a link in a patch.
  private static func changedNames(_ types: SchemaNode...) -> SchemaNode {
    ["type": ["object", "null"], "additionalProperties": ["type": .list(types + ["null"])]]
  }
}
