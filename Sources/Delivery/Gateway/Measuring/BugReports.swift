// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Something that cannot happen: what was checked before it was published does not lead to it.
enum GatewayBug: Int, SignalChoice {
  /// A document has a value that its format cannot say, or cannot be read any more.
  case document
  /// The metrics of a site's services cannot be declared.
  case metrics
  /// A body cannot be compressed.
  case coding
}

/// Reports the bugs that are counted: what and where, each kind at most once a minute.
final class BugReports: Sendable {
  static let pause = Duration.seconds(60)

  private let report: @Sendable (String) -> Void
  private let latest = Mutex<[GatewayBug: ContinuousClock.Instant]>([:])

  init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

  func found(
    _ bug: GatewayBug,
    at place: String,
    _ cause: any Error,
    now: ContinuousClock.Instant = .now
  ) {
    let isDue = latest.withLock { latest in
      if let last = latest[bug], last + BugReports.pause > now { return false }
      latest[bug] = now
      return true
    }
    guard isDue else { return }
    report("bug (\(bug)) at \(place): \(cause); portico_gateway_bugs_total counts all of them")
  }
}
