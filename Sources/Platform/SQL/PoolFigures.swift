// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The work of a connection pool since it was opened.
package struct PoolFigures: Sendable, Equatable {
  /// The connections that read.
  package var readers = 0
  /// Reads that waited, since all of these connections were in use.
  package var waitingReads = 0
  /// Writes that wait for the next commit.
  package var waitingWrites = 0
  package var commits = 0
  /// The writes that were committed; those that came together share a commit.
  package var writes = 0
  /// Commits that failed, with all of their writes.
  package var failures = 0
  /// The time of all commits, with the statements in them.
  package var time = Duration.zero
  package var longest = Duration.zero

  package init() {}

  /// Adds a commit that took a time.
  mutating func add(_ duration: Duration, writes count: Int, hasFailed: Bool) {
    commits += hasFailed ? 0 : 1
    writes += hasFailed ? 0 : count
    failures += hasFailed ? 1 : 0
    time += duration
    longest = max(longest, duration)
  }
}

extension ConnectionPool where Connection: ~Copyable {
  package var figures: PoolFigures {
    var figures = committed.withLock(\.self)
    figures.readers = readerCount
    figures.waitingReads = waits.load(ordering: .relaxed)
    figures.waitingWrites = waiting.withLock(\.count)
    return figures
  }

  /// Runs a transaction of some writes, and counts it.
  func commit<Value>(_ count: Int, _ body: () throws -> Value) throws -> Value {
    let start = ContinuousClock.now
    var hasFailed = true
    defer {
      let duration = ContinuousClock.now - start
      committed.withLock { $0.add(duration, writes: count, hasFailed: hasFailed) }
    }
    let value = try body()
    hasFailed = false
    return value
  }
}
