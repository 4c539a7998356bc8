// SPDX-License-Identifier: Apache-2.0

package import Bytes
import Glibc
package import Signals

/// The distributions of a histogram over time: how many values fell into each row of a logarithmic
/// scale in each step.
package struct HistoryDensity: Sendable {
  /// The values of a step, by rows from the lowest one on.
  package struct Column: Sendable, Equatable {
    package let time: Int
    package let counts: [UInt64]
  }

  /// The rows for which values double.
  package static let rowsToDouble = 2
  /// The maximum number of rows; lower values count for the lowest one.
  package static let mostRows = 48
  /// The maximum number of columns.
  package static let mostColumns = 600
  private static let bucketsToDouble = 8

  package let from: Int
  package let to: Int
  package let step: Int
  package let unit: SignalUnit
  /// The number of the lowest row: the row r has the values above 2^(r/2), and at most 2^((r+1)/2).
  package let firstRow: Int
  package let rows: Int
  /// The steps of which something was recorded, the oldest first.
  package let columns: [Column]

  init(_ query: HistoryQuery, _ unit: SignalUnit, _ values: [Int: HistogramSnapshot]) {
    (from, to, step, self.unit) = (query.from, query.to, query.step, unit)
    let used = values.values.filter { !$0.buckets.isEmpty }
    let highest = used.map { HistoryDensity.row(ofBucket: $0.firstBucket + $0.buckets.count - 1) }
    let lowest = used.map { HistoryDensity.row(ofBucket: $0.firstBucket) }
    let last = highest.max() ?? 0
    let first = max(lowest.min() ?? 0, last - HistoryDensity.mostRows + 1)
    let rows = used.isEmpty ? 0 : last - first + 1
    (firstRow, self.rows) = (first, rows)
    columns = values.sorted { $0.key < $1.key }.map { place, values in
      var counts = [UInt64](repeating: 0, count: rows)
      if rows > 0 { counts[0] = values.zeroCount }
      for (index, count) in values.buckets.enumerated() {
        let row = max(0, HistoryDensity.row(ofBucket: values.firstBucket + index) - first)
        counts[row] = counts[row].addingSaturating(count)
      }
      return Column(time: query.from + place * query.step, counts: counts)
    }
  }

  /// The bucket i has the values above 2^((i-1)/8), and at most 2^(i/8).
  private static func row(ofBucket index: Int) -> Int {
    let part = bucketsToDouble / rowsToDouble
    let (row, rest) = (index - 1).quotientAndRemainder(dividingBy: part)
    return rest < 0 ? row - 1 : row
  }

  /// The upper border of a row, from 0 for the lowest one on; -1 gives the lower border of that.
  package func border(of row: Int) -> Double { value(at: Double(row + 1)) }

  /// The value at a place above the lower border of the lowest row, in rows.
  package func value(at place: Double) -> Double {
    exp2((Double(firstRow) + place) / Double(HistoryDensity.rowsToDouble))
  }

  /// The place of a value above the lower border of the lowest row, in rows.
  package func place(of value: Double) -> Double {
    value > 0 ? log2(value) * Double(HistoryDensity.rowsToDouble) - Double(firstRow) : -.infinity
  }

  /// The number of all values.
  package var count: UInt64 {
    columns.reduce(0) { sum, column in column.counts.reduce(sum) { $0.addingSaturating($1) } }
  }
}

extension StoredHistory {
  /// Returns the distributions of the histograms that a query means, added up; `nil` while another
  /// process writes the history.
  package func density(_ query: HistoryQuery, now: Int) throws(PlainError) -> HistoryDensity? {
    guard let store else { return nil }
    guard query.shifts.isEmpty, query.groups == nil else {
      throw PlainError("compare and by mean nothing here; all series are added up")
    }
    let columns = (query.to - query.from + query.step - 1) / query.step
    guard columns <= HistoryDensity.mostColumns else {
      throw PlainError(
        "columns: \(columns) with a step of \(query.step)s; expected at most"
          + " \(HistoryDensity.mostColumns)"
      )
    }
    let series = store.catalog.all.enumerated().filter { _, one in
      query.selectors.contains { $0.matches(one) }
    }
    let units = Set(series.map(\.element.unit))
    guard let unit = units.first, units.count == 1,
      series.allSatisfy({ $0.element.kind == .histogram })
    else {
      throw PlainError(
        "series: expected histograms of one unit, of those that GET /history/series lists, and got"
          + (series.isEmpty
            ? " none" : " \(series.prefix(3).map(\.element.text).joined(separator: ", "))")
      )
    }
    var values: [Int: HistogramSnapshot] = [:]
    store.read(
      query.tier(from: query.from, now: now),
      query.from..<query.to,
      units: Dictionary(uniqueKeysWithValues: series.map { ($0.offset, unit) })
    ) { time, row in
      let place = (time - query.from) / query.step
      guard time >= query.from else { return }
      var sum = values[place] ?? HistogramSnapshot(unit: unit)
      for case .histogram(let cell) in row.cells.values { sum.merge(cell) }
      values[place] = sum
    }
    return HistoryDensity(query, unit, values)
  }
}

extension HistoryDensity {
  /// The density as JSON: the upper borders of the rows, and for each column its time with a count for
  /// each row.
  package var json: [UInt8] {
    var bytes = Array(
      "{\"from\":\(from),\"to\":\(to),\"step\":\(step),\"unit\":\"\(unit)\",\"borders\":[".utf8
    )
    bytes += (0..<rows).map { "\(border(of: $0))" }.joined(separator: ",").utf8
    bytes += "],\"columns\":[".utf8
    for (number, column) in columns.enumerated() {
      bytes += (number == 0 ? "\n[" : ",\n[").utf8
      bytes += ([UInt64(column.time)] + column.counts).map { "\($0)" }.joined(separator: ",").utf8
      bytes += "]".utf8
    }
    bytes += "]}\n".utf8
    return bytes
  }
}
