// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles

// Apple changes the format without notice, so unknown keys are ignored. Unfinished translations are
// not served: `new` and `stale` texts count as missing, and `needs_review` is served with a
// warning. A missing text of the source language is its key.

/// Xcode's string catalogs, `.xcstrings`: texts of all languages with plural forms and devices.
enum StringCatalogFile {
  private static func state(_ unit: DataValue) -> TranslationState {
    guard case .string(let name) = unit["state"]?.content else { return .finished }
    switch name {
    case "translated": return .finished
    case "needs_review": return .needsReview
    default: return .unfinished
    }
  }

  static func read(_ file: DataValue, into draft: inout TextsDraft) {
    guard case .dictionary(let strings) = file["strings"]?.content else {
      draft.wrongKind(
        file["strings"] ?? file,
        file["strings"] == nil ? "a string catalog without \"strings\"" : "\"strings\"",
        expected: "a dictionary of strings"
      )
      return
    }
    guard case .string(let source) = file["sourceLanguage"]?.content else {
      draft.error(.textLanguage, at: file.position, "a string catalog has no \"sourceLanguage\"")
      return
    }
    for string in strings.members where !string.key.isEmpty {
      read(string, source: source, into: &draft)
    }
  }

  private static func read(
    _ string: DataDictionary.Member,
    source: String,
    into draft: inout TextsDraft
  ) {
    var hasSource = false
    var isList = false
    if case .dictionary(let localizations) = string.value["localizations"]?.content {
      for localization in localizations.members {
        let isSource = localization.key == source
        var isServed: Bool
        if let set = localization.value["stringSet"] {
          isList = true
          isServed = read(set, localization, of: string.key, isSource: isSource, into: &draft)
        } else {
          isServed = read(localization, of: string.key, isSource: isSource, into: &draft)
        }
        if isSource { hasSource = isServed }
      }
    }
    guard !hasSource else { return }
    var pattern = PatternReader()
    let text = Message(pattern.parts(of: string.key))
    let message = isList ? Message([.list([text])]) : text
    draft.add(string.key, source, message, at: string.keyPosition)
  }

  /// - Returns: whether there is a text.
  private static func read(
    _ localization: DataDictionary.Member,
    of key: String,
    isSource: Bool,
    into draft: inout TextsDraft
  ) -> Bool {
    var state = TranslationState.finished
    var variations = variations(localization.value, &state)
    if case .dictionary(let substitutions) = localization.value["substitutions"]?.content {
      for member in substitutions.members {
        var substitution = Variations.Substitution(
          variations: Self.variations(member.value, &state)
        )
        if case .integer(let number) = member.value["argNum"]?.content {
          substitution.position = Int(exactly: number)
        }
        if case .string(let specifier) = member.value["formatSpecifier"]?.content {
          substitution.specifier = specifier
        }
        variations.substitutions.append((member.key, substitution))
      }
    }
    let isEmpty =
      variations.text == nil && variations.plurals.isEmpty && variations.devices.isEmpty
    guard !isEmpty, isServed(key, localization, state, isSource: isSource, &draft) else {
      return false
    }
    if let message = VariationReader.message(key, variations, localization.key, &draft) {
      draft.add(key, localization.key, message, at: localization.keyPosition)
    }
    return true
  }

  private static func isServed(
    _ key: String,
    _ localization: DataDictionary.Member,
    _ state: TranslationState,
    isSource: Bool,
    _ draft: inout TextsDraft
  ) -> Bool {
    if state == .needsReview {
      draft.review(key, localization.key, at: localization.keyPosition)
    }
    // The language counts even without a text.
    draft.declare(localization.key)
    return isSource || state != .unfinished
  }

  /// Reads alternative phrases, such as those of an app's shortcut.
  private static func read(
    _ set: DataValue,
    _ localization: DataDictionary.Member,
    of key: String,
    isSource: Bool,
    into draft: inout TextsDraft
  ) -> Bool {
    let subject = "the set of strings of \"\(key)\""
    guard case .dictionary = set.content else {
      draft.wrongKind(set, subject, expected: "a dictionary with \"values\"")
      return true
    }
    guard case .array(let values) = set["values"]?.content else {
      draft.wrongKind(
        set["values"] ?? set,
        set["values"] == nil ? "\(subject) without \"values\"" : "\"values\" of \(subject)",
        expected: "an array of strings"
      )
      return true
    }
    guard isServed(key, localization, state(set), isSource: isSource, &draft) else { return false }
    var messages: [Message] = []
    for value in values {
      guard case .string(let text) = value.content else {
        draft.wrongKind(value, "a string in \(subject)", expected: "a string")
        continue
      }
      do throws(TextFault) {
        messages.append(try Message(reading: text))
      } catch {
        draft.refuse(key, text, at: value.position, error)
      }
    }
    guard !messages.isEmpty else { return true }
    draft.add(key, localization.key, Message([.list(messages)]), at: localization.keyPosition)
    return true
  }

  private static func variations(
    _ value: DataValue,
    _ state: inout TranslationState
  ) -> Variations {
    var variations = Variations(at: value.position)
    if let unit = value["stringUnit"] {
      if case .string(let text) = unit["value"]?.content { variations.text = text }
      state.lower(to: Self.state(unit))
    }
    if case .dictionary(let plurals) = value["variations"]?["plural"]?.content {
      for form in plurals.members {
        variations.plurals.append((form.key, Self.variations(form.value, &state)))
      }
    }
    if case .dictionary(let devices) = value["variations"]?["device"]?.content {
      for device in devices.members {
        variations.devices.append((device.key, Self.variations(device.value, &state)))
      }
    }
    return variations
  }
}
