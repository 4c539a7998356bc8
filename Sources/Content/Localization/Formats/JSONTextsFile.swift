// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles

// Plural forms are in a dictionary of their own (`{ "one": ..., "other": ... }`) or, as in i18next,
// side by side with suffixes: `rose_one` and `rose_other` are the text `rose`, `place_ordinal_two`
// and `place_ordinal_other` the text `place_ordinal`. The number is the argument `count`. Both are
// plural forms only if `other` is among them, or all forms of whole numbers in a language that has
// `other` for fractions only. An array of strings is one text, an array in a body;
// the elements of other arrays are named by number.

/// Texts of one language in flat or nested JSON.
struct JSONTextsFile {
  private static let count = Argument(name: "count")
  /// A plural form of a text, in a key with a suffix.
  private struct Form {
    let name: String
    let message: Message
  }

  private let language: String
  private let cardinals: PluralRules
  private let ordinals: PluralRules
  private let wholeNumbers: Set<String>

  static func read(_ file: DataValue, _ language: String, into draft: inout TextsDraft) {
    draft.declare(language)
    let tag = LanguageTag(language) ?? .undetermined
    let reader = JSONTextsFile(
      language: language,
      cardinals: PluralRules(tag, .cardinal),
      ordinals: PluralRules(tag, .ordinal),
      wholeNumbers: Set(PluralForms(tag, .cardinal).ofWholeNumbers.map(\.rawValue))
    )
    guard case .dictionary(let texts) = file.content else {
      draft.wrongKind(file, "a file of texts", expected: "a dictionary")
      return
    }
    reader.read(texts, named: "", into: &draft)
  }

  private func read(
    _ texts: DataDictionary,
    named prefix: String,
    into draft: inout TextsDraft
  ) {
    let families = Family.all(in: texts).filter { areComplete($0.value.forms) }
    for member in texts.members {
      if let name = Family.Part(member.key)?.name, let family = families[name] {
        if family.place == member.keyPosition {
          read(family, named: JSONTextsFile.joined(prefix, name), into: &draft)
        }
        continue
      }
      let key = JSONTextsFile.joined(prefix, member.key)
      read(member.value, key, at: member.keyPosition, into: &draft)
    }
  }

  private static func joined(_ prefix: String, _ name: String) -> String {
    prefix.isEmpty ? name : "\(prefix).\(name)"
  }

  private func read(
    _ value: DataValue,
    _ key: String,
    at position: SourcePosition,
    into draft: inout TextsDraft
  ) {
    switch value.content {
    case .string:
      guard let message = message(value, key, &draft) else { return }
      draft.add(key, language, message, at: position)
    case .array(let elements): read(elements, key, at: position, into: &draft)
    case .dictionary(let inner):
      guard arePluralForms(inner) else {
        read(inner, named: key, into: &draft)
        return
      }
      let forms = inner.members.compactMap { form in
        message(form.value, key, &draft).map { Form(name: form.key, message: $0) }
      }
      draft.add(key, language, plural(forms, isOrdinal: false), at: position)
    default:
      draft.wrongKind(
        value,
        "the text \"\(key)\"",
        expected: "a string, an array or a dictionary"
      )
    }
  }

  private func read(
    _ elements: [DataValue],
    _ key: String,
    at position: SourcePosition,
    into draft: inout TextsDraft
  ) {
    let areTexts = elements.allSatisfy { if case .string = $0.content { true } else { false } }
    guard areTexts else {
      for (index, element) in elements.enumerated() {
        read(element, JSONTextsFile.joined(key, "\(index)"), at: element.position, into: &draft)
      }
      return
    }
    let messages = elements.compactMap { message($0, key, &draft) }
    guard messages.count == elements.count, !messages.isEmpty else { return }
    draft.add(key, language, Message([.list(messages)]), at: position)
  }

  private func message(
    _ value: DataValue,
    _ key: String,
    _ draft: inout TextsDraft
  ) -> Message? {
    guard case .string(let text) = value.content else {
      draft.wrongKind(value, "a plural form of \"\(key)\"", expected: "a string")
      return nil
    }
    do {
      return try Message(reading: text)
    } catch {
      draft.refuse(key, text, at: value.position, error)
      return nil
    }
  }

  private func arePluralForms(_ dictionary: DataDictionary) -> Bool {
    areComplete(Set(dictionary.members.map(\.key)))
      && dictionary.members.allSatisfy { PluralCategory(rawValue: $0.key) != nil }
  }

  private func areComplete(_ forms: Set<String>) -> Bool {
    forms.contains(PluralCategory.other.rawValue) || wholeNumbers.isSubset(of: forms)
  }

  private func read(_ family: Family, named key: String, into draft: inout TextsDraft) {
    let forms = family.members.compactMap { member in
      message(member.value, key, &draft).map { Form(name: member.form, message: $0) }
    }
    draft.add(key, language, plural(forms, isOrdinal: family.isOrdinal), at: family.place)
  }

  private func plural(_ forms: [Form], isOrdinal: Bool) -> Message {
    let rules = isOrdinal ? ordinals : cardinals
    let cases = forms.compactMap { form in
      PluralForm.key(form.name, in: rules).map { Choice.Case($0, form.message) }
    }
    let selector = Choice.Selector.plural(JSONTextsFile.count, isOrdinal: isOrdinal, offset: 0)
    return Message([.choice(Choice(selector, cases))])
  }

  /// The plural forms of a text in keys with suffixes.
  private struct Family {
    let isOrdinal: Bool
    /// The place of the first one.
    let place: SourcePosition
    var members: [(form: String, value: DataValue)] = []

    /// A key split at its suffix.
    struct Part {
      let name: String
      let isOrdinal: Bool
      let form: String

      init?(_ key: String) {
        guard let end = key.lastIndex(of: "_") else { return nil }
        form = String(key[key.index(after: end)...])
        guard PluralCategory(rawValue: form) != nil, end > key.startIndex else { return nil }
        name = String(key[..<end])
        let ordinal = "_ordinal"
        isOrdinal = name.hasSuffix(ordinal) && name.utf8.count > ordinal.utf8.count
      }
    }

    /// The forms that are a text.
    var forms: Set<String> {
      Set(members.compactMap { if case .string = $0.value.content { $0.form } else { nil } })
    }

    /// Returns the texts of a dictionary by name, and all keys that end like a form.
    static func all(in texts: DataDictionary) -> [String: Family] {
      var families: [String: Family] = [:]
      for member in texts.members {
        guard let part = Part(member.key) else { continue }
        var family =
          families[part.name] ?? Family(isOrdinal: part.isOrdinal, place: member.keyPosition)
        family.members.append((part.form, member.value))
        families[part.name] = family
      }
      return families
    }
  }
}
