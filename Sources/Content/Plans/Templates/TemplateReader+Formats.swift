// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import FileShapes
import Localization

extension TemplateReader {
  /// Returns the arguments of a text, if it has any that a plan must fill.
  package static func arguments(of dictionary: DataDictionary) -> DataDictionary? {
    guard dictionary[TemplateKeys.text] != nil,
      case .dictionary(let with) = dictionary[TemplateKeys.with]?.content
    else { return nil }
    return with
  }

  mutating func formatted(_ value: DataValue, _ inItem: Bool) -> Template.Node {
    guard let declared = FormatDeclaration.read(value, &context),
      let source = source(declared.value, inItem)
    else { return .literal([]) }
    var currency = Template.Currency.declared
    if let own = declared.currency, own.value.literal == nil {
      guard let picked = self.source(own, inItem) else { return .literal([]) }
      currency = .picked(picked)
    } else if declared.usesCountry {
      if plan.countries.isEmpty {
        note(
          declared.place ?? context.place(of: value),
          "\"$money\" has no \"currency\", and the document's \"visitor\" no countries to take one of"
        )
      }
      currency = .ofCountry
    }
    return .formatted(
      Template.Formatted(
        format: declared.format,
        value: source,
        currency: currency,
        otherwise: otherwise(declared.otherwise, inItem)
      )
    )
  }

  private mutating func source(
    _ declared: Placed<ValueSource>?,
    _ inItem: Bool
  ) -> Template.Source? {
    switch declared?.value {
    case .literal(let text): .literal(text)
    case .pick(let pick): resolved(pick, inItem).map { .pick($0) }
    case .match(let match):
      lookup(match, inItem).map {
        .match(call: $0.call, on: $0.key, pick: match.part?.value.path)
      }
    case nil: nil
    }
  }

  mutating func text(
    _ dictionary: DataDictionary,
    _ with: DataDictionary,
    _ inItem: Bool
  ) -> Template.Node {
    var arguments: [Template.Argument] = []
    for member in dictionary.members
    where member.key != TemplateKeys.text && member.key != TemplateKeys.with {
      arguments.append(Template.Argument(name: member.key, value: literal(member.value)))
    }
    for member in with.members {
      arguments.append(
        Template.Argument(name: member.key, value: argument(member.value, inItem))
      )
    }
    var pattern: TextPattern?
    if case .string(let name) = dictionary[TemplateKeys.text]?.content { pattern = texts[name] }
    return .text(Template.Text(pattern: pattern, arguments: arguments))
  }

  private mutating func argument(_ value: DataValue, _ inItem: Bool) -> Template.Node {
    switch value.content {
    case .string(let text):
      guard Pick.isPick(text) else { return literal(value) }
      return read(value, inItem).map { .first($0, otherwise: nil) } ?? .literal([])
    case .integer, .decimal: return literal(value)
    case .dictionary(let dictionary)
    where dictionary[TemplateKeys.pick] != nil || dictionary[TemplateKeys.match] != nil
      || FormatDeclaration.isOne(dictionary):
      return node(value, inItem: inItem)
    default:
      note(
        context.place(of: value),
        "an argument of a text is \(value.kindName); expected a text, a number, a pick or one of "
          + FormatDeclaration.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      )
      return .literal([])
    }
  }
}
