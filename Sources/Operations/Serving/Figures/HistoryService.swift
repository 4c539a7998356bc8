// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import Measure
import Model
package import Monitor
import Reactor
package import Signals
import Synchronization

/// Keeps the history of all metrics. Operators' queries are read on a thread of their own, and
/// neither they nor a slow disk delay requests.
package final class HistoryService: Sendable {
  private let monitor: StoredHistory
  private let reader: WorkerPool

  private let downtimes = Mutex<(time: Int64, found: [BackendFigures.Place: BackendDowntime])?>(nil)

  /// The least time between two readings of the services' downtimes, in seconds.
  private static let downtimeSeconds: Int64 = 10
  /// The maximum number of queries that wait for the reading thread.
  private static let mostWaiting = 32

  package init(
    in folder: String,
    _ annotations: Annotations,
    limit bytes: Int,
    _ registry: SignalRegistry
  ) throws {
    reader = WorkerPool("history", threads: 1, capacity: HistoryService.mostWaiting)
    monitor = try StoredHistory(
      registry,
      in: folder,
      limit: bytes,
      annotations,
      report: { SharedResources.tell($0) }
    )
  }

  /// Records the changes since the previous snapshot. Call it on one thread, which may wait for the
  /// disk.
  ///
  /// - Parameter promises: those that the models of the sites state.
  func record(_ snapshot: SignalSnapshot, _ promises: RoutePromises, uptime: Double) {
    monitor.record(snapshot, promises, at: UnixTime.now.seconds, uptime: uptime)
  }

  /// The series that had no room in the last rows, and the rows that the disk did not take.
  package var gaps: (series: Int, rows: Int) { monitor.gaps }

  /// Asks the history on its own thread.
  package func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (StoredHistory) throws -> Answer
  ) async throws -> Answer {
    try await reader.run { [monitor] in try question(monitor) }
  }

  /// Reads what the busiest minutes show, on the calling thread.
  func measuredCapacity(_ promises: RoutePromises, at now: Int64) -> MeasuredCapacity? {
    monitor.measuredCapacity(promises, now: Int(now))
  }

  /// Forecasts from the last four weeks, on the calling thread.
  func capacityForecast(at now: Int64) -> CapacityForecast? {
    monitor.capacityForecast(now: Int(now))
  }

  /// The downtimes of services, at most ten seconds old; `nil` while another process writes the
  /// history.
  package func downtimes(at now: Int64) async throws -> [BackendFigures.Place: BackendDowntime]? {
    if let kept = downtimes.withLock({ $0 }),
      (0..<HistoryService.downtimeSeconds).contains(now - kept.time)
    {
      return kept.found
    }
    guard let found = try await ask({ $0.downtimes(now: Int(now)) }) else { return nil }
    downtimes.withLock { $0 = (now, found) }
    return found
  }

  package func annotate(_ annotation: Annotation) async throws {
    try await reader.run { [monitor] in monitor.annotations.add(annotation) }
  }

  /// Closes the history, so that another process can write it.
  package func end() async { try? await reader.run { [monitor] in monitor.end() } }
}
