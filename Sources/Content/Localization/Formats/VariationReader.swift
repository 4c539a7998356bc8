// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles

/// Makes a message of variations.
struct VariationReader {
  /// Substitutions within substitutions.
  private static let maximumDepth = 16

  private let key: String
  private let rules: PluralRules
  private let substitutions: [(name: String, substitution: Variations.Substitution)]
  private var draft: TextsDraft

  /// The argument that variations are about, inside a substitution.
  private struct Subject {
    let argument: Argument
    let kind: Placeholder.Kind
  }

  private init(
    _ key: String,
    _ variations: Variations,
    _ language: String,
    _ draft: consuming TextsDraft
  ) {
    self.key = key
    substitutions = variations.substitutions
    rules = PluralRules(LanguageTag(language) ?? .undetermined, .cardinal)
    self.draft = draft
  }

  /// The message of a key in a language; what is wrong with it is noted in the draft.
  static func message(
    _ key: String,
    _ variations: Variations,
    _ language: String,
    _ draft: inout TextsDraft
  ) -> Message {
    var reader = VariationReader(key, variations, language, draft)
    let message = reader.message(variations, about: nil, depth: 0)
    draft = reader.draft
    return message
  }

  private mutating func message(
    _ variations: Variations,
    about subject: Subject?,
    depth: Int
  ) -> Message {
    if !variations.devices.isEmpty { return devices(variations, about: subject, depth: depth) }
    if !variations.plurals.isEmpty { return plurals(variations, about: subject, depth: depth) }
    return Message(text(variations, about: subject, depth: depth))
  }

  private mutating func devices(
    _ variations: Variations,
    about subject: Subject?,
    depth: Int
  ) -> Message {
    var cases: [Choice.Case] = []
    for (name, inner) in variations.devices {
      guard let device = AppleDevice.key(name) else {
        draft.findings.warning(
          .textKind,
          at: FilePlace(draft.file, inner.position),
          "the text \"\(key)\" is there for \"\(name)\", a device that no content is made for"
        )
        continue
      }
      guard !cases.contains(where: { $0.key == device }) else { continue }
      cases.append(Choice.Case(device, message(inner, about: subject, depth: depth)))
    }
    if !cases.contains(where: { $0.key == .other }), let first = cases.first {
      cases.append(Choice.Case(.other, first.message))
    }
    return Message([.choice(Choice(.device, cases))])
  }

  private mutating func plurals(
    _ variations: Variations,
    about subject: Subject?,
    depth: Int
  ) -> Message {
    let argument = subject?.argument ?? VariationReader.counted(in: variations)
    var cases: [Choice.Case] = []
    for (name, inner) in variations.plurals {
      guard let form = PluralForm.key(name, in: rules) else {
        draft.error(
          .pluralForm,
          at: inner.position,
          "the text \"\(key)\" has the plural form \"\(name)\"; expected zero, one, two, few, many "
            + "or other"
        )
        continue
      }
      cases.append(Choice.Case(form, message(inner, about: subject, depth: depth)))
    }
    return Message([.choice(Choice(.plural(argument, isOrdinal: false, offset: 0), cases))])
  }

  /// The number that forms without a substitution go by: the first one that any of them shows.
  private static func counted(in variations: Variations) -> Argument {
    for text in variations.plurals.lazy.compactMap(\.variations.text) {
      var pattern = PatternReader()
      for case .placeholder(let placeholder) in pattern.parts(of: text)
      where placeholder.kind == .integer || placeholder.kind == .decimal {
        return placeholder.argument
      }
    }
    return Argument(position: 1)
  }

  private mutating func text(
    _ variations: Variations,
    about subject: Subject?,
    depth: Int
  ) -> [Message.Part] {
    var pattern = PatternReader(
      next: (subject?.argument.position ?? 0) + 1,
      first: subject?.argument,
      current: subject.map { ($0.argument, $0.kind) }
    )
    let position = variations.position
    let text = variations.text ?? ""
    if subject == nil, Message.isMessageFormat(text) {
      do {
        return try MessageFormat.message(text).parts
      } catch {
        draft.refuse(key, at: position, error)
        return []
      }
    }
    return pattern.parts(of: text) { reference in
      self.choice(reference, at: position, depth: depth)
    }
  }

  private mutating func choice(
    _ reference: PatternReader.Reference,
    at position: SourcePosition,
    depth: Int
  ) -> Message.Part? {
    guard let found = substitutions.first(where: { $0.name == reference.name })?.substitution else {
      draft.error(
        .textPattern,
        at: position,
        "the text \"\(key)\" names \"%#@\(reference.name)@\", and no substitution has that name"
      )
      return nil
    }
    guard depth < VariationReader.maximumDepth else {
      draft.error(
        .textPattern,
        at: position,
        "the text \"\(key)\" has more than \(VariationReader.maximumDepth) substitutions in each "
          + "other"
      )
      return nil
    }
    let argument = Argument(
      name: reference.name,
      position: found.position ?? reference.position
    )
    let subject = Subject(
      argument: argument,
      kind: PatternReader.kind(ofSpecifier: found.specifier)
    )
    let message = message(found.variations, about: subject, depth: depth + 1)
    guard message.parts.count == 1, let only = message.parts.first else {
      return .choice(
        Choice(.plural(argument, isOrdinal: false, offset: 0), [Choice.Case(.other, message)])
      )
    }
    return only
  }
}
