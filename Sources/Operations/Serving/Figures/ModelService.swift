// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import Editions
package import Measure
package import Model
package import Monitor
import Synchronization

/// Answers operators' questions about the sites' models.
package final class ModelService: Sendable {
  /// The least time between two readings of the history, which take a while; costs change slowly.
  private static let capacitySeconds: Int64 = 60
  /// The same time for readings that nobody waits for.
  private static let rereadSeconds: Int64 = 600
  private static let forecastSeconds: Int64 = 3_600
  /// The same for the promises of the last 30 days.
  private static let promiseSeconds: Int64 = 10

  private let services: SiteServices
  private let history: SignalHistory
  private let monitor: HistoryService?
  private let measured = Mutex<(time: Int64, found: MeasuredCapacity)?>(nil)
  private let forecast = Mutex<(time: Int64, forecast: CapacityForecast?)?>(nil)
  private let promises = Mutex<(time: Int64, objectives: [Objective], history: PromiseHistory)?>(
    nil
  )
  /// The report of this second, for all pages, requests and alerts that want it.
  private let latest = OncePerSample<ReportKey, ModelReport>()
  private let latestTroubles = OncePerSample<[String?], Troubles>()

  /// The inputs of a report besides the history: the editions with their models, and the time at which the
  /// capacity was read.
  private struct ReportKey: Equatable {
    let editions: [String?]
    let capacity: Int64?
  }

  package init(_ services: SiteServices, _ history: SignalHistory, _ monitor: HistoryService?) {
    (self.services, self.history, self.monitor) = (services, history, monitor)
  }

  /// The traffic that the sites with models let this instance expect.
  package var expected: [ExpectedTraffic] { services.sites.compactMap(\.expectedTraffic) }

  private var editions: [String?] { services.sites.map { $0.publisher.publication?.edition.name } }

  /// The services and routes that fail or are slow now.
  package var troubles: Troubles {
    latestTroubles.value(of: history, editions) {
      Troubles(history, services.sites.promises, services.sites.servicePromises)
    }
  }

  /// The use of the disks that have state, of descriptors and of memory.
  package var resources: [ResourceLevel] {
    ResourceLevel.all(ofFolders: services.sites.map(\.state))
  }

  /// Returns the present traffic beside the models.
  package func report(of expected: [ExpectedTraffic]) async -> ModelReport {
    report(of: expected, await capacity(expected))
  }

  private func report(
    of expected: [ExpectedTraffic],
    _ capacity: ModelReport.Capacity
  ) -> ModelReport {
    let key = ReportKey(editions: editions, capacity: measured.withLock { $0?.time })
    return latest.value(of: history, key) {
      ModelReport(
        expected,
        among: services.sites.map(\.name),
        history,
        capacity,
        loops: services.shared.loops
      )
    }
  }

  /// Returns the same report, with the capacity that was measured last; reads it now where that is too
  /// long ago. Call it on a thread that may wait for the disk.
  func latestReport(of expected: [ExpectedTraffic]) -> ModelReport {
    let now = UnixTime.now.seconds
    let kept = measured.withLock { $0 }
    let isNew = kept.map { (0..<ModelService.rereadSeconds).contains(now - $0.time) } ?? false
    if !isNew, let found = monitor?.measuredCapacity(expected.promises, at: now) {
      measured.withLock { $0 = (now, found) }
    }
    let found = measured.withLock { $0?.found }
    return report(
      of: expected,
      found.map { .success($0) } ?? .failure(.init("the history was not read yet"))
    )
  }

  /// Forecasts the requests of the coming days, anew each hour. Call it on a thread that may wait
  /// for the disk.
  func latestForecast() -> CapacityForecast? {
    let now = UnixTime.now.seconds
    if let kept = keptForecast(at: now) { return kept.forecast }
    let found = monitor?.capacityForecast(at: now)
    forecast.withLock { $0 = (now, found) }
    return found
  }

  /// Returns the same forecast, read on the thread of the history; `nil` while that has too many
  /// questions.
  package func forecast() async -> CapacityForecast? {
    let now = UnixTime.now.seconds
    if let kept = keptForecast(at: now) { return kept.forecast }
    guard let monitor, let found = try? await monitor.ask({ $0.capacityForecast(now: Int(now)) })
    else { return nil }
    forecast.withLock { $0 = (now, found) }
    return found
  }

  private func keptForecast(at now: Int64) -> (time: Int64, forecast: CapacityForecast?)? {
    forecast.withLock { $0 }.flatMap { kept in
      (0..<ModelService.forecastSeconds).contains(now - kept.time) ? kept : nil
    }
  }

  /// Returns the tables of what was promised and kept in the last 30 days; `nil` while another process
  /// writes the history.
  package func promises(_ monitor: HistoryService) async throws -> [FigureTable]? {
    let (now, objectives) = (UnixTime.now.seconds, expected.flatMap(\.objectives))
    let minute = history.window(PromiseRecord.window)?.requests ?? [:]
    let kept = promises.withLock { $0 }
    if let kept, kept.objectives == objectives,
      (0..<ModelService.promiseSeconds).contains(now - kept.time)
    {
      return PromiseTables.tables(kept.history, minute)
    }
    let found = try await monitor.ask { $0.promises(objectives, now: Int(now)) }
    guard let found else { return nil }
    promises.withLock { $0 = (now, objectives, found) }
    return PromiseTables.tables(found, minute)
  }

  private func capacity(_ expected: [ExpectedTraffic]) async -> ModelReport.Capacity {
    guard let monitor else { return .failure(.init("there is no history, since --history is 0")) }
    let now = UnixTime.now.seconds
    let kept = measured.withLock { $0 }
    if let kept, now - kept.time < ModelService.capacitySeconds, now >= kept.time {
      return .success(kept.found)
    }
    do {
      let promises = expected.promises
      let found = try await monitor.ask { $0.measuredCapacity(promises, now: Int(now)) }
      guard let found else {
        return .failure(.init("another process, which this one replaces, writes the history still"))
      }
      measured.withLock { $0 = (now, found) }
      return .success(found)
    } catch {
      return .failure(.init("the history has too many questions: \(error)"))
    }
  }
}
