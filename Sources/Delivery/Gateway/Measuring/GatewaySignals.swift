// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import Editions
import HTTPServer
import Learning
import Reactor
package import Signals
import Sites

/// The metrics of the gateway, declared once for all loops.
package struct GatewaySignals: Sendable {
  let answers: SignalFamily<Counter>
  let steps: SignalFamily<Counter>
  let calls: SignalFamily<Counter>
  let plans: SignalFamily<Histogram>
  let webSockets: Gauge
  let refusedWebSockets: Counter
  let droppedMembers: SignalFamily<Counter>
  let bugs: SignalFamily<Counter>
  let requests: RequestSignals
  let resolutions: ResolutionSignals
  let limits: GrowingFamily<Counter>
  let phases: PhaseSignals
  let beacon: BeaconSignals
  let rollouts: RolloutSignals
  let degradedParts: GrowingFamily<Counter>
  let routeCalls: GrowingFamily<Counter>
  let answerMembers: GrowingFamily<Counter>
  let registry: SignalRegistry
  let bugReports: BugReports

  /// - Parameter reportBug: called with bugs that were found, each kind at most once a minute, on
  ///   any thread.
  package init(
    _ registry: SignalRegistry,
    reportBug: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(SignalFault) {
    self.registry = registry
    bugReports = BugReports(MetricName.gatewayBugs, reportBug)
    requests = try RequestSignals(registry)
    resolutions = try ResolutionSignals(registry)
    phases = try PhaseSignals(registry)
    beacon = try BeaconSignals(registry)
    rollouts = try RolloutSignals(registry)
    limits = try registry.growing(
      "portico_rate_limit_requests_total",
      "Requests that were held against a rate limit, by the limit and its decision.",
      labels: ["limit", "decision"],
      folding: ["limit"]
    )
    degradedParts = try registry.growing(
      "portico_fanout_part_degraded_total",
      "Calls of plans whose part was missing or stale, by the call's name.",
      labels: ["http_route", "part", "backend", "outcome"],
      folding: ["http_route", "part", "backend"]
    )
    routeCalls = try registry.growing(
      MetricName.routeCalls,
      "Calls to services by the route of the request that they were made for, retries not counted.",
      labels: ["http_route", "backend"],
      folding: ["http_route", "backend"]
    )
    answerMembers = try registry.growing(
      "portico_answer_members_total",
      "Members of services' answers that are not as expected, or that stop or begin to come.",
      labels: ["backend", "member", "finding"],
      folding: ["backend", "member"]
    )
    droppedMembers = try registry.counters(
      "portico_app_members_dropped_total",
      "Members of X-App that could not be read, by their names.",
      labels: [SignalLabel("member", AppField.countedNames)]
    )
    bugs = try registry.counters(
      MetricName.gatewayBugs,
      "States that should be impossible; each is a bug of Portico.",
      labels: [SignalLabel("kind", GatewayBug.names)]
    )
    webSockets = try registry.gauge(
      "portico_websockets",
      "WebSocket connections along passes, with those that are being opened."
    )
    refusedWebSockets = try registry.counter(
      MetricName.webSocketsRefused,
      "WebSocket connections that were one too many of their pass."
    )
    answers = try registry.counters(
      MetricName.answers,
      "Answers, by where they came from.",
      labels: [SignalLabel("source", GatewayCounters.Source.names)]
    )
    steps = try registry.counters(
      "portico_request_steps_total",
      "Requests, by the step that decided what they are answered with.",
      labels: [SignalLabel("step", RequestStep.deciding.map(\.name))]
    )
    calls = try registry.counters(
      "portico_calls_total",
      "Calls that plans needed, by what came of them.",
      labels: [SignalLabel("outcome", GatewayCounters.CallOutcome.names)]
    )
    plans = try registry.histograms(
      MetricName.compositions,
      "The duration of plans that had to wait for calls, by outcome.",
      unit: .seconds,
      labels: [SignalLabel("outcome", GatewayCounters.PlanOutcome.names)]
    )
  }
}

/// Records the metrics of the gateway on one loop.
final class GatewayCounters {
  /// Source of an answer.
  enum Source: Int, SignalChoice {
    /// A document without a plan.
    case document
    /// A plan's stored answer, fresh or stale.
    case hit
    case stale
    /// A plan that had to run, or another request's that was waited for.
    case plan
    /// A request that was passed through to a service.
    case passed
    /// A service's stored answer, given without a task.
    case kept
    /// The record service's answer.
    case record
    case problem
    case maintenance
    /// A redirect, or the allowed methods.
    case settings
    /// A request beyond a rate limit.
    case limited
  }

  enum CallOutcome: Int, SignalChoice {
    /// The answer was stored.
    case kept
    case fetched
    /// A stale answer stood in.
    case stale
    /// The service reports an absence, now or before.
    case absent
    case failed
  }

  enum PlanOutcome: Int, SignalChoice {
    case whole
    case degraded
    /// The resource of the plan does not exist.
    case absent
    case failed
  }

  /// Records each request by route, status and protocol.
  let requests: RequestMeter
  /// Records the durations of the phases of requests.
  let phases: PhaseMeter
  /// Records the reports of apps.
  let beacon: BeaconMeter
  /// Records how the editions of a rollout fare; `nil` where no rollout is declared or on.
  private(set) var rollout: RolloutMeter?
  private let resolutions: ResolutionMeter
  private let signals: GatewaySignals
  private let shard: SignalShard
  private var openWebSockets = 0

  init(_ signals: GatewaySignals, _ wire: WireTimes, on core: LoopCore) throws(SignalFault) {
    self.signals = signals
    let shard = try signals.registry.makeShard()
    self.shard = shard
    requests = RequestMeter(signals.requests, shard, on: core)
    phases = PhaseMeter(signals.phases, shard, wire, on: core)
    beacon = BeaconMeter(signals.beacon, shard)
    resolutions = ResolutionMeter(signals.resolutions)
  }

  /// Updates the labels for a new edition.
  func renew(_ edition: Edition, isRollingOut: Bool) {
    let isRead = isRollingOut || edition.site.rollout != nil
    rollout = isRead ? rollout ?? RolloutMeter(signals.rollouts, shard) : nil
    requests.renew(documents: edition.documentCount)
    phases.renew(documents: edition.documentCount)
    beacon.renew(documents: edition.documentCount)
    resolutions.renew(edition.matcher)
  }

  func answered(_ source: Source, at step: RequestStep) {
    shard.add(signals.answers[source.rawValue])
    shard.add(signals.steps[step.rawValue])
  }

  /// Counts how well the document of an answer fits the visitor.
  func resolved(_ outcomes: ResolutionOutcomes) { resolutions.record(outcomes, in: shard) }

  /// Returns the counters of rate limits by their names.
  func limits(_ names: [String]) -> LimitCounters { LimitCounters(signals.limits, names, shard) }

  /// Returns the counters of calls to a service by route.
  func routeCalls(to backend: String) -> RouteCallMeter {
    RouteCallMeter(signals.routeCalls, of: backend, shard)
  }

  /// Returns what watches the answers of a service; `tell` is called with their changes.
  func answers(
    of backend: String,
    tell: @escaping (AnswerWatch.Change) -> Void
  ) -> AnswerWatch {
    AnswerWatch(of: backend, signals.answerMembers, shard, tell: tell)
  }

  /// Counts a bug and reports it.
  func found(_ bug: GatewayBug, at place: String, _ cause: any Error) {
    shard.add(signals.bugs[bug.rawValue])
    signals.bugReports.found(bug.name, at: place, "\(cause)")
  }

  func webSocketOpened() { setWebSockets(openWebSockets + 1) }

  func webSocketClosed() { setWebSockets(openWebSockets - 1) }

  private func setWebSockets(_ count: Int) {
    openWebSockets = count
    shard.set(signals.webSockets, count)
  }

  func refusedWebSocket() { shard.add(signals.refusedWebSockets) }

  func dropped(memberNamed name: String) {
    guard let index = AppField.countedNames.firstIndex(of: name) else { return }
    shard.add(signals.droppedMembers[index])
  }

  func called(_ outcome: CallOutcome) {
    shard.add(signals.calls[outcome.rawValue])
  }

  /// Counts an answer with a part that is missing or stale because a call has failed.
  func degraded(part: String, of route: String, _ backend: String, _ outcome: CallOutcome) {
    shard.add(signals.degradedParts.series(["/\(route)", part, backend, outcome.name]))
  }

  func planned(_ outcome: PlanOutcome, nanoseconds: Int64) {
    shard.record(signals.plans[outcome.rawValue], Int(nanoseconds))
  }
}

/// Counts the decisions of a site's rate limits, by their numbers. It belongs to a loop.
struct LimitCounters {
  private let series: [(admitted: Counter, refused: Counter)]
  private let shard: SignalShard

  fileprivate init(_ family: GrowingFamily<Counter>, _ names: [String], _ shard: SignalShard) {
    series = names.map { (family.series([$0, "admitted"]), family.series([$0, "refused"])) }
    self.shard = shard
  }

  func admitted(_ number: Int) { shard.add(series[number].admitted) }

  func refused(_ number: Int) { shard.add(series[number].refused) }
}

/// The metrics of requests that reach no site.
package struct HostSignals: Sendable {
  let misdirected: Counter
  let registry: SignalRegistry

  package init(_ registry: SignalRegistry) throws(SignalFault) {
    self.registry = registry
    misdirected = try registry.counter(
      "portico_misdirected_requests_total",
      "Requests for hosts that no site has."
    )
  }
}

/// A condition that the checks before a publication exclude.
enum GatewayBug: Int, SignalChoice {
  /// A document has a value that its format cannot express, or cannot be read any more.
  case document
  /// The metrics of a site's services cannot be declared.
  case metrics
  /// A body cannot be compressed.
  case coding
}
