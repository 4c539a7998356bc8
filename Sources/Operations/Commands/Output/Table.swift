// SPDX-License-Identifier: Apache-2.0

/// A table with columns as wide as their widest cell.
package struct Table {
  private let titles: [String]
  private var rows: [[String]] = []

  package init(_ titles: String...) { self.titles = titles }

  package init(_ titles: [String]) { self.titles = titles }

  package mutating func add(_ row: String...) { rows.append(row) }

  package mutating func add(_ row: [String]) { rows.append(row) }

  package func text(_ style: TextStyle) -> String {
    let all = [titles] + rows
    let widths = titles.indices.map { column in
      all.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return all.enumerated().map { index, row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += column + 1 < row.count ? cell.padded(to: widths[column] + 2) : cell
      }
      return (index == 0 ? style(line, .bold) : line) + "\n"
    }.joined()
  }
}

extension String {
  /// Returns the text padded with spaces to a width in characters.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
