// SPDX-License-Identifier: Apache-2.0

import FileShapes
import Plans

/// What `PlanReader` reads of a list, and the member of the body that is one.
enum ListSchema {
  static let list = SchemaNode.object([
    SchemaProperty(
      "limit",
      "How many items an answer has, unless a request says; at most as many as maximum.",
      .integer(PlanReader.listLimits),
      default: .integer(ListLimits.standardLimit)
    ),
    SchemaProperty(
      "maximum",
      "How many items a request may ask for at once.",
      .integer(ListLimits.maximums),
      default: .integer(ListLimits.standardMaximum)
    ),
    SchemaProperty(
      "keys",
      "What the items can be put in order and chosen by.",
      .dictionary(
        of: .reference(to: .listKey),
        names: .string(like: name, called: "letters, digits and underscores")
      )
      .with("maxProperties", .integer(ListLimits.maximumKeys)),
      examples: [["price": "@.price"]]
    ),
    SchemaProperty(
      "total",
      "Where a service that pages the list itself says how many items there are.",
      .string(like: SchemaPatterns.totalPick, called: "a pick such as $.items.total"),
      examples: ["$.items.total"]
    ),
  ])

  /// A way within an item, something that is filled in, or what the service does itself.
  static let key: SchemaNode = [
    "if": ["type": "string"], "then": itemPick,
    "else": [
      "if": has(TemplateKeys.pick), "then": .reference(to: .hole),
      "else": ["if": has(TemplateKeys.match), "then": .reference(to: .match), "else": told],
    ],
  ]

  static let hole = SchemaNode.object([
    SchemaProperty(
      TemplateKeys.list,
      "The items of an answer, a page of which becomes what do says; offset, count, total and next "
        + "stand beside it.",
      .reference(to: .pick),
      isRequired: true,
      examples: ["$.catalog.items[*]"]
    ),
    TemplateSchema.item,
  ])

  private static let name = "^[A-Za-z0-9_]+$"

  private static let itemPick = SchemaNode.string(
    like: "^@",
    called: "a way within an item such as @.price"
  )

  private static let told = SchemaNode.object(
    [
      SchemaProperty(
        PlanReader.keyValue,
        "What the gateway orders and chooses by, as far as the service does not.",
        itemPick,
        examples: ["@.price"]
      ),
      SchemaProperty(
        PlanReader.keySort,
        "What the service calls the key in the variable sort.",
        .string,
        examples: ["price"]
      ),
    ]
      + ListQualifier.allCases.map { qualifier in
        SchemaProperty(
          qualifier.rawValue,
          "The variable by which a call is told what a predicate compares with.",
          .string(like: name, called: "letters, digits and underscores"),
          examples: ["category"]
        )
      }
  )

  private static func has(_ key: String) -> SchemaNode {
    ["type": "object", "required": [.text(key)]]
  }
}
