// SPDX-License-Identifier: Apache-2.0

import FourM
import Reactor
import Signals

/// Takes a snapshot of all signals each second, for the rates and quantiles that operators ask
/// for, and for the history.
final class SignalSampler: DeadlineHandler {
  private static let interval = Duration.seconds(1)

  private let registry: SignalRegistry
  private let history: SignalHistory
  private let monitor: HistoryService?
  private let pool: WorkerPool
  private let core: LoopCore

  init(
    _ registry: SignalRegistry,
    into history: SignalHistory,
    _ monitor: HistoryService?,
    on core: LoopCore
  ) throws(SystemError) {
    self.registry = registry
    self.history = history
    self.monitor = monitor
    // A snapshot of many series takes longer than a loop should do without its requests.
    pool = try WorkerPool(threads: 1, capacity: 1)
    self.core = core
    deadlineReached()
  }

  func deadlineReached() {
    let (registry, history, monitor) = (registry, history, monitor)
    let seconds = Double(core.now.nanoseconds) / 1e9
    // Where the last one still runs, this one is left out.
    _ = pool.submit {
      let snapshot = registry.snapshot()
      history.add(snapshot, at: seconds)
      monitor?.record(snapshot, uptime: seconds)
    }
    _ = core.schedule(self, at: core.now + SignalSampler.interval)
  }
}
