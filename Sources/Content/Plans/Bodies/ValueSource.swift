// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import FileShapes
import LocaleFormats

/// Where a value that is written in a language comes from.
enum ValueSource: Sendable {
  /// A text or a number, as it is written.
  case literal(String)
  case pick(Placed<Pick>)
  case match(MatchDeclaration)

  var literal: String? { if case .literal(let text) = self { text } else { nil } }

  /// A literal of some form, a pick as a text, or a dictionary that picks.
  ///
  /// - Parameters:
  ///   - literals: the schemas of the literals.
  ///   - words: the literals in messages.
  ///   - literal: reads a literal; notes one that is wrong.
  static func shape(
    orPicked literals: [SchemaNode],
    called words: String,
    reading literal: @escaping @Sendable (String, DataValue, inout ReadingContext) -> String?
  ) -> Shape<ValueSource> {
    Shape(
      schema: { ["anyOf": .list(literals + [picked.schema()])] },
      read: { value, subject, context in
        let text: String
        switch value.content {
        case .string(let string): text = string
        case .integer(let number): text = "\(number)"
        case .decimal(let decimal): text = decimal.text
        case .dictionary(let dictionary)
        where dictionary[TemplateKeys.pick] != nil || dictionary[TemplateKeys.match] != nil:
          return picked.read(value, subject, &context)
        default:
          context.findings.error(
            .badFormat,
            at: context.place(of: value),
            "\(subject) is \(value.kindName); expected \(words) or a pick"
          )
          return nil
        }
        if Pick.isPick(text) { return picked.read(value, subject, &context) }
        return literal(text, value, &context).map { .literal($0) }
      }
    )
  }

  /// A pick as a text, or a dictionary that picks, without anything that stands in for the value.
  private static let picked = Shape<ValueSource>(
    schema: { ["anyOf": [Pick.shape.schema(), pickAlone.schema(), matchAlone.schema()]] },
    read: { value, subject, context in
      if value[TemplateKeys.pick] != nil {
        let subject = Subject.key(TemplateKeys.pick)
        return pickAlone.read(value, subject, &context)?.pick.map { .pick($0) }
      }
      if value[TemplateKeys.match] != nil {
        return matchAlone.read(value, .key(TemplateKeys.match), &context).map { .match($0) }
      }
      return Pick.shape.read(value, subject, &context).map { .pick($0) }
    }
  )
  .named("source")

  private static let pickAlone = Shape.object(PickDeclaration()) { PickDeclaration.picked }
  private static let matchAlone = Shape.object(MatchDeclaration()) { MatchDeclaration.found }

  static let currency = shape(
    orPicked: [.one(of: CurrencyCode.known.map(\.description))],
    called: "the three letters of a currency"
  ) { text, value, context in
    if let code = CurrencyCode(text), code.isKnown, code.description == text { return text }
    context.findings.error(
      .badFormat,
      at: context.place(of: value),
      "\"\(text)\" is no currency in use; expected the three letters of one or a pick",
      suggestion: Suggestion.nearest(to: text, among: CurrencyCode.known.map(\.description))
    )
    return nil
  }
}

extension ZoneRules {
  /// A zone by its name in tzdata.
  static let shape = Shape<ZoneRules>(
    schema: {
      .string(
        like: #"^[A-Za-z0-9_+-]+(?:/[A-Za-z0-9_+-]+)*$"#,
        called: "the name of a zone such as \(ZoneDatabase.example)"
      )
    },
    read: { value, subject, context in
      guard case .string(let name) = value.content else {
        context.wrongKind(value, subject, "the name of one such as \(ZoneDatabase.example)")
        return nil
      }
      do throws(PlainError) {
        if let rules = try ZoneDatabase.system.rules(of: name) { return rules }
        context.findings.error(
          .badFormat,
          at: context.place(of: value),
          "\(subject) is \"\(name)\", which is no zone of tzdata; expected the name of one such as "
            + ZoneDatabase.example,
          suggestion: Suggestion.nearest(to: name, among: ZoneDatabase.system.names)
        )
      } catch {
        let message = "\(subject) is \"\(name)\", and \(error)"
        context.findings.error(.badFormat, at: context.place(of: value), message)
      }
      return nil
    }
  )
}

extension ZoneOffset {
  /// `Z`, `+01:00`.
  static let shape = Shape<ZoneOffset>(
    schema: {
      .string(
        like: #"^(?:Z|[+-](?:(?:0[0-9]|1[0-7]):[0-5][0-9]|18:00))$"#,
        called: "Z or a distance from UTC such as \(example)"
      )
    },
    read: { value, subject, context in
      guard let text = Shape<String>.text.read(value, subject, &context) else { return nil }
      if let offset = ZoneOffset(text) { return offset }
      context.badValue(
        value,
        "\(subject) is \"\(text)\"; expected Z or a distance from UTC such as \(example)"
      )
      return nil
    }
  )
}
