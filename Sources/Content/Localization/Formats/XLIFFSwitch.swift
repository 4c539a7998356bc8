// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import DataFiles

// The plural, gender and select module of XLIFF 2.2. The selectors are an attribute of a unit, as
// in `pgs:switch="gender:host plural:guests"`, and its segments are the forms, each with one word
// for each selector in `pgs:case`. Drafts of the module have groups of units, and commas between
// selectors; both are supported.

/// The selectors of a unit whose segments are forms.
struct XLIFFSwitch {
  static let namespace = "urn:oasis:names:tc:xliff:pgs:1.0"
  /// The most selectors of one unit.
  static let maximumSelectors = 8
  private static let other = PluralCategory.other.rawValue

  /// A form.
  struct Form {
    let keys: [String]
    let text: String
    let position: SourcePosition
  }

  private enum Kind: String, CaseIterable {
    case plural
    case ordinal
    case gender
    case select
  }

  private struct Selector {
    let kind: Kind
    let argument: Argument
    let rules: PluralRules
  }

  private let key: String
  private let selectors: [Selector]
  private let position: SourcePosition

  /// - Parameters:
  ///   - text: the attribute.
  ///   - key: the name of the text.
  init?(
    _ text: String,
    of key: String,
    in language: String,
    at position: SourcePosition,
    _ draft: inout TextsDraft
  ) {
    let words = text.split { $0.isWhitespace || $0 == "," }
    guard (1...XLIFFSwitch.maximumSelectors).contains(words.count) else {
      draft.error(
        .textPattern,
        at: position,
        "the text \"\(key)\" chooses by \(words.count) selectors; expected 1 to "
          + "\(XLIFFSwitch.maximumSelectors)"
      )
      return nil
    }
    let tag = LanguageTag(language) ?? .undetermined
    var selectors: [Selector] = []
    for word in words {
      let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), !parts[1].isEmpty else {
        draft.error(
          .textPattern,
          at: position,
          "the text \"\(key)\" chooses by \"\(word)\"; expected "
            + "\(Kind.allCases.map(\.rawValue).joined(separator: ", ")), a colon and a name"
        )
        return nil
      }
      selectors.append(
        Selector(
          kind: kind,
          argument: Argument(name: String(parts[1])),
          rules: PluralRules(tag, kind == .ordinal ? .ordinal : .cardinal)
        )
      )
    }
    self.key = key
    self.selectors = selectors
    self.position = position
  }

  /// Returns the keys in a form's attribute; a form without one is for `other`.
  func keys(_ text: String?) -> [String] {
    text.map { $0.split { $0.isWhitespace || $0 == "," }.map(String.init) }
      ?? Array(repeating: XLIFFSwitch.other, count: selectors.count)
  }

  /// Returns the message of all forms; `nil` if they are invalid, which is recorded.
  ///
  /// - Parameter isSource: whether this is the source text, as translators saw it: it may contain
  ///   forms that only their languages have.
  func message(of forms: [Form], isSource: Bool, _ draft: inout TextsDraft) -> Message? {
    for form in forms where form.keys.count != selectors.count {
      draft.error(
        .textPattern,
        at: form.position,
        "a form of \"\(key)\" is for \"\(form.keys.joined(separator: " "))\"; expected "
          + "\(selectors.count) words, one for each selector"
      )
      return nil
    }
    return message(of: forms, behind: [], isSource: isSource, &draft)
  }

  /// Returns the choice of the next selector.
  private func message(
    of forms: [Form],
    behind chosen: [String],
    isSource: Bool,
    _ draft: inout TextsDraft
  ) -> Message? {
    guard chosen.count < selectors.count else { return text(of: forms, behind: chosen, &draft) }
    let selector = selectors[chosen.count]
    var words: [String] = []
    for form in forms where !words.contains(form.keys[chosen.count]) {
      words.append(form.keys[chosen.count])
    }
    guard words.contains(XLIFFSwitch.other) else {
      let missing = chosen + [XLIFFSwitch.other]
      draft.findings.add(
        Finding(
          isSource ? .error : .warning,
          .pluralForm,
          at: FilePlace(draft.file, forms.first?.position ?? position),
          "the text \"\(key)\" has no form for \"\(missing.joined(separator: " "))\", which is "
            + "everything else" + (isSource ? "" : "; it is left out")
        )
      )
      return nil
    }
    var cases: [Choice.Case] = []
    for word in words {
      let own = forms.filter { $0.keys[chosen.count] == word }
      guard let choiceKey = choiceKey(word, selector, at: own[0].position, &draft) else {
        return nil
      }
      if isSource, case .category(let category) = choiceKey,
        !selector.rules.categories.contains(category)
      {
        continue
      }
      guard let inner = message(of: own, behind: chosen + [word], isSource: isSource, &draft)
      else { return nil }
      cases.append(Choice.Case(choiceKey, inner))
    }
    return Message([.choice(Choice(choiceSelector(selector), cases))])
  }

  /// Returns the text of the only form left.
  private func text(
    of forms: [Form],
    behind chosen: [String],
    _ draft: inout TextsDraft
  ) -> Message? {
    guard forms.count == 1 else {
      draft.error(
        .duplicateText,
        at: forms[1].position,
        "the text \"\(key)\" has its form for \"\(chosen.joined(separator: " "))\" twice"
      )
      return nil
    }
    do throws(TextFault) {
      return try Message(reading: forms[0].text)
    } catch {
      draft.refuse(key, forms[0].text, at: forms[0].position, error)
      return nil
    }
  }

  private func choiceSelector(_ selector: Selector) -> Choice.Selector {
    switch selector.kind {
    case .plural: .plural(selector.argument, isOrdinal: false, offset: 0)
    case .ordinal: .plural(selector.argument, isOrdinal: true, offset: 0)
    case .gender, .select: .word(selector.argument)
    }
  }

  private func choiceKey(
    _ word: String,
    _ selector: Selector,
    at position: SourcePosition,
    _ draft: inout TextsDraft
  ) -> Choice.Key? {
    switch selector.kind {
    case .gender, .select: return word == XLIFFSwitch.other ? .other : .word(word)
    case .plural, .ordinal:
      if let number = Int64(word) { return .exactly(number) }
      if let form = PluralForm.key(word, in: selector.rules) { return form }
      draft.error(
        .pluralForm,
        at: position,
        "the text \"\(key)\" has a form for \"\(word)\"; expected a whole number, zero, one, two, few, "
          + "many or other"
      )
      return nil
    }
  }
}
