// SPDX-License-Identifier: Apache-2.0

/// A document that visitors usually ask for next, as an answer names it in `Link` (RFC 8288).
struct PrefetchHint: Sendable, Equatable {
  /// The link.
  let link: String
  /// The share of visits after which the document is asked for, from 0 to 1.
  let share: Double

  /// The share of a link that names none.
  private static let usualShare = 0.5

  /// Reads the links with the relation `prefetch`; what cannot be read is left out.
  static func all(in field: String) -> [PrefetchHint] {
    var hints: [PrefetchHint] = []
    var rest = field[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: ">") else { break }
      let link = String(rest[..<close])
      rest = rest[rest.index(after: close)...]
      var relations: [Substring] = []
      var share = PrefetchHint.usualShare
      for (name, value) in parameters(&rest) {
        switch name {
        case "rel" where relations.isEmpty: relations = value.split(separator: " ")
        case "pr": share = Double(value) ?? 0
        default: break
        }
      }
      guard relations.contains("prefetch"), (0...1).contains(share) else { continue }
      hints.append(PrefetchHint(link: link, share: share))
    }
    return hints
  }

  /// Takes the parameters of a link off, up to the comma behind them.
  private static func parameters(_ rest: inout Substring) -> [(name: String, value: Substring)] {
    var (parts, start, isQuoted): ([Substring], String.Index, Bool) = ([], rest.startIndex, false)
    var index = start
    while index < rest.endIndex, isQuoted || rest[index] != "," {
      if rest[index] == "\"" { isQuoted.toggle() }
      if rest[index] == ";", !isQuoted {
        parts.append(rest[start..<index])
        start = rest.index(after: index)
      }
      index = rest.index(after: index)
    }
    parts.append(rest[start..<index])
    rest = rest[index...]
    return parts.compactMap { part in
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { return nil }
      var value = pair[1].trimmed
      if value.count >= 2, value.first == "\"", value.last == "\"" {
        value = value.dropFirst().dropLast()
      }
      return (pair[0].trimmed.lowercased(), value)
    }
  }
}
