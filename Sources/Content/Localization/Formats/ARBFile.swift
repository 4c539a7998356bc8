// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// Application Resource Bundles: texts of one language in ICU's MessageFormat.
enum ARBFile {
  /// - Parameter name: the file's name, such as `app_fr_CA.arb`, which gives the language if the
  ///   file does not.
  static func read(_ file: DataValue, name: String, into draft: inout TextsDraft) {
    guard case .dictionary(let members) = file.content else {
      draft.wrongKind(file, "a file of texts", expected: "a dictionary")
      return
    }
    let language: String
    if case .string(let locale) = members["@@locale"]?.content {
      language = locale
    } else {
      let stem = name.dropLast(".arb".utf8.count)
      language =
        stem.firstIndex(of: "_").map { String(stem[stem.index(after: $0)...]) } ?? "\(stem)"
    }
    draft.declare(language)
    for member in members.members { declareArguments(member, &draft) }
    for member in members.members where !member.key.hasPrefix("@") {
      guard case .string(let text) = member.value.content else {
        draft.wrongKind(member.value, "the text \"\(member.key)\"", expected: "a string")
        continue
      }
      do {
        let message = try MessageFormat.message(text)
        draft.add(member.key, language, message, at: member.keyPosition)
      } catch {
        draft.refuse(member.key, text, at: member.value.position, error)
      }
    }
  }

  /// Adds the arguments that a file declares for a text: `"@hello": { "placeholders": { "name": {}
  /// } }`.
  private static func declareArguments(
    _ member: DataDictionary.Member,
    _ draft: inout TextsDraft
  ) {
    guard member.key.hasPrefix("@"),
      case .dictionary(let placeholders) = member.value["placeholders"]?.content
    else { return }
    for placeholder in placeholders.members {
      draft.declare(argument: placeholder.key, .any, of: String(member.key.dropFirst()))
    }
  }
}
