// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The statements of a database that took long, each with how often and for how long.
package final class SlowStatements: Sendable {
  /// The time from which on a statement is slow.
  package static let threshold = Duration.milliseconds(100)
  /// The most statements that are remembered; of more, those that took the least time are forgotten.
  private static let most = 50

  package struct Entry: Sendable {
    package let sql: String
    package fileprivate(set) var count = 0
    package fileprivate(set) var total = Duration.zero
    package fileprivate(set) var longest = Duration.zero
    /// When it was slow the last time.
    package fileprivate(set) var last: ContinuousClock.Instant
  }

  private let entries = Mutex<[String: Entry]>([:])

  package init() {}

  /// The statements, those that took the most time first.
  package var all: [Entry] {
    entries.withLock { entries in entries.values.sorted { $0.total > $1.total } }
  }

  /// Takes note of a statement that ends now, if it is slow.
  package func note(
    _ sql: String,
    since start: ContinuousClock.Instant,
    now: ContinuousClock.Instant = .now
  ) {
    let duration = now - start
    guard duration >= SlowStatements.threshold else { return }
    entries.withLock { entries in
      var entry = entries[sql] ?? Entry(sql: sql, last: now)
      entry.count += 1
      entry.total += duration
      entry.longest = max(entry.longest, duration)
      entry.last = now
      entries[sql] = entry
      guard entries.count > SlowStatements.most else { return }
      let least = entries.values.filter { $0.sql != sql }.min { $0.total < $1.total }
      if let least { entries[least.sql] = nil }
    }
  }
}
