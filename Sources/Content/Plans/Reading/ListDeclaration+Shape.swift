// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters

// The queries that requests may make of a document that is a list: the keys by which its items can
// be sorted and filtered, and the part of that which the service does itself.
extension PlanWords {
  var list: Shape<ListDeclaration> {
    Shape.object(ListDeclaration()) {
      Member(
        "limit",
        \.limit,
        .integer(1...ListLimits.maximums.upperBound),
        "Items of an answer, unless the request says how many; at most maximum."
      )
      Member(
        "maximum",
        \.maximum,
        .integer(ListLimits.maximums),
        "The most items of a page; a request for more gets as many."
      )
      Member(
        "keys",
        \.keys,
        key.dictionary(
          of: "the key",
          keys: .word("name of a key"),
          atMost: ListLimits.maximumKeys,
          orElse: .overBudget,
          counting: "keys"
        )
        .keyed(by: \.name),
        "Keys by which items can be sorted and filtered.",
        examples: [["price": "@.price"]]
      )
      Member(
        "total",
        \.total,
        ListDeclaration.totalPick,
        "Pick of the number of all items, where the service pages the list itself.",
        examples: ["$.items.total"]
      )
    }
    .adjusted { list, value, _, context in
      if value["limit"] == nil { list.limit = min(list.limit, list.maximum) }
      guard list.limit > list.maximum else { return }
      context.badValue(value, "\"limit\" is \(list.limit), more than \"maximum\", \(list.maximum)")
    }
  }

  /// A way within an item, something that is filled in, or what the service does itself.
  private var key: Shape<ListDeclaration.Key> {
    let told = ListDeclaration.Key.told
    let kinds = [
      (TemplateKeys.pick, PickDeclaration.shape.schema()),
      (TemplateKeys.match, MatchDeclaration.shape.schema()),
    ]
    return Shape(
      schema: {
        [
          "if": ["type": "string"], "then": ListDeclaration.itemPick.schema(),
          "else": .choice(of: kinds, orElse: told.schema()),
        ]
      },
      read: { value, subject, context in
        var key = ListDeclaration.Key("")
        switch value.content {
        case .string: key.value = ListDeclaration.itemPick.read(value, subject, &context)
        case .dictionary(let dictionary) where kinds.contains(where: { dictionary[$0.0] != nil }):
          key.value = value
        default: return told.read(value, subject, &context)
        }
        return key
      }
    )
    .named("listKey")
  }
}

extension ListDeclaration.Key {
  /// A key that the service sorts and filters by itself, under its own names.
  fileprivate static let told = Shape.object(ListDeclaration.Key("")) {
    Member(
      "pick",
      \.value,
      ListDeclaration.itemPick,
      "Value by which the gateway sorts and filters, as far as the service does not.",
      examples: ["@.price"]
    )
    Member(
      "sort",
      \.sortName,
      .text,
      "Name of the key in the variable sort of the service.",
      examples: ["price"]
    )
    for qualifier in FilterQualifier.allCases {
      Member(
        qualifier.rawValue,
        \.told[qualifier],
        .text(.word("name of a variable")),
        "Variable by which a call is told what the predicate compares with.",
        examples: ["category"]
      )
    }
  }
}

extension ListDeclaration {
  /// A pick of an answer, as it is written.
  fileprivate static let totalPick = pick(
    beginningWith: "$.",
    pattern: #"^\$\."#,
    called: "a pick such as $.items.total"
  ) { "\($0) is no pick such as $.items.total" }

  /// A way within an item, as it is written.
  fileprivate static let itemPick = pick(
    beginningWith: "@",
    pattern: "^@",
    called: "a path within an item such as @.price"
  ) { "\($0) is no path within an item; expected one such as @.price" }

  private static func pick(
    beginningWith start: String,
    pattern: String,
    called words: String,
    _ message: @escaping @Sendable (String) -> String
  ) -> Shape<DataValue> {
    Shape(
      schema: { .string(like: pattern, called: words) },
      read: { value, _, context in
        var seen = value.kindName
        if case .string(let text) = value.content {
          if text.hasPrefix(start) { return value }
          seen = "\"\(text)\""
        }
        context.findings.error(.badPick, at: context.place(of: value), message(seen))
        return nil
      }
    )
  }
}
