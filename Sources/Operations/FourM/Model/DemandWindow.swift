// SPDX-License-Identifier: Apache-2.0

import Signals
package import Sites

/// A route of one of the sites that a process serves.
package struct SiteRoute: Sendable, Hashable {
  package let site: String
  package let name: TrafficModel.RouteName

  package init(site: String, name: TrafficModel.RouteName) {
    self.site = site
    self.name = name
  }

  /// The route of a series of requests.
  init?(_ series: HistorySeries) {
    let labels = Dictionary(series.labels.map { ($0.name, $0.value) }) { first, _ in first }
    guard let site = labels["site"], let name = TrafficModel.RouteName(labels: labels) else {
      return nil
    }
    self.init(site: site, name: name)
  }
}

/// The promises of the routes of all sites.
package typealias RoutePromises = [SiteRoute: TrafficModel.ServiceLevel]

/// The processor time of a short window, with the requests that used it.
struct DemandWindow: Sendable, Equatable {
  /// Processor time used a second.
  var processor = 0.0
  /// Times a second that an event loop has waited for work.
  var waits = 0.0
  /// Answers composed a second, whether a visitor waits for one or it replaces a stale one.
  var composed = 0.0
  /// Bytes sent to visitors a second.
  var sent = 0.0
  /// Requests under way at once, on average.
  var underWay = 0.0
  /// Requests a second.
  var requests: [SiteRoute: Double] = [:]
  /// Bytes of bodies a second.
  var bodies: [SiteRoute: Double] = [:]
  /// False if a promise of the models was broken; `nil` without requests for which one counts.
  var isKept: Bool?
}

extension Monitor {
  /// Returns what was used in each ten seconds of the last day; `nil` while another process writes the
  /// history.
  func demandWindows(_ promises: RoutePromises, now: Int) -> [DemandWindow]? {
    guard let store else { return nil }
    var sums = DemandSums(store.catalog.all, promises)
    store.read(1, max(0, now - DemandSums.span)..<now, units: sums.units) { time, row in
      sums.add(row, at: time)
    }
    return sums.finished()
  }
}

/// Adds up rows of the history into windows.
private struct DemandSums {
  static let span = 86_400
  private static let step = 10
  /// Windows shorter than this are not used: they are those of a start or an end.
  private static let leastMilliseconds = 5_000

  private enum Meaning {
    case processor
    case waits
    case composed
    case sent
    case requests(SiteRoute)
    case bodies(SiteRoute)
  }

  private let promises: RoutePromises
  private var meanings: [Int: Meaning] = [:]
  /// The errors that the requests of a series ended with.
  private var errors: [Int: String] = [:]
  private(set) var units: [Int: SignalUnit] = [:]
  private var current: (number: Int, row: HistoryRow)?
  private var windows: [DemandWindow] = []

  init(_ series: [HistorySeries], _ promises: RoutePromises) {
    self.promises = promises
    for (number, one) in series.enumerated() {
      guard let meaning = DemandSums.meaning(of: one) else { continue }
      meanings[number] = meaning
      units[number] = one.unit
      errors[number] = one.labels.first { $0.name == "error_type" }?.value
    }
  }

  private static func meaning(of series: HistorySeries) -> Meaning? {
    switch series.name {
    case "process_cpu_seconds_total": .processor
    case "portico_loop_waits_total": .waits
    case "portico_plan_duration_seconds": .composed
    case "portico_server_sent_bytes_total": .sent
    case LiveTraffic.durations: SiteRoute(series).map { .requests($0) }
    case "http_server_response_body_size_bytes": SiteRoute(series).map { .bodies($0) }
    default: nil
    }
  }

  mutating func add(_ row: HistoryRow, at time: Int) {
    let number = time / DemandSums.step
    if let current, current.number != number { close() }
    if current == nil { current = (number, HistoryRow(step: number)) }
    current?.row.append(row)
  }

  consuming func finished() -> [DemandWindow] {
    close()
    return windows
  }

  private mutating func close() {
    guard let (_, row) = current.take(), row.milliseconds >= DemandSums.leastMilliseconds else {
      return
    }
    let seconds = Double(row.milliseconds) / 1_000
    var window = DemandWindow()
    var judged: [SiteRoute: LiveTraffic.Requests] = [:]
    for (number, cell) in row.cells {
      switch (meanings[number], cell) {
      case (.processor?, .counter(let growth)):
        window.processor += Double(growth) / SignalUnit.seconds.recordedPerBase / seconds
      case (.waits?, .counter(let growth)): window.waits += Double(growth) / seconds
      case (.composed?, .histogram(let values)): window.composed += Double(values.count) / seconds
      case (.sent?, .counter(let growth)): window.sent += Double(growth) / seconds
      case (.requests(let route)?, .histogram(let values)):
        window.requests[route, default: 0] += Double(values.count) / seconds
        // Little's law: what a second brings of time in the service is what is under way at once.
        window.underWay += values.sum / seconds
        if promises[route] != nil {
          judged[route, default: LiveTraffic.Requests()].add(values, error: errors[number])
        }
      case (.bodies(let route)?, .histogram(let values)):
        window.bodies[route, default: 0] += values.sum / seconds
      default: break
      }
    }
    let verdicts = judged.compactMap { route, requests in
      promises[route].flatMap { promise -> Bool? in
        let record = RouteConformance.Record(requests, promise)
        return record.judged > 0 ? !record.breaks(promise) : nil
      }
    }
    if !verdicts.isEmpty { window.isKept = verdicts.allSatisfy { $0 } }
    windows.append(window)
  }
}
