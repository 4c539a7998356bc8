// SPDX-License-Identifier: Apache-2.0

import Reactor
import Signals

/// Measures how late a loop comes to its work, by a timer that is due every second. Only a turn that
/// takes long makes it late.
final class LoopLag: DeadlineHandler {
  private static let interval = Duration.seconds(1)

  private let lags: Histogram
  private let shard: SignalShard
  private let core: LoopCore
  private var due: Instant

  private init(_ registry: SignalRegistry, on core: LoopCore) throws(SignalFault) {
    lags = try registry.histogram(
      "portico_loop_lag_seconds",
      "Time by which a loop was late for a timer.",
      unit: .seconds
    )
    shard = try registry.makeShard()
    self.core = core
    due = core.now + LoopLag.interval
    wait()
  }

  /// Measures all loops of a group, for as long as they run.
  static func start(on group: LoopGroup, _ registry: SignalRegistry) async throws {
    for loop in group.loops {
      // The loop's timers keep it.
      try await loop.perform { _ = try LoopLag(registry, on: $0) }
    }
  }

  func deadlineReached() {
    shard.record(lags, Int((core.momentNow - due).nanoseconds))
    due = core.now + LoopLag.interval
    wait()
  }

  private func wait() { _ = core.schedule(self, at: due) }
}
