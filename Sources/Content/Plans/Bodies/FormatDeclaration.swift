// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
package import FileShapes
package import LocaleFormats

/// A value that is written in the language of the answer, such as `{ $money: "$.price.amount",
/// currency: "EUR" }`.
package struct FormatDeclaration: Sendable {
  /// The kinds of such values, by the key that a dictionary has for one of them.
  package enum Kind: String, Sendable, CaseIterable {
    case number = "$number"
    case percent = "$percent"
    case money = "$money"
    case date = "$date"
  }

  /// Whether a date is written with hours and minutes.
  enum Clock: String, Sendable, CaseIterable {
    case short
    case none
  }

  let kind: Kind
  var value: Placed<ValueSource>?
  /// `nil` for one that needs no currency, or takes that of the visitor's country.
  var currency: Placed<ValueSource>?
  fileprivate var digits: Int?
  fileprivate var symbol = CurrencyFormat.SymbolStyle.standard
  fileprivate var style = DateFormat.Style.medium
  fileprivate var clock = Clock.none
  fileprivate var zone: ZoneRules?
  fileprivate var offset: ZoneOffset?
  package var otherwise: DataValue?

  fileprivate init(_ kind: Kind) { self.kind = kind }

  /// Whether a dictionary is one of these.
  package static func isOne(_ dictionary: DataDictionary) -> Bool { kind(of: dictionary) != nil }

  private static func kind(of dictionary: DataDictionary) -> Kind? {
    Kind.allCases.first { dictionary[$0.rawValue] != nil }
  }

  /// Reads a dictionary that is one of these; `nil`, with findings, if anything is wrong in it.
  package static func read(
    _ value: DataValue,
    _ context: inout ReadingContext
  ) -> FormatDeclaration? {
    guard case .dictionary(let dictionary) = value.content, let kind = kind(of: dictionary) else {
      return nil
    }
    return kind.shape.read(value, .key(kind.rawValue), &context)
  }

  /// Whether the currency is that of the visitor's country.
  package var usesCountry: Bool { kind == .money && currency == nil }

  /// Whether nothing has to be picked.
  package var isLiteral: Bool {
    !usesCountry && value?.value.literal != nil
      && (currency.map { $0.value.literal != nil } ?? true)
  }

  package var format: ValueFormat {
    switch kind {
    case .number: .number(digits: digits.map { $0...$0 })
    case .percent: .percent(digits: digits)
    case .money:
      .money(currency?.value.literal.flatMap { CurrencyCode($0) }, symbol: symbol, digits: digits)
    case .date:
      .date(
        style,
        hasTime: clock == .short,
        zone: zone.map { .rules($0) } ?? .offset(offset ?? .utc)
      )
    }
  }

  /// Where the value stands in its file.
  package var place: FilePlace? { value?.place }

  /// The text in a language; `nil` if something has to be picked, or the value is none of its kind.
  package func text(in locale: LocaleFormat) -> String? {
    guard isLiteral, let text = value?.value.literal else { return nil }
    return format.text(of: text, in: locale)
  }

  /// Notes a literal that is not of its kind; anything that is picked is known later.
  fileprivate func check(_ subject: Subject, _ context: inout ReadingContext) {
    guard let value, let text = value.value.literal else { return }
    let probe = CurrencyCode("EUR")
    guard format.text(of: text, currency: probe, in: .of(.undetermined)) == nil else { return }
    context.findings.error(
      .badFormat,
      at: value.place,
      "\(subject) is \"\(text)\"; expected \(kind.expectation) or a pick"
    )
  }
}

extension FormatDeclaration.Kind {
  /// The shape of a dictionary of this kind.
  package var shape: Shape<FormatDeclaration> {
    switch self {
    case .number: FormatDeclaration.number
    case .percent: FormatDeclaration.percent
    case .money: FormatDeclaration.money
    case .date: FormatDeclaration.date
    }
  }

  /// The literals that there are, in messages.
  fileprivate var expectation: String {
    self == .date
      ? "seconds of Unix time, an instant such as 2026-12-20T00:00Z, a day such as 2026-12-20"
      : "a number of at most \(DecimalText.maximumIntegerDigits) digits"
  }

  fileprivate var literals: [SchemaNode] {
    self == .date
      ? [
        ["type": "integer"],
        .string(like: Self.datePattern, called: "an instant or a day such as 2026-12-20"),
      ]
      : [.number, .string(like: Self.amountPattern, called: "a number such as 39.99")]
  }

  /// `39.99`, `-1.5e3`.
  private static let amountPattern = #"^-?[0-9]{1,40}(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?$"#

  /// `1797728640`, `2026-12-20`, `2026-12-20T00:00:00.5Z`.
  private static let datePattern =
    #"^(?:-?[0-9]{1,18}|\#(TextPatterns.day)(?:[T ]\#(TextPatterns.hour):[0-5][0-9]"#
    + #"(?::[0-5][0-9](?:\.[0-9]+)?)?(?:Z|[+-]\#(TextPatterns.hour):[0-5][0-9]))?)$"#
}

extension FormatDeclaration {
  fileprivate static let number = shape(
    .number,
    named: "number",
    "A number in the language of the answer.",
    examples: [1_299]
  ) { digitsMember }

  fileprivate static let percent = shape(
    .percent,
    named: "percent",
    "A share of one, written as one of a hundred in the language of the answer.",
    examples: ["0.25", "$.price.discount"]
  ) { digitsMember }

  fileprivate static let money = shape(
    .money,
    named: "money",
    "An amount of a currency, in the language of the answer.",
    examples: ["39.99", "$.price.amount"]
  ) {
    Member(
      "currency",
      \.currency,
      ValueSource.currency.placed,
      "The three letters of a currency, or a pick; that of the visitor's country, unless given.",
      examples: ["EUR", "$.price.currency"]
    )
    Member("symbol", \.symbol, .choice, "Form of the currency: US$, $ or USD.")
    digitsMember
  }

  fileprivate static let date = shape(
    .date,
    named: "date",
    "Seconds of Unix time, an instant of RFC 3339 or a day, in the language of the answer.",
    examples: ["$.item.since", "2026-12-20"]
  ) {
    Member("style", \.style, .choice, "Length of the date.")
    Member("time", \.clock, .choice, "Whether hours and minutes stand there too.")
    Member(
      "zone",
      \.zone,
      ZoneRules.shape,
      "The zone of the clock by its name in tzdata, daylight saving included; instead of an offset.",
      examples: [DataValue(.string(ZoneDatabase.example))]
    )
    Member(
      "offset",
      \.offset,
      ZoneOffset.shape,
      default: "Z",
      "Distance of the clock from UTC.",
      examples: [DataValue(.string(ZoneOffset.example))]
    )
  }
  .adjusted { date, value, _, context in
    if date.style == .none, date.clock == .none {
      context.badValue(
        value["style"] ?? value,
        "neither a date nor a time is wanted; expected \"time\" to be short"
      )
    }
    if let offset = value["offset"], value["zone"] != nil {
      context.badValue(
        offset,
        "\"offset\" stands beside \"zone\", which says it; expected one of them"
      )
    }
  }

  private static let digitsMember = Member<FormatDeclaration>(
    "digits",
    \.digits,
    .integer(NumberFormat.digits),
    "Digits of the fraction; as many as is usual, unless given."
  )

  private static func shape(
    _ kind: Kind,
    named name: String,
    _ sentence: String,
    examples: [DataValue],
    @MemberBuilder<FormatDeclaration> _ members: () -> [Member<FormatDeclaration>]
  ) -> Shape<FormatDeclaration> {
    let members = members()
    return Shape.object(FormatDeclaration(kind)) {
      Member(
        kind.rawValue,
        \.value,
        ValueSource.shape(
          orPicked: kind.literals,
          called: kind.expectation,
          reading: { text, _, _ in text }
        )
        .placed,
        isRequired: true,
        sentence,
        examples: examples
      )
      members
      Member(
        TemplateKeys.otherwise,
        \.otherwise,
        .ofBody,
        "Value where there is nothing to write; the member is left out, unless given."
      )
    }
    .adjusted { declaration, _, subject, context in declaration.check(subject, &context) }
    .sound
    .named(name)
  }
}
