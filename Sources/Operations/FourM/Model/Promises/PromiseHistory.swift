// SPDX-License-Identifier: Apache-2.0

import Signals

/// The last 30 days of all objectives, as the history has them.
package struct PromiseHistory: Sendable {
  let objectives: [ObjectiveHistory]
}

extension Monitor {
  /// Judges the last 30 days by objectives; `nil` while another process writes the history.
  ///
  /// - Parameter now: seconds since 1970.
  package func promises(_ objectives: [Objective], now: Int) -> PromiseHistory? {
    guard let store else { return nil }
    var sums = PromiseSums(objectives, store.catalog.all, now: now)
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

  private typealias Requests = [SiteRoute: LiveTraffic.Requests]

  /// The units of the series that are needed, by their numbers.
  private(set) var units: [Int: SignalUnit] = [:]
  private var places: [Int: (route: SiteRoute, error: String?)] = [:]
  private var histories: [ObjectiveHistory]
  private var current: (step: Int, requests: Requests)?
  private let now: Int

  init(_ objectives: [Objective], _ series: [HistorySeries], now: Int) {
    self.now = now
    histories = objectives.map { ObjectiveHistory($0, now: now) }
    let routes = Set(objectives.map(\.route))
    for (number, one) in series.enumerated() where one.name == LiveTraffic.durations {
      guard let route = SiteRoute(one), routes.contains(route) else { continue }
      units[number] = one.unit
      places[number] = (route, one.labels.first { $0.name == "error_type" }?.value)
    }
  }

  var begin: Int? { histories.first?.begin }

  private func requests(of row: HistoryRow) -> Requests {
    var requests: Requests = [:]
    for (number, cell) in row.cells {
      guard let place = places[number], case .histogram(let durations) = cell else { continue }
      requests[place.route, default: LiveTraffic.Requests()].add(durations, error: place.error)
    }
    return requests
  }

  mutating func add(_ row: HistoryRow, at time: Int) {
    let step = time / ObjectiveHistory.step
    if let current, current.step != step { close() }
    current = (
      step, (current?.requests ?? [:]).merging(requests(of: row)) { $0.adding($1) }
    )
  }

  /// Judges the step that is complete.
  private mutating func close() {
    guard let (step, requests) = current.take() else { return }
    let time = step * ObjectiveHistory.step
    for place in histories.indices {
      let counts = counts(requests, at: place)
      histories[place].add(counts, at: time)
      for window in PromiseSums.coarseWindows where time >= now - window {
        histories[place].add(counts, toWindow: window)
      }
    }
  }

  mutating func addToWindows(_ row: HistoryRow, at time: Int) {
    let requests = requests(of: row)
    for place in histories.indices {
      let counts = counts(requests, at: place)
      for window in PromiseSums.fineWindows where time >= now - window {
        histories[place].add(counts, toWindow: window)
      }
    }
  }

  private func counts(_ requests: Requests, at place: Int) -> BurnCounts {
    let objective = histories[place].objective
    return requests[objective.route].map { objective.counts($0) } ?? BurnCounts()
  }

  consuming func finished() -> PromiseHistory {
    close()
    return PromiseHistory(objectives: histories)
  }
}
