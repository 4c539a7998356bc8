// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import Signals

/// The points of some series, and the annotations of their time.
package struct HistoryAnswer: Sendable {
  /// A series, or the sum of several.
  package struct Line: Sendable {
    package let name: String
    package let labels: [HistorySeries.Label]
    let kind: HistorySeries.Kind
    package let unit: SignalUnit
    /// The names of the figures of a point.
    package let columns: [String]
    /// The points of the queried time, and of each earlier time, by the text that names it in the
    /// query.
    package internal(set) var points: [(shift: String?, points: [Point])]
    /// The usual ranges in the queried time, if they were asked for.
    package fileprivate(set) var usual: [UsualRange] = []

    package var text: String {
      guard !labels.isEmpty else { return name }
      return "\(name){\(labels.map { "\($0.name)=\($0.value)" }.joined(separator: ","))}"
    }
  }

  package struct Point: Sendable, Equatable {
    package let time: Int
    package let values: [Double?]
  }

  /// The usual ranges of all figures of a point at a time; `nil` where they are not known.
  package struct UsualRange: Sendable, Equatable {
    package let time: Int
    package let ranges: [ClosedRange<Double>?]
  }

  package let from: Int
  package let to: Int
  package let step: Int
  package let lines: [Line]
  package let annotations: [Annotation]
  /// The nodes of a fleet that are missing in an answer of all, with the reasons.
  package var silent: [(node: String, reason: String)] = []
}

extension StoredHistory {
  /// Returns the history's answer to a query; `nil` while another process writes it.
  package func answer(_ query: HistoryQuery, now: Int) throws(PlainError) -> HistoryAnswer? {
    guard let store else { return nil }
    var lines = try HistoryGroups(query, store.catalog.all)
    let shifts: [(String?, Int)] = [(nil, 0)] + query.shifts.map { ($0.text, $0.seconds) }
    for shift in shifts {
      lines.begin(shift.0)
      let (from, to) = (query.from - shift.1, query.to - shift.1)
      let tier = query.tier(from: from, now: now)
      store.read(tier, from..<to, units: lines.units) { time, row in
        lines.add(row, at: (time - from) / query.step)
      }
      lines.end(at: query.from)
    }
    if query.hasUsual {
      var hours = try HistoryGroups(query.byHour, store.catalog.all)
      hours.begin(nil)
      let (from, to) = (query.byHour.from, query.byHour.to)
      store.read(HistoryTier.all.count - 1, from..<to, units: hours.units) { time, row in
        hours.add(row, at: (time - from) / 3_600)
      }
      hours.end(at: from)
      lines.takeUsual(from: hours.lines)
    }
    return HistoryAnswer(
      from: query.from,
      to: query.to,
      step: query.step,
      lines: lines.lines,
      annotations: annotations.during(Int64(query.from)..<Int64(query.to))
    )
  }

  /// All series of the history whose texts contain a filter, in any case.
  package func series(containing filter: String) -> [HistorySeries]? {
    let wanted = filter.lowercased()
    return store?.catalog.all.filter { wanted.isEmpty || $0.text.lowercased().contains(wanted) }
  }
}

/// Adds up the rows of a history into the points of the series that a query means.
private struct HistoryGroups {
  private(set) var lines: [HistoryAnswer.Line] = []
  /// The units of the series that are needed, by their numbers.
  private(set) var units: [Int: SignalUnit] = [:]
  private let query: HistoryQuery
  private var lineOfSeries: [Int: Int] = [:]
  private var shift: String?
  private var cells: [[Int: HistoryCell]] = []
  private var milliseconds: [Int: Int] = [:]

  init(_ query: HistoryQuery, _ all: [HistorySeries]) throws(PlainError) {
    self.query = query
    for selector in query.selectors {
      guard all.contains(where: { selector.matches($0) }) else {
        throw PlainError(
          "series \(selector.name): there is none of this name with these labels; GET /history/series"
            + " lists all"
        )
      }
    }
    for (number, series) in all.enumerated()
    where query.selectors.contains(where: { $0.matches(series) }) {
      let labels = query.groups.map { groups in series.labels.filter { groups.contains($0.name) } }
      let line = HistoryAnswer.Line(
        name: series.name,
        labels: labels ?? series.labels,
        kind: series.kind,
        unit: series.unit,
        columns: HistoryGroups.columns(of: series.kind, query.quantiles),
        points: []
      )
      units[number] = series.unit
      lineOfSeries[number] = lines.firstIndex {
        $0.text == line.text && $0.kind == line.kind && $0.unit == line.unit
      }
      guard lineOfSeries[number] == nil else { continue }
      lineOfSeries[number] = lines.count
      lines.append(line)
    }
    guard lines.count <= HistoryQuery.mostSeries else {
      throw PlainError(
        "series: \(lines.count) match; expected at most \(HistoryQuery.mostSeries), by more labels or"
          + " by= with the labels to add up by"
      )
    }
  }

  private static func columns(of kind: HistorySeries.Kind, _ quantiles: [Double]) -> [String] {
    switch kind {
    case .counter: ["rate"]
    case .gauge: ["last", "min", "max"]
    case .histogram:
      ["rate", "mean"]
        + quantiles.map { quantile in
          let percent = "\((quantile * 1e7).rounded() / 1e5)"
          return "p" + (percent.hasSuffix(".0") ? String(percent.dropLast(2)) : percent)
        }
    }
  }

  /// Begins with the queried time, or an earlier one.
  mutating func begin(_ shift: String?) {
    self.shift = shift
    cells = [[Int: HistoryCell]](repeating: [:], count: lines.count)
    milliseconds = [:]
  }

  mutating func add(_ row: HistoryRow, at place: Int) {
    guard place >= 0 else { return }
    milliseconds[place, default: 0] += row.milliseconds
    var sums: [Int: HistoryCell] = [:]
    for (number, cell) in row.cells {
      guard let line = lineOfSeries[number] else { continue }
      if sums[line] == nil { sums[line] = cell } else { sums[line]?.add(cell) }
    }
    for (line, cell) in sums {
      if cells[line][place] == nil {
        cells[line][place] = cell
      } else {
        cells[line][place]?.append(cell)
      }
    }
  }

  /// Computes the points of the time that was begun.
  mutating func end(at from: Int) {
    for line in lines.indices {
      let points = milliseconds.keys.sorted().map { place in
        HistoryAnswer.Point(
          time: from + place * query.step,
          values: values(cells[line][place], lines[line], Double(milliseconds[place] ?? 0) / 1_000)
        )
      }
      lines[line].points.append((shift, points))
    }
  }

  /// Takes over the usual ranges that follow from the same lines by the hour.
  mutating func takeUsual(from hourly: [HistoryAnswer.Line]) {
    for (number, line) in hourly.enumerated() {
      lines[number].usual = UsualRanges(line, during: query.from..<query.to).points(by: query.step)
    }
  }

  private func values(
    _ cell: HistoryCell?,
    _ line: HistoryAnswer.Line,
    _ seconds: Double
  ) -> [Double?] {
    let base = line.unit.recordedPerBase
    let rate = { (count: UInt64) in seconds > 0 ? Double(count) / seconds : nil }
    switch cell {
    case .counter(let growth): return [rate(growth).map { $0 / base }]
    case .gauge(let gauge):
      return [gauge.last, gauge.least, gauge.largest].map { Double($0) / base }
    case .histogram(let values):
      let mean = values.count > 0 ? values.sum / Double(values.count) : nil
      return [rate(values.count), mean] + query.quantiles.map { values.quantile($0) }
    case nil:
      // A series without a cell has not changed.
      let isLevel = line.kind == .gauge
      return [isLevel ? nil : rate(0)] + line.columns.dropFirst().map { _ in nil }
    }
  }
}
