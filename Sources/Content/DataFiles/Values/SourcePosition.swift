// SPDX-License-Identifier: Apache-2.0

/// A line and column, both from 1.
///
/// A column counts Unicode scalars, a tab as one. In a binary file the line is 1 and the column is
/// the byte offset plus 1.
package struct SourcePosition: Sendable, Hashable {
  private let storedLine: UInt32
  private let storedColumn: UInt32

  package init(line: Int, column: Int) {
    storedLine = UInt32(clamping: line)
    storedColumn = UInt32(clamping: column)
  }

  package var line: Int { Int(storedLine) }
  package var column: Int { Int(storedColumn) }

  /// The start of a file; also the position of a value that was not read from one.
  package static let start = SourcePosition(line: 1, column: 1)
}

extension SourcePosition: Comparable {
  package static func < (first: SourcePosition, second: SourcePosition) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}

extension SourcePosition: CustomStringConvertible {
  package var description: String { "\(line):\(column)" }
}
