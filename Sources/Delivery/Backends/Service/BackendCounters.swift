// SPDX-License-Identifier: Apache-2.0

import Reactor
import Signals

/// Records what one backend does, as one loop sees it.
final class BackendCounters {
  private let signals: BackendSignals
  private let position: Int
  private let shard: SignalShard
  private var levels = Levels()
  private var isClosed = false

  /// What this backend has added to each level.
  private struct Levels {
    var waiting = 0
    var inFlight = 0
    var unaccounted = 0
    var limit = 0
    var endpoints = 0
  }

  /// `name` is one of those that the signals were declared with.
  init(_ signals: BackendSignals, _ name: String, _ shard: SignalShard) {
    guard let position = signals.names.firstIndex(of: name) else {
      preconditionFailure("no signals were declared for a backend \(name)")
    }
    self.signals = signals
    self.position = position
    self.shard = shard
  }

  func called() { shard.add(signals.calls[position]) }
  func retried() { shard.add(signals.retries[position]) }
  func hedged() { shard.add(signals.hedges[position]) }
  func hedgeWon() { shard.add(signals.hedgesWon[position]) }
  func ejected() { shard.add(signals.ejections[position]) }
  func opened() { shard.add(signals.openings[position]) }

  // Where a declaration has changed, the calls of before are under way beside those of its successor:
  // a level is the sum of both.

  func waiting(_ count: Int) { move(signals.waiting, &levels.waiting, to: count) }
  func inFlight(_ count: Int) { move(signals.inFlight, &levels.inFlight, to: count) }
  func unaccounted(_ count: Int) { move(signals.unaccounted, &levels.unaccounted, to: count) }
  func limit(_ count: Int) { move(signals.limit, &levels.limit, to: isClosed ? 0 : count) }

  func endpoints(_ count: Int) {
    move(signals.endpoints, &levels.endpoints, to: isClosed ? 0 : count)
  }

  /// Takes its limit and its endpoints out of the sums; the calls under way leave them one by one.
  func closed() {
    isClosed = true
    limit(0)
    endpoints(0)
  }

  private func move(_ family: SignalFamily<Gauge>, _ level: inout Int, to count: Int) {
    guard count != level else { return }
    shard.adjust(family[position], by: count - level)
    level = count
  }

  func answered(after duration: Duration) {
    shard.record(signals.durations[position], Int(duration.nanoseconds))
  }

  func failed(_ kind: BackendFault.Kind) {
    guard let index = BackendFault.Kind.allCases.firstIndex(of: kind) else { return }
    shard.add(signals.failures[position, index])
  }
}
