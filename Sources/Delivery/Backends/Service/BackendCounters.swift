// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import Reactor
import Signals

/// Records the metrics of one backend on one loop.
final class BackendCounters {
  private let signals: BackendSignals
  private let position: Int
  private let shard: SignalShard
  private var levels = Levels()
  private var isClosed: Bool
  private var state: CircuitBreaker.State?
  /// Series of answered calls.
  private var answers: [Answered: Histogram] = [:]

  private static let mostSeries = 1_000

  /// The facts that tell answered calls apart.
  private struct Answered: Hashable {
    let status: Status
    let method: Method
    let endpoint: Destination
  }

  /// This backend's contribution to each gauge.
  private struct Levels {
    var waiting = 0
    var inFlight = 0
    var unaccounted = 0
    var limit = 0
    var endpoints = 0
    var unreachable = 0
  }

  /// The name in `settings` is one of those with which the signals were declared.
  init(_ signals: BackendSignals, _ settings: BackendSettings, _ shard: SignalShard) {
    guard let position = signals.names.firstIndex(of: settings.name) else {
      preconditionFailure("no signals were declared for a backend \(settings.name)")
    }
    isClosed = !settings.showsState
    self.signals = signals
    self.position = position
    self.shard = shard
  }

  func called() { shard.add(signals.calls[position]) }
  func retried() { shard.add(signals.retries[position]) }
  func hedged() { shard.add(signals.hedges[position]) }
  func hedgeWon() { shard.add(signals.hedgesWon[position]) }
  func ejected() { shard.add(signals.ejections[position]) }
  func opened() { if !isClosed { shard.add(signals.openings[position]) } }

  // After a changed declaration, calls of the old backend are under way beside those of its
  // successor: a gauge is the sum of both.

  func waiting(_ count: Int) { move(signals.waiting, &levels.waiting, to: count) }
  func inFlight(_ count: Int) { move(signals.inFlight, &levels.inFlight, to: count) }
  func unaccounted(_ count: Int) { move(signals.unaccounted, &levels.unaccounted, to: count) }
  func limit(_ count: Int) { move(signals.limit, &levels.limit, to: isClosed ? 0 : count) }

  func endpoints(_ count: Int) {
    move(signals.endpoints, &levels.endpoints, to: isClosed ? 0 : count)
  }

  func unreachable(_ count: Int) {
    move(signals.unreachable, &levels.unreachable, to: isClosed ? 0 : count)
  }

  /// Takes its limit and its endpoints out of the gauges; the calls under way leave them one by
  /// one.
  func closed() {
    isClosed = true
    moveCircuit(to: nil)
    limit(0)
    endpoints(0)
    unreachable(0)
  }

  private func move(_ family: SignalFamily<Gauge>, _ level: inout Int, to count: Int) {
    guard count != level else { return }
    shard.adjust(family[position], by: count - level)
    level = count
  }

  func connected(after duration: Duration) {
    shard.record(signals.connects[position], Int(duration.nanoseconds))
  }

  func answerBegan(after duration: Duration) {
    shard.record(signals.firstBytes[position], Int(duration.nanoseconds))
  }

  func answered(_ answer: BackendAnswer, to method: Method) {
    let taken = answer.timings.total
    answered(answer.head.status, to: method, by: answer.endpoint, after: taken)
  }

  func answered(
    _ status: Status,
    to method: Method,
    by endpoint: Destination,
    after duration: Duration
  ) {
    let answered = Answered(status: status, method: method, endpoint: endpoint)
    let times = answers[answered] ?? begin(answered)
    shard.record(times, Int(duration.nanoseconds))
  }

  private func begin(_ answered: Answered) -> Histogram {
    let error = answered.status.code >= 400 ? "\(answered.status.code)" : ""
    let labels = labels(answered.status, error, answered.method, answered.endpoint)
    let times = signals.durations.series(labels)
    // Endpoints that a name had before are not kept for ever.
    if answers.count >= BackendCounters.mostSeries { answers.removeAll() }
    answers[answered] = times
    return times
  }

  private func labels(
    _ status: Status?,
    _ error: String,
    _ method: Method,
    _ endpoint: Destination?
  ) -> [String] {
    let origin = endpoint?.origin
    return [
      signals.names[position], status.map { "\($0.code)" } ?? "", error, method.conventionalName,
      origin?.host ?? "", origin.flatMap { $0.socketPath == nil ? "\($0.port)" : nil } ?? "",
    ]
  }

  func failed(_ kind: BackendFault.Kind) {
    guard let index = BackendFault.Kind.allCases.firstIndex(of: kind) else { return }
    shard.add(signals.failures[position, index])
  }

  /// Records a call that has failed before its head came.
  func failed(_ fault: BackendFault, _ method: Method, after duration: Duration) {
    failed(fault.kind)
    let labels = labels(fault.answered, fault.kind.rawValue, method, fault.endpoint)
    shard.record(signals.durations.series(labels), Int(duration.nanoseconds))
  }

  /// Records the state of the circuit breaker on this loop. Returns true if it has changed.
  func circuit(_ state: CircuitBreaker.State) -> Bool {
    guard !isClosed, state != self.state else { return false }
    moveCircuit(to: state)
    return true
  }

  private func moveCircuit(to state: CircuitBreaker.State?) {
    for (state, change) in [(self.state, -1), (state, 1)] {
      guard let state, let index = CircuitBreaker.State.allCases.firstIndex(of: state) else {
        continue
      }
      shard.adjust(signals.circuits[position, index], by: change)
    }
    self.state = state
  }
}
