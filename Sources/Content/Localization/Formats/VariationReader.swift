// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles

// A substitution is expanded wherever a form names it, so forms that name substitutions multiply,
// and one that names itself, directly or not, would never end. Both are detected during expansion
// and reported once a text.

/// Makes a message from variations.
struct VariationReader {
  /// The most expansions of substitutions in one text, nested ones included.
  static let maximumSubstitutions = 256

  private let key: String
  private let rules: PluralRules
  /// Whether a file only repeats the text, also with the forms that its translation needs.
  private let isEcho: Bool
  private let substitutions: [(name: String, substitution: Variations.Substitution)]
  private var draft: TextsDraft
  /// A stack of the substitutions being expanded.
  private var path: [String] = []
  private var writtenSubstitutions = 0
  /// Substitutions already reported as recursive.
  private var circles: Set<String> = []

  /// The argument that variations depend on, inside a substitution.
  private struct Subject {
    let argument: Argument
    let format: PrintfReader
  }

  private init(
    _ key: String,
    _ variations: Variations,
    _ language: String,
    isEcho: Bool,
    _ draft: consuming TextsDraft
  ) {
    self.key = key
    self.isEcho = isEcho
    substitutions = variations.substitutions
    rules = PluralRules(LanguageTag(language) ?? .undetermined, .cardinal)
    self.draft = draft
  }

  /// Returns the message of a key in a language; `nil` if it is recursive or too long. Faults are
  /// recorded in the draft.
  static func message(
    _ key: String,
    _ variations: Variations,
    _ language: String,
    isEcho: Bool = false,
    _ draft: inout TextsDraft
  ) -> Message? {
    var reader = VariationReader(key, variations, language, isEcho: isEcho, draft)
    let message = reader.message(variations, about: nil)
    draft = reader.draft
    return reader.circles.isEmpty && reader.isWithinLimit ? message : nil
  }

  private var isWithinLimit: Bool {
    writtenSubstitutions <= VariationReader.maximumSubstitutions
  }

  private mutating func message(
    _ variations: Variations,
    about subject: Subject?
  ) -> Message {
    if !variations.devices.isEmpty { return devices(variations, about: subject) }
    if !variations.plurals.isEmpty { return plurals(variations, about: subject) }
    return Message(text(variations, about: subject))
  }

  private mutating func devices(
    _ variations: Variations,
    about subject: Subject?
  ) -> Message {
    var cases: [Choice.Case] = []
    for (name, inner) in variations.devices {
      guard let device = AppleDevice.key(name) else {
        draft.findings.warning(
          .textKind,
          at: FilePlace(draft.file, inner.position),
          "the text \"\(key)\" has a form for \"\(name)\", an unsupported device"
        )
        continue
      }
      guard !cases.contains(where: { $0.key == device }) else { continue }
      cases.append(Choice.Case(device, message(inner, about: subject)))
    }
    if !cases.contains(where: { $0.key == .other }), let first = cases.first {
      cases.append(Choice.Case(.other, first.message))
    }
    return Message([.choice(Choice(.device, cases))])
  }

  private mutating func plurals(
    _ variations: Variations,
    about subject: Subject?
  ) -> Message {
    let texts = variations.plurals.compactMap(\.variations.text)
    let argument = subject?.argument ?? VariationReader.counted(in: texts)
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
      if isEcho, case .category(let category) = form, !rules.categories.contains(category) {
        continue
      }
      cases.append(Choice.Case(form, message(inner, about: subject)))
    }
    return Message([.choice(Choice(.plural(argument, isOrdinal: false, offset: 0), cases))])
  }

  /// Returns the number on which forms without a substitution depend: the first that any of them
  /// shows, or their only argument, whatever it is.
  static func counted(in texts: [String]) -> Argument {
    var shown: Set<Argument> = []
    for text in texts {
      var pattern = PatternReader()
      for case .placeholder(let placeholder) in pattern.parts(of: text) {
        if placeholder.kind == .integer || placeholder.kind == .decimal {
          return placeholder.argument
        }
        shown.insert(placeholder.argument)
      }
    }
    return shown.count == 1 ? shown.removeFirst() : Argument(position: 1)
  }

  private mutating func text(
    _ variations: Variations,
    about subject: Subject?
  ) -> [Message.Part] {
    var pattern = PatternReader(
      next: (subject?.argument.position ?? 0) + 1,
      first: subject?.argument,
      current: subject.map { ($0.argument, $0.format) }
    )
    let position = variations.position
    let text = variations.text ?? ""
    if subject == nil, Message.isMessageFormat(text) {
      do {
        return try MessageFormat.message(text).parts
      } catch {
        draft.refuse(key, text, at: position, error)
        return []
      }
    }
    return pattern.parts(of: text) { reference in
      self.choice(reference, at: position)
    }
  }

  private mutating func choice(
    _ reference: PatternReader.Reference,
    at position: SourcePosition
  ) -> Message.Part? {
    guard let found = substitutions.first(where: { $0.name == reference.name })?.substitution else {
      draft.error(
        .textPattern,
        at: position,
        "the text \"\(key)\" names \"%#@\(reference.name)@\", and no substitution has that name"
      )
      return nil
    }
    guard mayExpand(reference.name, at: position) else { return nil }
    path.append(reference.name)
    defer { path.removeLast() }
    let argument = Argument(
      name: reference.name,
      position: found.position ?? reference.position
    )
    let subject = Subject(
      argument: argument,
      format: PrintfReader(specifier: found.specifier)
    )
    let message = message(found.variations, about: subject)
    guard message.parts.count == 1, let only = message.parts.first else {
      return .choice(
        Choice(.plural(argument, isOrdinal: false, offset: 0), [Choice.Case(.other, message)])
      )
    }
    return only
  }

  /// Returns whether a substitution may be expanded, and reports one that may not.
  private mutating func mayExpand(_ name: String, at position: SourcePosition) -> Bool {
    if let start = path.firstIndex(of: name) {
      let circle = path[start...] + [name]
      guard circles.isDisjoint(with: circle) else { return false }
      circles.formUnion(circle)
      draft.error(
        .textPattern,
        at: position,
        "the text \"\(key)\" is recursive: its substitution \"\(name)\" names itself"
          + (circle.count > 2 ? " (\(circle.joined(separator: ", then ")))" : "")
      )
      return false
    }
    writtenSubstitutions += 1
    if writtenSubstitutions == VariationReader.maximumSubstitutions + 1 {
      draft.error(
        .textPattern,
        at: position,
        "the text \"\(key)\" expands more than \(VariationReader.maximumSubstitutions) "
          + "substitutions, nested ones included"
      )
    }
    return isWithinLimit
  }
}
