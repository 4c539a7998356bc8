// SPDX-License-Identifier: Apache-2.0

import DataFiles

// Xcode's string catalogs. Apple calls the format its own and changes it at will, so keys that we do
// not know pass. What is not translated yet is not served: `new`, `needs_review` and `stale` texts
// count as missing. A text of the source language that is not there is its key.

/// Xcode's `.xcstrings`: texts of all languages with plural forms and devices.
enum StringCatalogFile {
  private static let servedState = "translated"

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
        if localization.key == source { hasSource = true }
        if let set = localization.value["stringSet"] {
          isList = true
          read(set, localization, of: string.key, into: &draft)
        } else {
          read(localization, of: string.key, into: &draft)
        }
      }
    }
    guard !hasSource else { return }
    var pattern = PatternReader()
    let text = Message(pattern.parts(of: string.key))
    let message = isList ? Message([.list([text])]) : text
    draft.add(string.key, source, message, at: string.keyPosition)
  }

  private static func read(
    _ localization: DataDictionary.Member,
    of key: String,
    into draft: inout TextsDraft
  ) {
    var isServed = true
    var variations = variations(localization.value, &isServed)
    if case .dictionary(let substitutions) = localization.value["substitutions"]?.content {
      for member in substitutions.members {
        var substitution = Variations.Substitution(
          variations: Self.variations(member.value, &isServed)
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
    guard isServed, !isEmpty else { return }
    let message = VariationReader.message(key, variations, localization.key, &draft)
    draft.add(key, localization.key, message, at: localization.keyPosition)
  }

  /// Reads texts that all say the same, such as the phrases of an app's shortcut.
  private static func read(
    _ set: DataValue,
    _ localization: DataDictionary.Member,
    of key: String,
    into draft: inout TextsDraft
  ) {
    let subject = "the set of strings of \"\(key)\""
    guard case .dictionary = set.content else {
      return draft.wrongKind(set, subject, expected: "a dictionary with \"values\"")
    }
    guard case .array(let values) = set["values"]?.content else {
      return draft.wrongKind(
        set["values"] ?? set,
        set["values"] == nil ? "\(subject) without \"values\"" : "\"values\" of \(subject)",
        expected: "an array of strings"
      )
    }
    if case .string(let state) = set["state"]?.content, state != servedState { return }
    var messages: [Message] = []
    for value in values {
      guard case .string(let text) = value.content else {
        draft.wrongKind(value, "a string in \(subject)", expected: "a string")
        continue
      }
      do throws(PatternFault) {
        messages.append(try Message(reading: text))
      } catch {
        draft.refuse(key, at: value.position, error)
      }
    }
    guard !messages.isEmpty else { return }
    draft.add(key, localization.key, Message([.list(messages)]), at: localization.keyPosition)
  }

  private static func variations(_ value: DataValue, _ isServed: inout Bool) -> Variations {
    var variations = Variations(at: value.position)
    if let unit = value["stringUnit"] {
      if case .string(let text) = unit["value"]?.content { variations.text = text }
      if case .string(let state) = unit["state"]?.content, state != servedState { isServed = false }
    }
    if case .dictionary(let plurals) = value["variations"]?["plural"]?.content {
      for form in plurals.members {
        variations.plurals.append((form.key, Self.variations(form.value, &isServed)))
      }
    }
    if case .dictionary(let devices) = value["variations"]?["device"]?.content {
      for device in devices.members {
        variations.devices.append((device.key, Self.variations(device.value, &isServed)))
      }
    }
    return variations
  }
}
