// SPDX-License-Identifier: Apache-2.0

package import Signals

/// What the gateway measures of itself, declared once for all loops.
package struct GatewaySignals: Sendable {
  let answers: SignalFamily<Counter>
  let calls: SignalFamily<Counter>
  let plans: SignalFamily<Histogram>
  let registry: SignalRegistry

  package init(_ registry: SignalRegistry) throws(SignalFault) {
    self.registry = registry
    answers = try registry.counters(
      "portico_answers_total",
      "Answers, by where they came from.",
      labels: [SignalLabel("source", GatewayCounters.Source.allCases.map(\.rawValue))]
    )
    calls = try registry.counters(
      "portico_calls_total",
      "Calls that plans needed, by what came of them.",
      labels: [SignalLabel("outcome", GatewayCounters.CallOutcome.allCases.map(\.rawValue))]
    )
    plans = try registry.histograms(
      "portico_plan_duration_seconds",
      "How long plans ran that had something to wait for, by what came of them.",
      unit: .seconds,
      labels: [SignalLabel("outcome", GatewayCounters.PlanOutcome.allCases.map(\.rawValue))]
    )
  }
}

/// Records what the gateway of one loop does.
final class GatewayCounters {
  /// Where an answer came from.
  enum Source: String, CaseIterable {
    /// A document that says everything itself.
    case document
    /// A plan's answer that was kept and fresh, or stale.
    case hit
    case stale
    /// A plan that had to run, or another request's that was waited for.
    case plan
    /// A request that was passed through to a service.
    case passed
    /// A service's answer that was kept, given at first sight.
    case kept
    case problem
    case maintenance
  }

  enum CallOutcome: String, CaseIterable {
    /// The answer was kept.
    case kept
    case fetched
    /// The last good one stood in.
    case stale
    case failed
  }

  enum PlanOutcome: String, CaseIterable {
    case whole
    case degraded
    case failed
  }

  private let signals: GatewaySignals
  private let shard: SignalShard

  init(_ signals: GatewaySignals) throws(SignalFault) {
    self.signals = signals
    shard = try signals.registry.makeShard()
  }

  func answered(_ source: Source) {
    guard let position = Source.allCases.firstIndex(of: source) else { return }
    shard.add(signals.answers[position])
  }

  func called(_ outcome: CallOutcome) {
    guard let position = CallOutcome.allCases.firstIndex(of: outcome) else { return }
    shard.add(signals.calls[position])
  }

  func planned(_ outcome: PlanOutcome, nanoseconds: Int64) {
    guard let position = PlanOutcome.allCases.firstIndex(of: outcome) else { return }
    shard.record(signals.plans[position], Int(nanoseconds))
  }
}
