// SPDX-License-Identifier: Apache-2.0

/// An LRU cache of prepared statements by their text.
struct StatementCache {
  private var statements: [String: (statement: Statement, use: UInt64)] = [:]
  private var uses: UInt64 = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Removes and returns the statement of this text, if it is cached.
  mutating func statement(_ sql: String) -> Statement? {
    guard let index = statements.index(forKey: sql) else { return nil }
    uses &+= 1
    statements.values[index].use = uses
    return statements.values[index].statement
  }

  mutating func keep(_ statement: Statement) {
    guard limit > 0 else { return }
    if statements.count >= limit, let oldest = statements.min(by: { $0.value.use < $1.value.use }) {
      statements[oldest.key] = nil
    }
    uses &+= 1
    statements[statement.sql] = (statement, uses)
  }

  mutating func removeAll() { statements.removeAll() }
}
