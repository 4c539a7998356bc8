// SPDX-License-Identifier: Apache-2.0

package import Reactor
package import Signals

/// Measures the lag of a loop, by a timer that is due every second. The lag is the time for which a
/// long turn keeps the loop from its work.
package final class LoopLag: DeadlineHandler {
  private static let interval = Duration.seconds(1)

  private let lags: Histogram
  private let shard: SignalShard
  private let core: LoopCore
  private var due: Instant
  /// The latest lags, the oldest first.
  private var latest: [Duration] = []

  /// The number of remembered lags: those of the last minute.
  private static let remembered = 60

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
  package static func start(
    on group: LoopGroup,
    _ registry: SignalRegistry
  ) async throws -> [LoopConfined<LoopLag>] {
    var all: [LoopConfined<LoopLag>] = []
    for loop in group.loops {
      all.append(
        try await loop.perform { LoopConfined(try LoopLag(registry, on: $0), to: loop.number) }
      )
    }
    return all
  }

  /// The last lag, and the longest of the last minute; `nil` before the first.
  var recent: (last: Duration, longest: Duration)? {
    guard let last = latest.last, let longest = latest.max() else { return nil }
    return (last, longest)
  }

  package func deadlineReached() {
    let lag = core.momentNow - due
    shard.record(lags, Int(lag.nanoseconds))
    if latest.count == LoopLag.remembered { latest.removeFirst() }
    latest.append(lag)
    due = core.now + LoopLag.interval
    wait()
  }

  private func wait() { _ = core.schedule(self, at: due) }
}
