// SPDX-License-Identifier: Apache-2.0

import Reactor
import Signals

/// Metrics of mirrored reads, by their outcome.
struct MirrorSignals {
  enum Outcome: String, CaseIterable {
    /// Both answers were the same.
    case same
    case different
    /// The second service had no answer.
    case failed
    /// Too many were under way already.
    case dropped
  }

  /// Names of the second services.
  private let names: [String]
  private let compared: SignalFamily<Counter>
  private let shard: SignalShard

  init(
    _ registry: SignalRegistry,
    _ shard: SignalShard,
    backends names: [String]
  )
    throws(SignalFault)
  {
    self.names = names
    self.shard = shard
    compared = try registry.counters(
      "portico_mirrored_total",
      "Reads that a second service was asked as well, by what came of the comparison.",
      labels: [
        SignalLabel("backend", names),
        SignalLabel("outcome", Outcome.allCases.map(\.rawValue)),
      ]
    )
  }

  func count(_ outcome: Outcome, of name: String) {
    guard let position = names.firstIndex(of: name),
      let index = Outcome.allCases.firstIndex(of: outcome)
    else { return }
    shard.add(compared[position, index])
  }
}
