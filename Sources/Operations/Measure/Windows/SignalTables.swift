// SPDX-License-Identifier: Apache-2.0

import Signals

/// The tables that are made of all signals: `/stats` of counters and gauges, `/timers` of durations.
package struct SignalTables: Sendable {
  /// The windows of `/timers` with their names.
  package static let timerWindows: [(name: String, seconds: Double)] = [
    ("10s", 10), ("1m", 60), ("5m", 300), ("1h", 3600),
  ]
  /// The windows of the rates in `/stats`.
  private static let rateWindows: [Double] = [10, 100, 1000]

  private let history: SignalHistory
  private let isShown: @Sendable (String) -> Bool

  /// - Parameter filter: a text that the names of series contain, in any case; empty for all.
  package init(_ history: SignalHistory, filter: String = "") {
    self.history = history
    let wanted = filter.lowercased()
    isShown = { wanted.isEmpty || $0.lowercased().contains(wanted) }
  }

  /// Every counter and gauge with its value, its rates and a sentence.
  ///
  /// - Parameter usedOnly: whether those that are zero are left out.
  package func stats(usedOnly: Bool) -> FigureTable {
    var table = FigureTable("stats").columns([
      .init(.name, "The series: its family with its labels."),
      .init(.value, "The present value.", adds: true),
      .init(.rate10, "10 s", "The change per second over the last 10 s.", adds: true),
      .init(.rate100, "100 s", "The change per second over the last 100 s.", adds: true),
      .init(.rate1000, "1000 s", "The change per second over the last 1000 s.", adds: true),
      .init(.help, "meaning", "The meaning of the figure."),
    ])
    let windows = SignalTables.rateWindows.compactMap { history.window($0) }
    guard let newest = windows.first else { return table }
    for (family, series) in shown(in: newest.snapshot) {
      let value: Figure
      var rates = [Figure](repeating: .none, count: SignalTables.rateWindows.count)
      switch series.value {
      case .counter(let count):
        if usedOnly, count == 0 { continue }
        value = SignalTables.figure(Double(count), family.description.unit)
        for (place, window) in windows.enumerated() {
          guard case .counter(let growth) = window.growth(of: series, in: family) else { continue }
          rates[place] = .perSecond(window.rate(of: growth, in: family.description.unit))
        }
      case .gauge(let level):
        if usedOnly, level == 0 { continue }
        value = SignalTables.figure(Double(level), family.description.unit)
      case .histogram: continue
      }
      table.add([.text(series.name(in: family)), value] + rates + [.text(family.description.help)])
    }
    return table
  }

  /// Every duration with its count, its rate and its quantiles over a window.
  package func timers(over seconds: Double) -> FigureTable {
    var table = FigureTable("timers").columns([
      .init(.name, "The series: its family with its labels."),
      .init(.count, "The number of values in the window.", adds: true),
      .init(.rate, "The number of values per second.", adds: true),
      .init(.p50, "Half of the values are at most this long."),
      .init(.p90, "90 of 100 values are at most this long."),
      .init(.p99, "99 of 100 values are at most this long."),
      .init(.p999, "p99.9", "999 of 1000 values are at most this long."),
      .init(.max, "The longest value, as far as its bucket tells."),
    ])
    guard let window = history.window(seconds) else { return table }
    for family in window.snapshot.families where family.description.unit == .seconds {
      let grown = family.series.compactMap {
        series -> (SignalSnapshot.Series, HistogramSnapshot)? in
        guard isShown(series.name(in: family)),
          case .histogram(let values) = window.growth(of: series, in: family), values.count > 0
        else { return nil }
        return (series, values)
      }
      let names = SeriesNames(family.description, grown.map { $0.0.labelValues })
      for (series, values) in grown {
        let quantiles = [0.5, 0.9, 0.99, 0.999].map { values.quantile($0) } + [values.maximum]
        table.add(
          [
            .text(series.name(in: family)), Figure(values.count),
            .perSecond(Double(values.count) / window.seconds),
          ] + quantiles.map { $0.figure { .seconds($0) } },
          in: FigureTable.Group(names.heading, names.name(of: series.labelValues))
        )
      }
    }
    return table
  }

  private func shown(
    in snapshot: SignalSnapshot
  ) -> [(SignalSnapshot.Family, SignalSnapshot.Series)] {
    snapshot.families.flatMap { family in
      family.series.lazy.map { (family, $0) }.filter { isShown($0.1.name(in: $0.0)) }
    }
  }

  private static func figure(_ value: Double, _ unit: SignalUnit) -> Figure {
    switch unit {
    case .seconds: .seconds(value / unit.recordedPerBase)
    case .ratio: .share(value / unit.recordedPerBase)
    case .bytes: .bytes(Int64(exactly: value.rounded()) ?? .max)
    case .none: .count(Int64(exactly: value.rounded()) ?? .max)
    }
  }
}

extension SignalSnapshot.Series {
  /// The family's name with the labels, as people read it: `name{site=shop,kind=answer}`.
  fileprivate func name(in family: SignalSnapshot.Family) -> String {
    let description = family.description
    guard !labelValues.isEmpty else { return description.name }
    let labels = zip(description.labelNames, labelValues).map { "\($0)=\($1)" }
    return "\(description.name){\(labels.joined(separator: ","))}"
  }
}
