// SPDX-License-Identifier: Apache-2.0

// Where only the app knows the numbers of a text, it gets all forms: for each case of the first number
// all cases of the second one, and so on. They multiply, so their number has a limit.

extension Message {
  /// Forms of one text, where nothing that it chooses by is known.
  package static let maximumForms = 1_024
  /// Different numbers and words that one text chooses by.
  package static let maximumSelectors = 32

  /// The arguments that the text chooses by, each once.
  var selectors: Set<Choice.Selector> {
    var selectors: Set<Choice.Selector> = []
    forEachChoice { selectors.insert($0.selector) }
    return selectors
  }

  /// How many forms there are where nothing is known; counting ends behind `limit`.
  func countForms(upTo limit: Int) -> Int {
    guard case .list(let messages)? = parts.first else {
      return countForms(upTo: limit, chosen: [:])
    }
    return messages.reduce(0) { $0 > limit ? $0 : max($0, $1.countForms(upTo: limit)) }
  }

  private func countForms(upTo limit: Int, chosen: [Choice.Selector: Choice.Key]) -> Int {
    guard let open = openChoice(chosen) else { return 1 }
    var count = 0
    for key in Set(open.cases.map(\.key)) {
      var chosen = chosen
      chosen[open.selector] = key
      let forms = countForms(upTo: limit, chosen: chosen)
      // A device is always known.
      count = open.selector == .device ? max(count, forms) : count + forms
      if count > limit { break }
    }
    return count
  }

  private func openChoice(_ chosen: [Choice.Selector: Choice.Key]) -> Choice? {
    for case .choice(let choice) in parts {
      guard let key = chosen[choice.selector] else { return choice }
      if let open = choice.message(for: key)?.openChoice(chosen) { return open }
    }
    return nil
  }
}
