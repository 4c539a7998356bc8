// SPDX-License-Identifier: Apache-2.0

package import Signals
import Synchronization

/// Records refused connections and requests, and reached limits, as events. It reads the counters
/// of both: each reason gets an event within a second, and then, while it goes on, one a minute
/// with the number of times and one of the clients. So a client that is refused often can neither
/// fill the log nor hide in it.
package final class RefusalWatch: Sendable {
  /// Seconds between two events of one reason.
  private static let pause = 60.0

  /// Counters, with the label whose values are the reasons.
  private struct Source {
    let family: String
    /// The label whose values are the reasons; `nil` where there is one reason.
    var label: String?
    /// The only value that counts.
    var only: String?
    var prefix = ""
  }

  private static let sources = [
    Source(family: MetricName.serverRefusals, label: "reason"),
    Source(family: MetricName.handshakesFailed, prefix: "handshake_failed"),
    Source(family: MetricName.serverTimeouts, label: "stage", prefix: "timeout_"),
    Source(family: MetricName.http2Faults, label: "kind", prefix: "http2_"),
    Source(family: MetricName.serverBugs, label: "kind", prefix: "bug_"),
    Source(family: MetricName.adminRefusals, label: "reason", prefix: "admin_"),
    Source(family: MetricName.answers, label: "source", only: "limited", prefix: "rate_"),
    Source(
      family: MetricName.backendFailures,
      label: "kind",
      only: "overloaded",
      prefix: "backend_"
    ),
    Source(family: MetricName.webSocketsRefused, prefix: "websockets"),
  ]

  private struct Known {
    var count: UInt64
    /// The time of its last event; `nil` before the first.
    var recorded: Double?
  }

  private let log: EventLog
  private let client: @Sendable (String) -> EventFact?
  /// The state of each reason; empty before the first look, which sets the counts to compare with.
  private let known = Mutex<[String: Known]?>(nil)

  /// - Parameter client: returns the latest client of a reason, as far as events show it.
  package init(_ log: EventLog, client: @escaping @Sendable (String) -> EventFact? = { _ in nil }) {
    (self.log, self.client) = (log, client)
  }

  /// - Parameter uptime: seconds since an arbitrary instant.
  package func look(at snapshot: SignalSnapshot, uptime: Double) {
    let counts = RefusalWatch.counts(in: snapshot)
    let due = known.withLock { known -> [(reason: String, count: UInt64)] in
      guard var all = known else {
        // Counters may go on from before a restart.
        known = counts.mapValues { Known(count: $0) }
        return []
      }
      var due: [(reason: String, count: UInt64)] = []
      for (reason, count) in counts.sorted(by: { $0.key < $1.key }) {
        var last = all[reason] ?? Known(count: 0)
        guard count > last.count, uptime - (last.recorded ?? -.infinity) >= RefusalWatch.pause
        else { continue }
        due.append((reason, count - last.count))
        last = Known(count: count, recorded: uptime)
        all[reason] = last
      }
      known = all
      return due
    }
    for (reason, count) in due {
      let facts = [EventFact(.reason, reason), EventFact(.count, Int(clamping: count))]
      log.record(.refusal, .warning, facts + [client(reason)].compactMap { $0 })
    }
  }

  private static func counts(in snapshot: SignalSnapshot) -> [String: UInt64] {
    var counts: [String: UInt64] = [:]
    for source in sources {
      guard let family = snapshot[source.family] else { continue }
      let place = source.label.flatMap { name in
        family.description.labelNames.firstIndex(of: name)
      }
      for series in family.series {
        guard case .counter(let count) = series.value else { continue }
        let value = place.map { series.labelValues[$0] } ?? ""
        if let only = source.only, only != value { continue }
        counts[source.prefix + value, default: 0] += count
      }
    }
    return counts
  }
}
