// SPDX-License-Identifier: Apache-2.0

import DataFiles

// A translation must show the arguments that the source shows in its form `other`, and in the form
// for each word and device that either names. Arguments that only choose a form may differ between
// languages. A translation may show whatever the source shows or chooses by, and what the text's
// name or a file of any language declares.

/// Compares a translation with its source.
struct TranslationCheck {
  let translation: Message
  let source: Message
  let sourceLanguage: String
  /// Declared arguments whose kind differs.
  let declared: [String: Placeholder.Kind]

  /// Returns the reasons why a translation cannot be served.
  func differences() -> [String] {
    let own = translation.arguments
    let wanted = source.arguments
    var differences = missing(own)
    for identity in own.kinds.keys.sorted() {
      let kinds = [wanted.kinds[identity], declared[identity]].compactMap(\.self)
      if let other = kinds.first(where: { own.kinds[identity]?.agrees(with: $0) == false }) {
        let kind = own.kinds[identity] ?? .any
        differences.append("\(identity) is \(kind.rawValue) instead of \(other.rawValue)")
      } else if let currency = own.currencies[identity], let other = wanted.currencies[identity],
        currency != other
      {
        differences.append("\(identity) is in \(currency) instead of \(other)")
      } else if kinds.isEmpty, own.shown.contains(identity) {
        differences.append("\(identity) is not in \(sourceLanguage)")
      }
    }
    return differences
  }

  /// Returns the placeholders of the source that the translation lacks.
  private func missing(_ own: MessageArguments) -> [String] {
    // The number of alternative phrases may differ between languages.
    guard !translation.isList else { return [] }
    let always = source.shownArguments().subtracting(translation.shownArguments())
    var differences = always.sorted().map { "\($0) is missing" }
    for (selector, keys) in namedCases {
      for key in keys {
        let chosen = [selector: key]
        let missing = source.shownArguments(choosing: chosen)
          .subtracting(translation.shownArguments(choosing: chosen)).subtracting(always)
        for identity in missing.sorted() {
          differences.append("\(identity) is missing in the form \"\(key.name)\"")
        }
      }
    }
    return differences
  }

  /// The words and devices for which either text has a form, in order.
  private var namedCases: [(Choice.Selector, [Choice.Key])] {
    var selectors: [Choice.Selector] = []
    var keys: [Choice.Selector: [Choice.Key]] = [:]
    for message in [source, translation] {
      message.forEachChoice { choice in
        if case .plural = choice.selector { return }
        if keys[choice.selector] == nil { selectors.append(choice.selector) }
        for key in choice.cases.map(\.key) where key != .other {
          if keys[choice.selector]?.contains(key) != true {
            keys[choice.selector, default: []].append(key)
          }
        }
      }
    }
    return selectors.map { ($0, keys[$0] ?? []) }
  }
}
