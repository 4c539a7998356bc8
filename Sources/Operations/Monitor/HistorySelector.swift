// SPDX-License-Identifier: Apache-2.0

/// Selects series by a name and labels: `portico_answers_total{site=shop}`.
package struct HistorySelector: Sendable, Equatable {
  package let name: String
  package let labels: [HistorySeries.Label]

  /// Reads a selector, whose values may stand in quotes; `nil` where the text is not a selector.
  package init?(_ text: String) {
    let brace = text.firstIndex(of: "{")
    let name = text[..<(brace ?? text.endIndex)]
    guard !name.isEmpty, name.utf8.allSatisfy({ HistorySelector.isOfName($0) }) else { return nil }
    self.name = String(name)
    guard let brace else {
      labels = []
      return
    }
    var rest = text[text.index(after: brace)...]
    guard rest.popLast() == "}" else { return nil }
    var labels: [HistorySeries.Label] = []
    while !rest.isEmpty {
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      let label = rest[..<equals]
      rest = rest[rest.index(after: equals)...]
      let isQuoted = rest.first == "\""
      if isQuoted { rest.removeFirst() }
      guard let end = rest.firstIndex(of: isQuoted ? "\"" : ",") ?? (isQuoted ? nil : rest.endIndex)
      else { return nil }
      labels.append(.init(name: String(label), value: String(rest[..<end])))
      rest = rest[end...]
      if isQuoted { rest.removeFirst() }
      if rest.first == "," { rest.removeFirst() } else if !rest.isEmpty { return nil }
    }
    self.labels = labels
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  package func matches(_ series: HistorySeries) -> Bool {
    series.name == name && labels.allSatisfy { series.labels.contains($0) }
  }
}
