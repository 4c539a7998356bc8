// SPDX-License-Identifier: Apache-2.0

import Signals
import Synchronization

/// A number of lost events, with the reason of the last loss.
package struct LostEvents: Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    /// The reader or the disk is too slow.
    case slow
    /// They could not be written, for this reason.
    case failed(String)
  }

  package let count: Int
  package let reason: Reason

  package init(count: Int, reason: Reason) { (self.count, self.reason) = (count, reason) }
}

/// The kind of a sink, as metrics name it.
package enum SinkKind: String, Sendable {
  /// A file or the standard output.
  case file
  /// The syslog service of this machine.
  case syslog
  /// A collector of OpenTelemetry.
  case otlp
}

/// Counts lost events, and reports them at most once in ten seconds.
final class EventLosses: Sendable {
  private static let pause = Duration.seconds(10)
  private static let reasons = ["slow", "failed"]

  private struct Unreported {
    var count = 0
    var reason = LostEvents.Reason.slow
    var last: ContinuousClock.Instant?

    mutating func take() -> LostEvents? {
      guard count > 0 else { return nil }
      defer { count = 0 }
      return LostEvents(count: count, reason: reason)
    }
  }

  private let lost: SignalFamily<Counter>
  private let shard: SharedSignalShard
  private let report: @Sendable (LostEvents) -> Void
  private let unreported = Mutex(Unreported())

  init(
    _ registry: SignalRegistry,
    of kind: SinkKind,
    report: @escaping @Sendable (LostEvents) -> Void
  ) throws(SignalFault) {
    lost = try registry.counters(
      "portico_events_lost_total",
      "Events that did not arrive, since their reader was too slow or writing failed.",
      labels: [SignalLabel("sink", [kind.rawValue]), SignalLabel("reason", EventLosses.reasons)]
    )
    shard = try registry.makeSharedShard()
    self.report = report
  }

  func note(_ count: Int, _ reason: LostEvents.Reason) {
    let place = if case .slow = reason { 0 } else { 1 }
    shard.record { $0.add(lost[0, place], count) }
    let now = ContinuousClock.now
    let due: LostEvents? = unreported.withLock { unreported in
      unreported.count += count
      unreported.reason = reason
      if let last = unreported.last, last.duration(to: now) < EventLosses.pause { return nil }
      unreported.last = now
      return unreported.take()
    }
    if let due { report(due) }
  }

  /// Reports losses that were not reported yet.
  func reportRest() { if let rest = unreported.withLock({ $0.take() }) { report(rest) } }
}
