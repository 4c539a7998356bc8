// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import HTTPValues
import Testing

@testable import OperatorCommands

@Suite struct `The screen of top` {
  private func screen(_ heights: [Int]) -> TopScreen {
    TopScreen(
      heading: "heading",
      sections: heights.enumerated().map { index, height in
        .init(title: "T\(index)", text: (0..<height).map { "row \($0)\n" }.joined())
      }
    )
  }

  @Test func `The top screen shows whole tables if there is room`() {
    #expect(
      screen([2, 3]).lines(columns: 80, rows: 24)
        == ["heading", "", "T0", "row 0", "row 1", "", "T1", "row 0", "row 1", "row 2"]
    )
  }

  @Test func `The top screen outlasts a restart of the service, and says since when it is away`()
    async throws
  {
    let unreachable = PlainError("no service listens at http://127.0.0.1:8081: refused")
    let (first, second) = (UnixTime(seconds: 60), UnixTime(seconds: 61))
    var shown = screen([2])
    shown = try await shown.renewed(at: first) { throw unreachable }
    shown = try await shown.renewed(at: second) { throw unreachable }
    let lines = shown.lines(columns: 200, rows: 24)
    #expect(lines.first == "heading")
    #expect(lines[1].hasPrefix("Not reached since \(first): no service listens"), "\(lines)")
    #expect(lines.suffix(3) == ["T0", "row 0", "row 1"])
    #expect(shown.lines(columns: 80, rows: 4).count == 4)
    shown = try await shown.renewed(at: second) { screen([1, 2]) }
    #expect(shown.lines(columns: 80, rows: 24) == screen([1, 2]).lines(columns: 80, rows: 24))
  }

  @Test func `The top screen says that a table without rows has none`() {
    #expect(
      screen([1, 2, 0]).lines(columns: 80, rows: 24)
        == ["heading", "T0: none", "", "T1", "row 0", "row 1", "T2: none"]
    )
  }

  @Test func `The top screen shares its room and tells how many rows are left out`() {
    let lines = screen([10, 2]).lines(columns: 80, rows: 10)
    #expect(
      lines
        == ["heading", "", "T0 (7 more)", "row 0", "row 1", "row 2", "", "T1", "row 0", "row 1"]
    )
  }

  @Test(arguments: [0, 1, 4, 5, 24])
  func `The top screen never has more lines than the terminal`(rows: Int) {
    #expect(screen([30, 30]).lines(columns: 80, rows: rows).count == rows)
  }

  @Test(arguments: [
    ("abcdef", 4, "abcd"), ("abc", 4, "abc"), ("", 4, ""),
    ("\u{1B}[31mabcdef\u{1B}[0m", 4, "\u{1B}[31mabcd\u{1B}[0m"),
    ("\u{1B}[31mab", 4, "\u{1B}[31mab\u{1B}[0m"),
  ])
  func `A line of the top screen is cut to the width and ends its colour`(
    line: String,
    width: Int,
    cut: String
  ) {
    #expect(TopScreen.cut(line, to: width) == cut)
  }
}
