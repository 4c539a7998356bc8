// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import JSONValues
import LocaleFormats
import Localization

extension TemplateReader {
  /// What a text says of its arguments, if it says it in a way that a plan has to do with.
  package static func arguments(of dictionary: DataDictionary) -> DataDictionary? {
    guard dictionary[TemplateKeys.text] != nil,
      case .dictionary(let with) = dictionary[TemplateKeys.with]?.content
    else { return nil }
    return with
  }

  mutating func formatted(_ dictionary: DataDictionary, _ inItem: Bool) -> Template.Node {
    var reader = FormatReader()
    let declared = reader.declaration(dictionary)
    faults += reader.faults
    guard let declared, let value = source(declared.value, inItem) else { return .literal([]) }
    var currency = Template.Currency.declared
    if let picked = declared.currency {
      guard let source = source(picked, inItem) else { return .literal([]) }
      currency = .picked(source)
    } else if declared.usesCountry {
      if plan.countries.isEmpty {
        note(
          declared.value,
          "\"$money\" has no \"currency\", and the document's \"visitor\" no countries to take one of"
        )
      }
      currency = .ofCountry
    }
    return .formatted(
      Template.Formatted(
        format: declared.format,
        value: value,
        currency: currency,
        otherwise: otherwise(dictionary, inItem)
      )
    )
  }

  /// A literal, a pick as a text, or one of the dictionaries that find a value.
  private mutating func source(_ value: DataValue, _ inItem: Bool) -> Template.Source? {
    if let text = FormatDeclaration.text(of: value) {
      guard Pick.isPick(text) else { return .literal(text) }
      return read(value, inItem).map { .pick($0) }
    }
    guard case .dictionary(let dictionary) = value.content else {
      note(value, "this is \(value.kindName); expected a text or a pick")
      return nil
    }
    if let pick = dictionary[TemplateKeys.pick] {
      refuseOthers(dictionary, [TemplateKeys.pick])
      return read(pick, inItem).map { .pick($0) }
    }
    guard let match = dictionary[TemplateKeys.match] else {
      note(value, "this picks nothing; expected \"$pick\" or \"$match\"")
      return nil
    }
    refuseOthers(dictionary, [TemplateKeys.match, TemplateKeys.on, TemplateKeys.part])
    return lookup(match, dictionary, inItem).map {
      .match(call: $0.call, on: $0.key, pick: $0.path)
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
        value,
        "an argument of a text is \(value.kindName); expected a text, a number, a pick or one of "
          + FormatKeys.written.joined(separator: ", ")
      )
      return .literal([])
    }
  }
}
