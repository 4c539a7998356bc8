// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles

// Flutter's tools differ from ICU in two ways. Unless told otherwise, they read apostrophes as
// text, also around an argument: `'{value}'`. And `zero`, `one` and `two` are for exactly these
// numbers, also in languages without such a form.

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
    let rules = PluralRules(LanguageTag(language) ?? .undetermined, .cardinal)
    for member in members.members { declareArguments(member, &draft) }
    for member in members.members where !member.key.hasPrefix("@") {
      guard case .string(let text) = member.value.content else {
        draft.wrongKind(member.value, "the text \"\(member.key)\"", expected: "a string")
        continue
      }
      do {
        let message = try MessageFormat.message(text).withFormsOfExactNumbers(rules)
        var unquoted: Message?
        if text.contains("'{") {
          unquoted = try? MessageFormat.message(text, hasQuotes: false)
            .withFormsOfExactNumbers(rules)
        }
        draft.add(
          member.key,
          language,
          message,
          at: member.keyPosition,
          unquoted: unquoted
        )
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

extension Message {
  /// Returns the message with plural forms that the language lacks as forms for exact numbers.
  fileprivate func withFormsOfExactNumbers(_ rules: PluralRules) -> Message {
    Message(
      parts.map { part in
        guard case .choice(let choice) = part else { return part }
        var isCardinal = false
        if case .plural(_, isOrdinal: false, offset: 0) = choice.selector { isCardinal = true }
        let cases = choice.cases.map { choiceCase in
          Choice.Case(
            isCardinal ? choiceCase.key.exact(rules) : choiceCase.key,
            choiceCase.message.withFormsOfExactNumbers(rules)
          )
        }
        return .choice(Choice(choice.selector, cases))
      }
    )
  }
}

extension Choice.Key {
  fileprivate func exact(_ rules: PluralRules) -> Choice.Key {
    guard case .category(let category) = self, !rules.categories.contains(category) else {
      return self
    }
    switch category {
    case .zero: return .exactly(0)
    case .one: return .exactly(1)
    case .two: return .exactly(2)
    case .few, .many, .other: return self
    }
  }
}
