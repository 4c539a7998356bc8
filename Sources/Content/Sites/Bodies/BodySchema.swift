// SPDX-License-Identifier: Apache-2.0

import ContentModel
import FileShapes
import Plans

// A body is any data with texts, links and rows in it. Which of them a dictionary is, its keys say;
// so the schemas choose by `if`, and an editor's message is about what was meant.

/// The schema of bodies, as `BodyScanner` reads them.
enum BodySchema {
  static let body = wholeBody("The body: plain data with texts, links and rows in it.", of: .value)

  static let patch = wholeBody(
    "A merge patch of RFC 7396: members take the place of the body's, null removes them.",
    of: .change
  )

  static let value = choice(orElse: .anything).with(
    "properties",
    .properties(named(.anything, written: .anything))
  )

  /// No row is a list that requests ask of, which is a member of the body itself.
  static let row = choice(orElse: .anythingOfRow, isRow: true).with(
    "properties",
    .properties(named(.anything, written: .anything).filter { $0.name != TemplateKeys.list })
  )

  static let text: SchemaNode = [
    "properties": [
      BodyKeys.text: [
        "description": "The name of a text of Locales.", "type": "string", "minLength": 1,
      ],
      TemplateKeys.with: [
        "description":
          "Arguments of the text: literals, picks in a document with calls, and what they are written as.",
        "type": ["string", "number", "object"], "patternProperties": [#"^\$"#: false],
        "additionalProperties": .reference(to: .textArgument),
        "examples": [["amount": [FormatKeys.money: 5, FormatKeys.currency: "EUR"]]],
      ],
    ],
    "patternProperties": [#"^\$(?!t$)"#: false],
    "additionalProperties": ["type": ["string", "number"]],
  ]

  static let link: SchemaNode = [
    "properties": [
      BodyKeys.link: ["description": "The path of a document.", "type": "string", "minLength": 1],
      TemplateKeys.with: [
        "description": "In a document with calls: values of the names in braces in the path.",
        "type": "object", "additionalProperties": ["type": "string"],
        "examples": [["id": "@.id"]],
      ],
      TemplateKeys.carry: [
        "description": "Values that the document takes along a flow, and picks in one with calls.",
        "type": "object", "additionalProperties": ["type": ["string", "integer"]],
        "examples": [["cart": "$.cart.id", "kind": "gift"]],
      ],
    ],
    "additionalProperties": false,
  ]

  static let anything: SchemaNode = [
    "patternProperties": [#"^\$"#: false], "additionalProperties": .reference(to: .value),
  ]

  static let anythingOfRow: SchemaNode = [
    "properties": .properties([
      SchemaProperty(
        BodyKeys.device,
        "Kinds of devices that get the row.",
        .names(DeviceClass.shape.schema(), atLeast: 1),
        examples: ["phone"]
      ),
      SchemaProperty(
        BodyKeys.when,
        "Visitors who get the row; it does not stay in the answer.",
        SiteSettings().conditions.schema(),
        examples: [["app": ">=2"]]
      ),
      SchemaProperty(
        BodyKeys.datatype,
        "Kind of thing that the row is; apps choose how to draw it by this.",
        .string,
        examples: ["link"]
      ),
    ]),
    "patternProperties": [#"^\$"#: false], "additionalProperties": .reference(to: .value),
  ]

  /// A part of a patch: what it is the patched body says, unless it names a text or a link itself.
  static let change: SchemaNode = [
    "properties": .properties(
      named(
        ["type": ["string", "null"], "minLength": 1],
        written: ["type": ["string", "number", "object", "null"]]
      )
    ),
    "patternProperties": [
      #"^\$(?!(?:t|ref|pick|each|match|list|embed|number|percent|money|date)$)"#: ["type": "null"]
    ],
    "if": names(BodyKeys.text),
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
      "if": names(BodyKeys.link),
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

  /// The schema of the names beside a link in a patch.
  private static func changedNames(_ types: SchemaNode...) -> SchemaNode {
    [
      "type": ["object", "null"],
      "additionalProperties": ["type": .list(types + ["null"])],
    ]
  }

  /// The keys that say what a dictionary is, with what stands behind names and behind values.
  private static func named(_ schema: SchemaNode, written: SchemaNode) -> [SchemaProperty] {
    [
      SchemaProperty(
        BodyKeys.text,
        "A text of Locales by its name; what stands beside it is filled in.",
        schema,
        examples: ["home.title"]
      ),
      SchemaProperty(
        BodyKeys.link,
        "A link to a document by its path.",
        schema,
        examples: ["screens/cart"]
      ),
      SchemaProperty(
        TemplateKeys.pick,
        "In a document with calls: a value of an answer.",
        schema,
        examples: ["$.item.name"]
      ),
      SchemaProperty(
        TemplateKeys.each,
        "In a document with calls: the items of an answer, each of which becomes what do says.",
        schema,
        examples: ["$.catalog.items[*]"]
      ),
      SchemaProperty(
        TemplateKeys.match,
        "In a document with calls: an item of an answer that is looked up by its key.",
        schema,
        examples: ["prices"]
      ),
      SchemaProperty(
        TemplateKeys.list,
        "In a document with calls and a list: the items, a page of which requests ask for.",
        schema,
        examples: ["$.catalog.items[*]"]
      ),
      SchemaProperty(
        TemplateKeys.embed,
        "Another document, whose body stands here.",
        schema,
        examples: ["items/{id}"]
      ),
      SchemaProperty(
        FormatKeys.number,
        "A number, written in the language of the answer.",
        written,
        examples: [1_299]
      ),
      SchemaProperty(
        FormatKeys.percent,
        "A share of one, written as one of a hundred in the language of the answer.",
        written,
        examples: ["0.25"]
      ),
      SchemaProperty(
        FormatKeys.money,
        "An amount, written in the language of the answer.",
        written,
        examples: ["39.99"]
      ),
      SchemaProperty(
        FormatKeys.date,
        "An instant or a day, written in the language of the answer.",
        written,
        examples: ["2026-12-20"]
      ),
    ]
  }

  private static func wholeBody(
    _ description: String,
    of value: SchemaDefinition
  ) -> SchemaNode {
    [
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

  private static func link(to path: String) -> SchemaNode { [BodyKeys.link: .text(path)] }

  /// A text, a link, something that is filled in, or anything else.
  private static func choice(
    orElse rest: SchemaDefinition,
    isRow: Bool = false
  ) -> SchemaNode {
    var kinds: [(key: String, definition: SchemaDefinition)] = [
      (BodyKeys.text, .text), (BodyKeys.link, .link),
    ]
    kinds += TemplateSchema.kinds.filter { !isRow || $0.key != TemplateKeys.list }
    kinds += FormatSchema.kinds
    if isRow, let embed = kinds.firstIndex(where: { $0.key == TemplateKeys.embed }) {
      kinds[embed].definition = .embedRow
    }
    let choice = kinds.reversed().reduce(SchemaNode.reference(to: rest)) { rest, kind in
      ["if": has(kind.key), "then": .reference(to: kind.definition), "else": rest]
    }
    return choice.with("items", .reference(to: .row))
  }

  /// Whether a patch gives a key anew; null would take it away.
  private static func names(_ key: String) -> SchemaNode {
    has(key).with("properties", [key: ["type": "string"]])
  }

  private static func has(_ key: String) -> SchemaNode {
    ["type": "object", "required": [.text(key)]]
  }
}
