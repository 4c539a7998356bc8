// SPDX-License-Identifier: Apache-2.0

package import Measure
import Signals
import Sites

/// The processor time that a process used in a minute, and the requests that it answered.
package struct LoadMinute: Sendable, Equatable {
  /// Its first second, since 1970.
  package var time = 0
  /// Processor time used a second.
  package var processor = 0.0
  /// Times a second that an event loop has waited for work.
  package var waits = 0.0
  /// Bytes sent to visitors a second.
  package var sent = 0.0
  /// Requests a second by the work that they were.
  package var work: [RequestClass: Double] = [:]
  /// Requests a second.
  package var requests: [SiteRoute: Double] = [:]
  /// Bytes of bodies a second.
  package var bodies: [SiteRoute: Double] = [:]
  /// False if a promise of the models was broken; `nil` without requests for which one counts.
  package var isKept: Bool?

  package init() {}

  /// Requests a second of all routes.
  package var total: Double { requests.values.reduce(0, +) }
}

extension StoredHistory {
  /// Returns the minutes of the last days, the oldest first; `nil` while another process writes the history.
  package func loadMinutes(days: Int, _ promises: RoutePromises, now: Int) -> [LoadMinute]? {
    guard let store else { return nil }
    var sums = LoadSums(store.catalog.all, promises)
    store.read(2, max(0, now - days * 86_400)..<now, units: sums.units) { time, row in
      sums.add(row, at: time)
    }
    return sums.finished()
  }
}

/// Adds up rows of the history into minutes.
private struct LoadSums {
  private static let step = 60
  /// Shorter ones are not used: they are those of a start or an end.
  private static let leastMilliseconds = 30_000

  private enum Meaning {
    case processor, waits, sent
    case work(RequestClass)
    case requests(SiteRoute)
    case bodies(SiteRoute)
  }

  private let promises: RoutePromises
  private var meanings: [Int: Meaning] = [:]
  /// The errors that the requests of a series ended with.
  private var errors: [Int: String] = [:]
  private(set) var units: [Int: SignalUnit] = [:]
  private var current: (number: Int, row: HistoryRow)?
  private var minutes: [LoadMinute] = []

  init(_ series: [HistorySeries], _ promises: RoutePromises) {
    self.promises = promises
    for (number, one) in series.enumerated() {
      guard let meaning = LoadSums.meaning(of: one) else { continue }
      meanings[number] = meaning
      units[number] = one.unit
      errors[number] = one.labels.first { $0.name == "error_type" }?.value
    }
  }

  private static func meaning(of series: HistorySeries) -> Meaning? {
    switch series.name {
    case MetricName.processorTime: .processor
    case MetricName.loopWaits: .waits
    case MetricName.sentBytes: .sent
    case MetricName.compositions: .work(.composed)
    case MetricName.answers:
      (series.labels.first { $0.name == "source" }?.value)
        .flatMap { RequestClass(source: $0) }.map { .work($0) }
    case MetricName.requestDurations: SiteRoute(series).map { .requests($0) }
    case MetricName.answerSizes: SiteRoute(series).map { .bodies($0) }
    default: nil
    }
  }

  mutating func add(_ row: HistoryRow, at time: Int) {
    let number = time / LoadSums.step
    if let current, current.number != number { close() }
    if current == nil { current = (number, HistoryRow(step: number)) }
    current?.row.append(row)
  }

  consuming func finished() -> [LoadMinute] {
    close()
    return minutes
  }

  private mutating func close() {
    guard let (number, row) = current.take(), row.milliseconds >= LoadSums.leastMilliseconds else {
      return
    }
    let seconds = Double(row.milliseconds) / 1_000
    var minute = LoadMinute()
    minute.time = number * LoadSums.step
    var judged: [SiteRoute: LiveTraffic.Requests] = [:]
    for (number, cell) in row.cells {
      switch (meanings[number], cell) {
      case (.processor?, .counter(let growth)):
        minute.processor += Double(growth) / SignalUnit.seconds.recordedPerBase / seconds
      case (.waits?, .counter(let growth)): minute.waits += Double(growth) / seconds
      case (.sent?, .counter(let growth)): minute.sent += Double(growth) / seconds
      case (.work(let work)?, .counter(let growth)):
        minute.work[work, default: 0] += Double(growth) / seconds
      case (.work(let work)?, .histogram(let values)):
        minute.work[work, default: 0] += Double(values.count) / seconds
      case (.requests(let route)?, .histogram(let values)):
        minute.requests[route, default: 0] += Double(values.count) / seconds
        if promises[route] != nil {
          judged[route, default: LiveTraffic.Requests()].add(values, error: errors[number])
        }
      case (.bodies(let route)?, .histogram(let values)):
        minute.bodies[route, default: 0] += values.sum / seconds
      default: break
      }
    }
    let verdicts = judged.compactMap { route, requests in
      promises[route].flatMap { promise -> Bool? in
        let record = PromiseRecord(requests, promise)
        return record.judged > 0 ? !record.breaks(promise) : nil
      }
    }
    if !verdicts.isEmpty { minute.isKept = verdicts.allSatisfy { $0 } }
    minutes.append(minute)
  }
}
