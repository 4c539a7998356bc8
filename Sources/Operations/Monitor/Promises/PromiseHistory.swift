// SPDX-License-Identifier: Apache-2.0

package import Measure
import Signals

/// The last 30 days of all objectives, as the history has them.
package struct PromiseHistory: Sendable {
  let objectives: [ObjectiveHistory]
}

extension StoredHistory {
  /// Judges the last 30 days by objectives, and by default ones of the routes that have none; `nil` while
  /// another process writes the history.
  ///
  /// - Parameter now: seconds since 1970.
  package func promises(_ objectives: [Objective], now: Int) -> PromiseHistory? {
    guard let store else { return nil }
    let series = store.catalog.all
    let seen = series.lazy.filter { $0.name == PromiseSeries.name }.compactMap { SiteRoute($0) }
    var sums = PromiseSums(objectives.completed(for: seen), series, now: now)
    guard let begin = sums.begin else { return PromiseHistory(objectives: []) }
    let units = sums.units
    store.read(HistoryTier.all.count - 1, begin..<now + 1, units: units) { time, row in
      sums.add(row, at: time)
    }
    let longest = PromiseSums.fineWindows.max() ?? 0
    store.read(PromiseSums.fineTier, max(0, now - longest)..<now + 1, units: units) { time, row in
      sums.addToWindows(row, at: time)
    }
    return sums.finished()
  }
}

/// Adds up rows of the history into the steps and windows of objectives.
private struct PromiseSums {
  /// The alerts' windows that are read from a finer tier than the days are.
  static let fineWindows = windows.filter { $0 <= 21_600 }
  static let fineTier = 2
  private static let windows = Set(BurnWindows.all.flatMap { [Int($0.long), Int($0.short)] })
  private static let coarseWindows = windows.subtracting(fineWindows)

  /// The requests of routes as promises judge them.
  private typealias Records = [SiteRoute: PromiseRecord]

  /// The units of the series that are needed, by their numbers.
  private(set) var units: [Int: SignalUnit] = [:]
  private var outcomes: [Int: (route: SiteRoute, count: any PromiseSeries.Count)] = [:]
  /// The durations of requests, for times before promises had series of their own.
  private var durations: [Int: (route: SiteRoute, error: String?)] = [:]
  private let promises: RoutePromises
  private var histories: [ObjectiveHistory]
  private var current: (step: Int, records: Records)?
  private let now: Int

  init(_ objectives: [Objective], _ series: [HistorySeries], now: Int) {
    self.now = now
    histories = objectives.map { ObjectiveHistory($0, now: now) }
    promises = Dictionary(objectives.map { ($0.route, $0.promise) }) { first, _ in first }
    for (number, one) in series.enumerated() {
      guard [MetricName.requestDurations, PromiseSeries.name].contains(one.name),
        let route = SiteRoute(one), promises[route] != nil
      else { continue }
      units[number] = one.unit
      func label(_ name: String) -> String? { one.labels.first { $0.name == name }?.value }
      if one.name == MetricName.requestDurations {
        durations[number] = (route, label("error_type"))
      } else if let outcome = PromiseSeries.outcomes.first(where: { $0.name == label("outcome") }) {
        outcomes[number] = (route, outcome.count)
      }
    }
  }

  var begin: Int? { histories.first?.begin }

  private func records(of row: HistoryRow) -> Records {
    var records: Records = [:]
    var requests: [SiteRoute: LiveTraffic.Requests] = [:]
    for (number, cell) in row.cells {
      switch cell {
      case .counter(let growth):
        guard let (route, count) = outcomes[number] else { continue }
        records[route, default: .init()][keyPath: count] = growth
      case .histogram(let values):
        guard let (route, error) = durations[number] else { continue }
        requests[route, default: LiveTraffic.Requests()].add(values, error: error)
      case .gauge: continue
      }
    }
    // A row may have had room for the bad requests alone.
    records = records.mapValues { record in
      var record = record
      record.judged = max(record.judged, record.failed, record.late)
      return record
    }
    for (route, requests) in requests where records[route] == nil {
      records[route] = promises[route].map { .init(requests, $0) }
    }
    return records
  }

  mutating func add(_ row: HistoryRow, at time: Int) {
    let step = time / ObjectiveHistory.step
    if let current, current.step != step { close() }
    current = (step, (current?.records ?? [:]).merging(records(of: row)) { $0.adding($1) })
  }

  /// Judges the step that is complete.
  private mutating func close() {
    guard let (step, records) = current.take() else { return }
    let time = step * ObjectiveHistory.step
    for place in histories.indices {
      let counts = counts(records, at: place)
      histories[place].add(counts, at: time)
      for window in PromiseSums.coarseWindows where time >= now - window {
        histories[place].add(counts, toWindow: window)
      }
    }
  }

  mutating func addToWindows(_ row: HistoryRow, at time: Int) {
    let records = records(of: row)
    for place in histories.indices {
      let counts = counts(records, at: place)
      for window in PromiseSums.fineWindows where time >= now - window {
        histories[place].add(counts, toWindow: window)
      }
    }
  }

  private func counts(_ records: Records, at place: Int) -> BurnCounts {
    let objective = histories[place].objective
    return records[objective.route].map { objective.counts($0) } ?? BurnCounts()
  }

  /// The objectives, without default ones of routes that had no request.
  consuming func finished() -> PromiseHistory {
    close()
    return PromiseHistory(
      objectives: histories.filter { $0.objective.isStated || $0.total.judged > 0 }
    )
  }
}
