// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The screen of `portico top`: tables of a service, one below the other, cut to fit.
struct TopScreen {
  /// A table with its title; its text has a line of columns' titles and one for each row.
  struct Section {
    let title: String
    let text: String
  }

  let heading: String
  let sections: [Section]
  /// Since when the service has not told what it does, and why; `nil` while it does.
  private var silence: (since: UnixTime, reason: String)?

  init(heading: String, sections: [Section]) { (self.heading, self.sections) = (heading, sections) }

  /// Returns the next screen: what `read` returns, or this one with the reason why there is no newer one.
  func renewed(
    at now: UnixTime,
    _ read: () async throws -> TopScreen
  ) async throws(CancellationError) -> TopScreen {
    do {
      return try await read()
    } catch {
      if Task.isCancelled { throw CancellationError() }
      var last = self
      // A reason fits on a line of its own.
      let reason = "\(error)".split(separator: "\n").first.map(String.init) ?? ""
      last.silence = (silence?.since ?? now, reason)
      return last
    }
  }

  /// Returns the lines of a screen; none is wider than `columns`, and there are at most `rows`.
  func lines(columns: Int, rows: Int) -> [String] {
    // A table without rows shows no column titles either.
    let tables = sections.map { section in
      let lines = section.text.split(separator: "\n").map(String.init)
      return lines.count > 1 ? lines : []
    }
    var lines = [heading]
    if let silence { lines.append("Not reached since \(silence.since): \(silence.reason)") }
    // The heading, and for each section its title, below an empty line where it has rows.
    let room = max(0, rows - lines.count - sections.count - tables.count { !$0.isEmpty })
    let heights = TopScreen.shares(of: room, among: tables.map(\.count))
    for (index, section) in sections.enumerated() {
      let (table, height) = (tables[index], heights[index])
      let hidden = table.count - height
      if table.isEmpty {
        lines.append("\(section.title): none")
        continue
      }
      lines += ["", hidden > 0 ? "\(section.title) (\(hidden) more)" : section.title]
      lines += table.prefix(height)
    }
    return lines.prefix(rows).map { TopScreen.cut($0, to: columns) }
  }

  /// Divides rows among tables: no table gets more than it needs, and rows that one leaves go to
  /// the others.
  static func shares(of room: Int, among needs: [Int]) -> [Int] {
    var shares = needs.map { _ in 0 }
    var left = room
    while left > 0,
      let index = needs.indices.filter({ shares[$0] < needs[$0] })
        .min(by: { shares[$0] < shares[$1] })
    {
      shares[index] += 1
      left -= 1
    }
    return shares
  }

  /// Cuts a line to a width; sequences that set a colour take no room, and the colour ends with the
  /// line.
  static func cut(_ line: String, to width: Int) -> String {
    var shown = ""
    var count = 0
    var isSequence = false
    var hasColour = false
    for character in line {
      if character == "\u{1B}" {
        isSequence = true
        hasColour = true
      } else if !isSequence {
        guard count < width else { continue }
        count += 1
      }
      shown.append(character)
      if isSequence, character.isLetter { isSequence = false }
    }
    return hasColour && !shown.hasSuffix("\u{1B}[0m") ? shown + "\u{1B}[0m" : shown
  }
}
