// SPDX-License-Identifier: Apache-2.0

// If only the app knows the numbers of a text, it gets all forms: for each case of the first number
// all cases of the second one, and so on. They multiply, so their number is limited.

extension Message {
  /// The most forms of one text when no argument is known.
  package static let maximumForms = 1_024
  /// The most numbers and words by which one text chooses.
  package static let maximumSelectors = 32

  /// The distinct arguments by which the text chooses.
  var selectors: Set<Choice.Selector> {
    var selectors: Set<Choice.Selector> = []
    forEachChoice { selectors.insert($0.selector) }
    return selectors
  }

  /// Returns the number of forms when no argument is known; stops counting above `limit`.
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
      // The device is always known.
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
