// SPDX-License-Identifier: Apache-2.0

import Reactor
import Signals

/// Records what one backend does, as one loop sees it.
final class BackendCounters {
  private let signals: BackendSignals
  private let position: Int
  private let shard: SignalShard

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
  func waiting(_ count: Int) { shard.set(signals.waiting[position], count) }
  func endpoints(_ count: Int) { shard.set(signals.endpoints[position], count) }

  func attempts(_ inFlight: Int, limit: Int) {
    shard.set(signals.inFlight[position], inFlight)
    shard.set(signals.limit[position], limit)
  }

  func answered(after duration: Duration) {
    shard.record(signals.durations[position], Int(duration.nanoseconds))
  }

  func failed(_ kind: BackendFault.Kind) {
    guard let index = BackendFault.Kind.allCases.firstIndex(of: kind) else { return }
    shard.add(signals.failures[position, index])
  }
}
