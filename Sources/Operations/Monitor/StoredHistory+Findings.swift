// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals

extension StoredHistory {
  /// Finds erratic days and slow trends of all series in the last eight weeks; `nil` while another
  /// process writes the history.
  package func findings(now: Int) -> [HistoryFinding]? {
    guard let store else { return nil }
    let all = store.catalog.all
    var hourly = HourlyFigures(all)
    let today = now / 86_400 * 86_400
    store.read(
      HistoryTier.all.count - 1,
      max(0, today - HourlyFigures.span)..<today,
      units: store.catalog.units
    ) { time, row in hourly.add(row, at: time) }
    return hourly.finished().flatMap(\.findings)
  }
}

/// Sums up the rows of the history into figures by the hour.
private struct HourlyFigures {
  static let span = HourlyFigure.daysBack * 86_400
  private static let hour = 3_600

  private let series: [HistorySeries]
  private var figures: [HourlyFigure]
  private var current: (hour: Int, row: HistoryRow)?

  init(_ series: [HistorySeries]) {
    self.series = series
    figures = series.map { one in
      let unit = one.unit
      let figure =
        switch one.kind {
        case .counter: "rate"
        case .gauge: "level"
        case .histogram: "p99"
        }
      let isRate = one.kind == .counter
      return HourlyFigure(series: one.text, figure: figure) { value in
        switch unit {
        case _ where isRate: Figure.perSecond(value).text
        case .seconds: Figure.seconds(value).text
        case .bytes: Figure.bytes(Int64(value)).text
        case .ratio: Figure.share(value).text
        case .none: "\((value * 100).rounded() / 100)"
        }
      }
    }
  }

  mutating func add(_ row: HistoryRow, at time: Int) {
    let hour = time / HourlyFigures.hour
    if let current, current.hour != hour { close() }
    if current == nil { current = (hour, HistoryRow(step: hour)) }
    current?.row.append(row)
  }

  consuming func finished() -> [HourlyFigure] {
    close()
    return zip(series, figures).filter { one, _ in
      // A gauge that is an instant only grows, which is not a trend.
      one.kind != .gauge || !(one.name.contains("timestamp") || one.name.contains("start_time"))
    }.map(\.1)
  }

  /// Takes the figures of the hour that is complete.
  private mutating func close() {
    guard let (hour, row) = current.take(), row.milliseconds > 0 else { return }
    let seconds = Double(row.milliseconds) / 1_000
    for (number, one) in series.enumerated() {
      let base = one.unit.recordedPerBase
      let value: Double? =
        switch row.cells[number] {
        case .counter(let growth): Double(growth) / seconds / base
        case .gauge(let gauge): Double(gauge.last) / base
        case .histogram(let values): values.quantile(0.99)
        case nil: one.kind == .counter ? 0 : nil
        }
      figures[number].set(value, hour: hour)
    }
  }
}
