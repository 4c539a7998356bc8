// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
package import FileShapes

// The dictionaries by which a body takes values out of the answers of calls. Each key is a member of a
// shape; the template is made of what the shape has read, and the schema for editors follows from it.

extension Pick {
  /// The text of a pick.
  package static let shape = Shape<Placed<Pick>>(
    schema: {
      .string(
        like: #"^(?:\$\.[A-Za-z0-9_]|@)"#,
        called: "a pick such as $.item.name or @.name"
      )
    },
    read: { value, subject, context in
      guard case .string(let text) = value.content else {
        context.wrongKind(value, subject, "a pick such as $.item.name")
        return nil
      }
      do throws(TextFault) {
        return Placed(try Pick(text), at: context.place(of: value))
      } catch {
        context.findings.error(
          .badPick,
          at: context.place(of: value),
          error.message,
          quote: Finding.Quote(text, at: error.offset)
        )
        return nil
      }
    }
  )
  .named("pick")
}

extension SchemaDefinition {
  /// Any value of a body. The schema of documents replaces it with all that a body may hold.
  package static let value = SchemaDefinition("value") { .anything }
}

extension Shape where Value == DataValue {
  /// A value of a body, which is read by the template that it becomes a part of.
  static let ofBody = anything.schema(.reference(to: .value))
}

/// A value of an answer: `{ $pick: "$.item.name" }`.
struct PickDeclaration: Sendable {
  var pick: Placed<Pick>?
  var wantsAll = false
  var otherwise: DataValue?

  static let shape = Shape.object(PickDeclaration()) {
    picked
    Member("all", \.wantsAll, .flag, "Whether all values are wanted, as an array.")
    Member(
      TemplateKeys.otherwise,
      \.otherwise,
      .ofBody,
      "Value where there is nothing; the member is left out, unless given."
    )
  }
  .named("hole")

  static let picked = Member<PickDeclaration>(
    TemplateKeys.pick,
    \.pick,
    Pick.shape,
    isRequired: true,
    "In a document with calls: the value that an answer has there, by a JSONPath whose first name is a "
      + "call's.",
    examples: ["$.item.name"]
  )
}

/// The items of an answer, each mapped to a value: `{ $each: "$.catalog.items[*]", do: … }`.
struct EachDeclaration: Sendable {
  var items: Placed<Pick>?
  var item: DataValue?
  /// Maximum number of items.
  var limit = 1_000

  static let shape = Shape.object(EachDeclaration()) {
    Member(
      TemplateKeys.each,
      \.items,
      Pick.shape,
      isRequired: true,
      "In a document with calls: the items of an answer, each of which becomes what do says.",
      examples: ["$.catalog.items[*]"]
    )
    mapped
    Member("limit", \.limit, .integer(1...100_000), "The most items.")
  }
  .named("list")

  /// The member of a body that is a list, a page of which requests ask for. No limit stands beside it:
  /// the document's own `list` has one.
  static let pagedShape = Shape.object(EachDeclaration()) {
    Member(
      TemplateKeys.list,
      \.items,
      Pick.shape,
      isRequired: true,
      "In a document with calls and a list: the items of an answer, a page of which becomes what do "
        + "says; offset, count, total and next stand beside it.",
      examples: ["$.catalog.items[*]"]
    )
    mapped
  }
  .named("pagedList")

  private static let mapped = Member<EachDeclaration>(
    TemplateKeys.item,
    \.item,
    .ofBody,
    isRequired: true,
    "Value for each item, which is called @ in it.",
    examples: [["name": ["$pick": "@.name"]]]
  )
}

/// An item that is looked up by its key among those of a call: `{ $match: "prices", on: "@.id" }`.
struct MatchDeclaration: Sendable {
  var call: Placed<String>?
  var key: Placed<Pick>?
  var part: Placed<Pick>?
  var otherwise: DataValue?

  static let shape = Shape.object(MatchDeclaration()) {
    found
    Member(
      TemplateKeys.otherwise,
      \.otherwise,
      .ofBody,
      "Value where there is nothing; the member is left out, unless given."
    )
  }
  .named("match")

  static let found: [Member<MatchDeclaration>] = [
    Member(
      TemplateKeys.match,
      \.call,
      Shape<String>.text.placed,
      isRequired: true,
      "In a document with calls: the call among whose items one is looked up by its key.",
      examples: ["prices"]
    ),
    Member(
      "on",
      \.key,
      Pick.shape,
      isRequired: true,
      "Key of the item to look up.",
      examples: ["@.id"]
    ),
    Member(
      "pick",
      \.part,
      Pick.shape
        .checked {
          (pick: Placed<Pick>, value: DataValue, subject: Subject, context: inout ReadingContext) in
          if pick.value.root == .item { return true }
          context.badValue(
            value,
            "\(subject) is no path within an item; expected one such as @.price"
          )
          return false
        }
        .schema(.string(like: "^@", called: "a path within an item such as @.price")),
      "The part of the item that is wanted; all of it, unless given.",
      examples: ["@.price"]
    ),
  ]
}
