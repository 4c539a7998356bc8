// SPDX-License-Identifier: Apache-2.0

import DataFiles

// What a translation must show is what the source shows for everything else, and for each word and
// device that either of them names. An argument that only chooses is each language's own: how many
// forms there are, and by what, differs. What a translation may show is what the source shows or
// chooses by, and what the text's name or a file of any language declares.

/// Compares a translation with the text that it was made of.
struct TranslationCheck {
  let translation: Message
  let source: Message
  let sourceLanguage: String
  /// The kinds of the arguments that are declared otherwise.
  let declared: [String: Placeholder.Kind]

  /// The reasons why a translation cannot be served, in words.
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

  /// The placeholders that the source shows and the translation lacks.
  private func missing(_ own: MessageArguments) -> [String] {
    // How many ways there are to say something is each language's own.
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

  /// The words and devices that either text has a form for, in the order in which they stand.
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
