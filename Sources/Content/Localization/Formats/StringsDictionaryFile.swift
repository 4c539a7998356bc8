// SPDX-License-Identifier: Apache-2.0

import DataFiles

// A `.stringsdict` has texts with `%#@name@` and a dictionary for each name, or texts by device, or
// by width, of which the widest is taken, since the available width is unknown.

/// Apple's `.stringsdict`: texts of one language with plural forms.
enum StringsDictionaryFile {
  private static let format = "NSStringLocalizedFormatKey"
  private static let devices = "NSStringDeviceSpecificRuleType"
  private static let widths = "NSStringVariableWidthRuleType"
  private static let kind = "NSStringFormatSpecTypeKey"
  private static let plural = "NSStringPluralRuleType"
  private static let valueKind = "NSStringFormatValueTypeKey"

  static func read(_ file: DataValue, _ language: String, into draft: inout TextsDraft) {
    draft.declare(language)
    guard case .dictionary(let texts) = file.content else {
      draft.wrongKind(file, "a file of texts", expected: "a dictionary")
      return
    }
    for member in texts.members {
      guard let variations = variations(member.value, of: member.key, &draft),
        let message = VariationReader.message(member.key, variations, language, &draft)
      else { continue }
      draft.add(member.key, language, message, at: member.keyPosition)
    }
  }

  private static func variations(
    _ value: DataValue,
    of key: String,
    _ draft: inout TextsDraft
  ) -> Variations? {
    var variations = Variations(at: value.position)
    if case .string(let text) = value.content {
      variations.text = text
      return variations
    }
    guard case .dictionary(let dictionary) = value.content else {
      draft.wrongKind(value, "the text \"\(key)\"", expected: "a dictionary or a string")
      return nil
    }
    if case .dictionary(let devices) = dictionary[devices]?.content {
      for device in devices.members {
        guard let inner = Self.variations(device.value, of: key, &draft) else { continue }
        variations.devices.append((device.key, inner))
        variations.substitutions += inner.substitutions
      }
      return variations
    }
    if case .dictionary(let widths) = dictionary[widths]?.content {
      let widest = widths.members.max { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }
      return widest.flatMap { Self.variations($0.value, of: key, &draft) }
    }
    guard case .string(let text) = dictionary[format]?.content else {
      draft.error(
        .textKind,
        at: value.position,
        "the text \"\(key)\" has neither \(format) nor \(devices) nor \(widths)"
      )
      return nil
    }
    variations.text = text
    for member in dictionary.members where member.key != format {
      guard let substitution = substitution(member, of: key, &draft) else { continue }
      variations.substitutions.append((member.key, substitution))
    }
    return variations
  }

  private static func substitution(
    _ member: DataDictionary.Member,
    of key: String,
    _ draft: inout TextsDraft
  ) -> Variations.Substitution? {
    guard case .dictionary(let dictionary) = member.value.content else {
      draft.wrongKind(member.value, "\"\(member.key)\" of \"\(key)\"", expected: "a dictionary")
      return nil
    }
    guard case .string(plural) = dictionary[kind]?.content else {
      draft.error(
        .textKind,
        at: member.value.position,
        "\"\(member.key)\" of \"\(key)\" has no \(kind) that is \(plural)"
      )
      return nil
    }
    var variations = Variations(at: member.value.position)
    var specifier = ""
    for form in dictionary.members where form.key != kind {
      guard case .string(let text) = form.value.content else {
        draft.wrongKind(form.value, "\"\(form.key)\" of \"\(key)\"", expected: "a string")
        continue
      }
      if form.key == valueKind {
        specifier = text
      } else {
        _ = variations.set(text, at: ["plural", form.key], position: form.value.position)
      }
    }
    return Variations.Substitution(variations: variations, specifier: specifier)
  }
}
