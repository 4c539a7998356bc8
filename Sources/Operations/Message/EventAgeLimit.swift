// SPDX-License-Identifier: Apache-2.0

import Glibc
import Reactor
import Signals
import Synchronization

/// Erases events that are older than a limit, on a thread of its own: at the start, and at least once an hour.
package final class EventAgeLimit: Sendable {
  /// The interval at which the thread checks whether it is to end, in microseconds.
  private static let interval: UInt32 = 100_000

  private let pool: WorkerPool
  private let isClosing = Atomic(false)

  /// - Parameters:
  ///   - age: the age from which on events are erased.
  ///   - report: called once with the reason if events cannot be erased.
  package init(
    _ age: Duration,
    of log: EventLog,
    report: @escaping @Sendable (String) -> Void
  ) throws {
    pool = WorkerPool("old events", threads: 1, on: .background)
    _ = pool.submit { [self] in run(age.nanoseconds, log, report) }
  }

  private func run(_ age: Int64, _ log: EventLog, _ report: (String) -> Void) {
    // Each event is erased no later than a twenty-fourth of the age after its time.
    let pause = min(3_600_000_000_000, max(1_000_000_000, age / 24))
    var last: Int64?
    var isTroubled = false
    while !isClosing.load(ordering: .acquiring) {
      let now = LoopClock.system.wallNanoseconds
      if last.map({ now - $0 >= pause }) ?? true {
        last = now
        do {
          _ = try EventAgeLimit.erase(log, before: now - age)
        } catch {
          if !isTroubled { report("old events cannot be erased: \(error)") }
          isTroubled = true
        }
      }
      usleep(EventAgeLimit.interval)
    }
  }

  /// Erases the events before an instant, and returns their number.
  package static func erase(_ log: EventLog, before time: Int64) throws -> Int {
    try EventErasure.erase(log) { $0.time < time }
  }

  package func close() {
    isClosing.store(true, ordering: .releasing)
    _ = pool.close(waiting: .seconds(1))
  }
}
