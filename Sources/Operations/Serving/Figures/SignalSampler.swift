// SPDX-License-Identifier: Apache-2.0

package import Measure
package import Message
package import Reactor
package import Signals

/// Takes a snapshot of all signals each second, for operators' rates and quantiles, for the
/// history, for alerts, for rollouts, and for the events of refusals.
package final class SignalSampler: DeadlineHandler {
  private static let interval = Duration.seconds(1)

  private let registry: SignalRegistry
  private let history: SignalHistory
  private let monitor: HistoryService?
  private let alerts: AlertService
  private let refusals: RefusalWatch
  private let sites: [SiteService]
  private let pool: WorkerPool
  private let core: LoopCore

  package init(
    _ registry: SignalRegistry,
    into history: SignalHistory,
    _ monitor: HistoryService?,
    _ alerts: AlertService,
    _ refusals: RefusalWatch,
    _ sites: [SiteService],
    on core: LoopCore
  ) throws(SystemError) {
    (self.registry, self.history, self.monitor) = (registry, history, monitor)
    (self.alerts, self.refusals, self.sites) = (alerts, refusals, sites)
    // A snapshot of many series takes longer than a loop may spend without serving requests.
    pool = WorkerPool("metrics", threads: 1, capacity: 1)
    self.core = core
    // The first one is there before visitors come, so that windows begin with the first request.
    sample()()
    schedule()
  }

  package func deadlineReached() {
    // A sample is left out while the last one still runs.
    _ = pool.submit(sample())
    schedule()
  }

  private func schedule() { _ = core.schedule(self, at: core.now + SignalSampler.interval) }

  /// Returns the work of taking a sample now.
  private func sample() -> @Sendable () -> Void {
    let (registry, history, monitor) = (registry, history, monitor)
    let (alerts, refusals, sites) = (alerts, refusals, sites)
    let seconds = Double(core.now.nanoseconds) / 1e9
    return {
      let snapshot = registry.snapshot()
      history.add(snapshot, at: seconds)
      monitor?.record(snapshot, sites.promises, uptime: seconds)
      alerts.look(at: snapshot, uptime: seconds)
      refusals.look(at: snapshot, uptime: seconds)
      for site in sites { site.lookAtRollout(snapshot) }
    }
  }
}
