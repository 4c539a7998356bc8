// SPDX-License-Identifier: Apache-2.0

import FileShapes
import Plans

/// The schema of picks in the body of a document with calls, as `TemplateReader` reads them.
enum TemplateSchema {
  /// The keys that say that something is filled in, and the schema for each.
  static let kinds: [(key: String, definition: SchemaDefinition)] = [
    (TemplateKeys.pick, .hole), (TemplateKeys.each, .list), (TemplateKeys.match, .match),
    (TemplateKeys.list, .pagedList), (TemplateKeys.embed, .embed),
  ]

  static let hole = SchemaNode.object(holeProperties + [otherwise])

  static let holeProperties = [
    SchemaProperty(
      TemplateKeys.pick,
      "The value that an answer has there, by a JSONPath whose first name is a call's.",
      .reference(to: .pick),
      isRequired: true,
      examples: ["$.item.name"]
    ),
    SchemaProperty(
      TemplateKeys.all,
      "Whether all values are wanted, as an array.",
      .boolean,
      default: false
    ),
  ]

  /// The value for each item of a list, however its items are chosen.
  static let item = SchemaProperty(
    TemplateKeys.item,
    "Value for each item, which is called @ in it.",
    .reference(to: .value),
    isRequired: true,
    examples: [["name": [TemplateKeys.pick: "@.name"]]]
  )

  static let list = SchemaNode.object([
    SchemaProperty(
      TemplateKeys.each,
      "The items of an answer, each of which becomes what do says.",
      .reference(to: .pick),
      isRequired: true,
      examples: ["$.catalog.items[*]"]
    ),
    item,
    SchemaProperty(
      TemplateKeys.limit,
      "The most items.",
      .integer(TemplateKeys.limits),
      default: .integer(TemplateReader.standardLimit)
    ),
  ])

  /// The member of a body that is a list, a page of which requests ask for.
  static let pagedList = SchemaNode.object([
    SchemaProperty(
      TemplateKeys.list,
      "The items of an answer, a page of which becomes what do says; offset, count, total and next "
        + "stand beside it.",
      .reference(to: .pick),
      isRequired: true,
      examples: ["$.catalog.items[*]"]
    ),
    item,
  ])

  static let match = SchemaNode.object(matchProperties + [otherwise])

  static let matchProperties = [
    SchemaProperty(
      TemplateKeys.match,
      "Call among whose items one is looked up.",
      .string,
      isRequired: true,
      examples: ["prices"]
    ),
    SchemaProperty(
      TemplateKeys.on,
      "Key of the item to look up.",
      .reference(to: .pick),
      isRequired: true,
      examples: ["@.id"]
    ),
    SchemaProperty(
      TemplateKeys.part,
      "The part of the item that is wanted; all of it, unless given.",
      .string(like: "^@", called: "a way within an item such as @.price"),
      examples: ["@.price"]
    ),
  ]

  private static let otherwise = SchemaProperty(
    TemplateKeys.otherwise,
    "Value where there is nothing; the member is left out, unless given.",
    .reference(to: .value)
  )
}
