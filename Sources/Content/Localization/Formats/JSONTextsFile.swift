// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles

// Plural forms stand in a dictionary of their own (`{ "one": ..., "other": ... }`) or, as i18next has
// them, side by side with endings: `rose_one` and `rose_other` are the text `rose`, `place_ordinal_two`
// and `place_ordinal_other` the text `place_ordinal`. The number is the argument `count`. Both are
// plural forms only where `other` is among them.

/// Texts of one language in JSON, flat or with members within members.
struct JSONTextsFile {
  private static let count = Argument(name: "count")
  private static let other = PluralCategory.other.rawValue

  /// A form of a text whose forms stand side by side.
  private struct Form {
    let name: String
    let message: Message
  }

  private let language: String
  private let cardinals: PluralRules
  private let ordinals: PluralRules

  static func read(_ file: DataValue, _ language: String, into draft: inout TextsDraft) {
    draft.declare(language)
    let tag = LanguageTag(language) ?? .undetermined
    let reader = JSONTextsFile(
      language: language,
      cardinals: PluralRules(tag, .cardinal),
      ordinals: PluralRules(tag, .ordinal)
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
    let families = families(in: texts)
    var seen: Set<String> = []
    for member in texts.members {
      let family = JSONTextsFile.family(of: member.key).flatMap {
        families.contains($0.name) ? $0 : nil
      }
      if let family {
        if seen.insert(family.name).inserted {
          readForms(of: family, in: texts, named: prefix, at: member.keyPosition, into: &draft)
        }
        continue
      }
      let key = prefix.isEmpty ? member.key : "\(prefix).\(member.key)"
      read(member, key, into: &draft)
    }
  }

  private func read(
    _ member: DataDictionary.Member,
    _ key: String,
    into draft: inout TextsDraft
  ) {
    switch member.value.content {
    case .string:
      guard let message = message(member.value, key, &draft) else { return }
      draft.add(key, language, message, at: member.keyPosition)
    case .dictionary(let inner):
      guard JSONTextsFile.arePluralForms(inner) else {
        read(inner, named: key, into: &draft)
        return
      }
      let forms = inner.members.compactMap { form in
        message(form.value, key, &draft).map { Form(name: form.key, message: $0) }
      }
      draft.add(key, language, plural(forms, isOrdinal: false), at: member.keyPosition)
    default:
      draft.wrongKind(member.value, "the text \"\(key)\"", expected: "a string or a dictionary")
    }
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
      draft.refuse(key, at: value.position, error)
      return nil
    }
  }

  private static func arePluralForms(_ dictionary: DataDictionary) -> Bool {
    dictionary[other] != nil
      && dictionary.members.allSatisfy { PluralCategory(rawValue: $0.key) != nil }
  }

  /// A text whose forms have endings.
  private struct Family: Hashable {
    let name: String
    let isOrdinal: Bool
    let form: String
  }

  private static func family(of key: String) -> Family? {
    guard let end = key.lastIndex(of: "_") else { return nil }
    let form = String(key[key.index(after: end)...])
    guard PluralCategory(rawValue: form) != nil, end > key.startIndex else { return nil }
    let stem = key[..<end]
    let ordinal = "_ordinal"
    guard stem.hasSuffix(ordinal), stem.utf8.count > ordinal.utf8.count else {
      return Family(name: String(stem), isOrdinal: false, form: form)
    }
    return Family(name: String(stem), isOrdinal: true, form: form)
  }

  private func families(in texts: DataDictionary) -> Set<String> {
    Set(
      texts.members.compactMap { member in
        guard let family = JSONTextsFile.family(of: member.key),
          family.form == JSONTextsFile.other, case .string = member.value.content
        else { return nil }
        return family.name
      }
    )
  }

  private func readForms(
    of family: Family,
    in texts: DataDictionary,
    named prefix: String,
    at position: SourcePosition,
    into draft: inout TextsDraft
  ) {
    let key = prefix.isEmpty ? family.name : "\(prefix).\(family.name)"
    var forms: [Form] = []
    for member in texts.members {
      guard let found = JSONTextsFile.family(of: member.key), found.name == family.name,
        let message = message(member.value, key, &draft)
      else { continue }
      forms.append(Form(name: found.form, message: message))
    }
    draft.add(key, language, plural(forms, isOrdinal: family.isOrdinal), at: position)
  }

  private func plural(_ forms: [Form], isOrdinal: Bool) -> Message {
    let rules = isOrdinal ? ordinals : cardinals
    let cases = forms.compactMap { form in
      PluralForm.key(form.name, in: rules).map { Choice.Case($0, form.message) }
    }
    let selector = Choice.Selector.plural(JSONTextsFile.count, isOrdinal: isOrdinal, offset: 0)
    return Message([.choice(Choice(selector, cases))])
  }
}
