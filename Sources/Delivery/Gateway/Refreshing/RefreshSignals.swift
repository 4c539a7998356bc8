// SPDX-License-Identifier: Apache-2.0

package import Signals

/// The metrics of refreshes, declared once for a site.
package struct RefreshSignals: Sendable {
  let answers: SignalFamily<Counter>
  let refreshes: SignalFamily<Counter>
  let waiting: Gauge
  let held: Counter

  package init(_ registry: SignalRegistry) throws(SignalFault) {
    answers = try registry.counters(
      "portico_refresh_answers_total",
      "Outdated answers that a refresh came to, by what became of them.",
      labels: [SignalLabel("outcome", RefreshReport.Outcome.names)]
    )
    refreshes = try registry.counters(
      "portico_refreshes_total",
      "Refreshes of outdated answers that are over, by cause and end.",
      labels: [
        SignalLabel("cause", RefreshCause.Kind.names),
        SignalLabel("end", RefreshReport.State.allCases.filter(\.isOver).map(\.rawValue)),
      ]
    )
    waiting = try registry.gauge(
      "portico_refresh_waiting",
      "Outdated answers that wait for their turn to be composed."
    )
    held = try registry.counter(
      "portico_refresh_held_total",
      "Times that a refresh composed no answer, since a service had no room."
    )
  }

  func ended(_ report: RefreshReport, in shard: SignalShard) {
    let ends = RefreshReport.State.allCases.filter(\.isOver)
    guard let end = ends.firstIndex(of: report.state) else { return }
    let cause = report.isPublication ? RefreshCause.Kind.publication : .purge
    shard.add(refreshes[cause.rawValue, end])
  }
}
