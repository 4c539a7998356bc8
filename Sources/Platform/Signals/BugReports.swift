// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Reports the bugs that a metric counts: what and where, each kind at most once a minute.
package final class BugReports: Sendable {
  static let pause = Duration.seconds(60)

  private let metric: String
  private let report: @Sendable (String) -> Void
  private let latest = Mutex<[String: ContinuousClock.Instant]>([:])

  /// - Parameter metric: the name of the counter that counts all of them.
  package init(_ metric: String, _ report: @escaping @Sendable (String) -> Void) {
    self.metric = metric
    self.report = report
  }

  package func found(
    _ kind: String,
    at place: String,
    _ cause: String,
    now: ContinuousClock.Instant = .now
  ) {
    let isDue = latest.withLock { latest in
      if let last = latest[kind], last + BugReports.pause > now { return false }
      latest[kind] = now
      return true
    }
    guard isDue else { return }
    report("bug (\(kind)) at \(place): \(cause); \(metric) counts all of them")
  }
}
