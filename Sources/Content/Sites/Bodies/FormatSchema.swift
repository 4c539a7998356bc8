// SPDX-License-Identifier: Apache-2.0

import FileShapes
import LocaleFormats
import Plans

/// The schema of formatted values in bodies, as `FormatReader` reads them.
enum FormatSchema {
  /// The keys that say that a value is written the way of its reader, and the schema for each.
  static let kinds: [(key: String, definition: SchemaDefinition)] = [
    (FormatKeys.number, .number), (FormatKeys.percent, .percent), (FormatKeys.money, .money),
    (FormatKeys.date, .date),
  ]

  static let number = SchemaNode.object([
    value(FormatKeys.number, "A number in the language of the answer.", amount, [1_299]),
    digits, otherwise,
  ])

  static let percent = SchemaNode.object([
    value(
      FormatKeys.percent,
      "A share of one as one of a hundred.",
      amount,
      ["$.price.discount"]
    ),
    digits, otherwise,
  ])

  static let money = SchemaNode.object([
    value(FormatKeys.money, "An amount of a currency.", amount, ["$.price.amount"]),
    SchemaProperty(
      FormatKeys.currency,
      "The three letters of a currency, or a pick; that of the visitor's country, unless given.",
      picked(or: [.one(of: CurrencyCode.known.map(\.description))]),
      examples: ["EUR", "$.price.currency"]
    ),
    SchemaProperty(
      FormatKeys.symbol,
      "Form of the currency: US$, $ or USD.",
      .one(of: CurrencyFormat.SymbolStyle.allCases.map(\.rawValue)),
      default: .text(CurrencyFormat.SymbolStyle.standard.rawValue)
    ),
    digits, otherwise,
  ])

  static let date = SchemaNode.object([
    value(
      FormatKeys.date,
      "Seconds of Unix time, an instant of RFC 3339 or a day.",
      instant,
      ["$.item.since", "2026-12-20"]
    ),
    SchemaProperty(
      FormatKeys.style,
      "Length of the date.",
      .one(of: FormatKeys.dateStyles),
      default: "medium"
    ),
    SchemaProperty(
      FormatKeys.time,
      "Whether hours and minutes stand there too.",
      .one(of: FormatKeys.timeStyles),
      default: "none"
    ),
    SchemaProperty(
      FormatKeys.zone,
      "The zone of the clock by its name in tzdata, daylight saving included; instead of an offset.",
      .string(
        like: SchemaPatterns.zone,
        called: "the name of a zone such as \(ZoneDatabase.example)"
      ),
      examples: [.text(ZoneDatabase.example)]
    ),
    SchemaProperty(
      FormatKeys.offset,
      "Distance of the clock from UTC.",
      .string(
        like: SchemaPatterns.offset,
        called: "Z or a distance from UTC such as \(ZoneOffset.example)"
      ),
      default: "Z",
      examples: [.text(ZoneOffset.example)]
    ),
    otherwise,
  ])

  /// The schema of a source: a pick as a text, or a dictionary that picks, without a default.
  static let source: SchemaNode = [
    "anyOf": [
      .reference(to: .pick), .object(Array(TemplateSchema.holeProperties.prefix(1))),
      .object(TemplateSchema.matchProperties),
    ]
  ]

  /// A number, as a text too.
  static let amount = picked(or: [
    .number, .string(like: SchemaPatterns.amount, called: "a number such as 39.99"),
  ])

  /// An instant or a day.
  static let instant = picked(or: [
    ["type": "integer"],
    .string(like: SchemaPatterns.date, called: "an instant or a day such as 2026-12-20"),
  ])

  /// The schema of an argument of a text.
  static let argument: SchemaNode = [
    "anyOf": .list(
      [
        ["type": ["string", "number"]], .reference(to: .hole), .reference(to: .match),
      ] + kinds.map { SchemaNode.reference(to: $0.definition) }
    )
  ]

  private static func picked(or literals: [SchemaNode]) -> SchemaNode {
    ["anyOf": .list(literals + [.reference(to: .source)])]
  }

  private static func value(
    _ key: String,
    _ description: String,
    _ schema: SchemaNode,
    _ examples: [SchemaNode]
  ) -> SchemaProperty {
    SchemaProperty(
      key,
      description,
      schema,
      isRequired: true,
      examples: examples
    )
  }

  private static let digits = SchemaProperty(
    FormatKeys.digits,
    "Digits of the fraction; as many as is usual, unless given.",
    .integer(NumberFormat.digits)
  )

  private static let otherwise = SchemaProperty(
    TemplateKeys.otherwise,
    "Value where there is nothing to write; the member is left out, unless given.",
    .reference(to: .value)
  )
}
