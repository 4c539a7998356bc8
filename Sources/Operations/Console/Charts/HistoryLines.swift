// SPDX-License-Identifier: Apache-2.0

import Measure
import Monitor

/// The lines of charts out of an answer of the history.
struct HistoryLines {
  private let answer: HistoryAnswer

  init(_ answer: HistoryAnswer) { self.answer = answer }

  var from: Int { answer.from }
  var to: Int { answer.to }

  /// One figure of the first series of a name.
  func lines(_ name: String, _ column: String) -> [Chart.Line] { lines(name, [:], column) }

  /// The rates of all series with some labels, added up.
  func rates(where isWanted: ([HistorySeries.Label]) -> Bool) -> [Chart.Line] {
    let wanted = answer.lines.filter { isWanted($0.labels) }
    return HistoryLines.sum(wanted.map { HistoryLines.lines(of: $0, "rate") })
  }

  /// One figure of a series at its time and at the earlier ones.
  ///
  /// - Parameters:
  ///   - labels: labels that the series has.
  ///   - column: the figure's name, such as `p99`.
  func lines(_ name: String, _ labels: [String: String], _ column: String) -> [Chart.Line] {
    guard
      let line = answer.lines.first(where: { line in
        line.name == name
          && labels.allSatisfy { wanted in
            line.labels.contains { $0.name == wanted.key && $0.value == wanted.value }
          }
      })
    else { return [] }
    return HistoryLines.lines(of: line, column)
  }

  /// Writes the rate of a series as a small chart, where it has one.
  func writeSmallRate(
    _ title: String,
    of name: String,
    _ labels: [String: String],
    to html: inout HTMLWriter
  ) {
    let found = lines(name, labels, "rate")
    guard !found.isEmpty else { return }
    Chart(title: title, from: from, to: to, lines: found, written: Figure.perSecond)
      .writeSmall(to: &html)
  }

  /// One figure of a series at its time and at the earlier ones.
  static func lines(of line: HistoryAnswer.Line, _ column: String) -> [Chart.Line] {
    guard let place = line.columns.firstIndex(of: column) else { return [] }
    return line.points.map { shift, points in
      let (name, kind) = names[shift ?? ""] ?? (shift.map { "\($0) before" } ?? "", .third)
      return Chart.Line(
        name: name,
        kind: kind,
        points: points.map { Chart.Point(time: $0.time, value: $0.values[place]) }
      )
    }
  }

  /// The usual range of one figure of a series.
  static func band(of line: HistoryAnswer.Line, _ column: String) -> [Chart.Band] {
    guard let place = line.columns.firstIndex(of: column) else { return [] }
    return line.usual.map { Chart.Band(time: $0.time, range: $0.ranges[place]) }
  }

  /// The share that some series have of others, step by step.
  static func share(_ part: [Chart.Line], of whole: [Chart.Line]) -> [Chart.Line] {
    whole.map { line in
      let parts = part.first { $0.kind == line.kind }?.points ?? []
      let values = Dictionary(parts.map { ($0.time, $0.value ?? 0) }) { first, _ in first }
      return Chart.Line(
        name: line.name,
        kind: line.kind,
        points: line.points.map { point in
          let all = point.value ?? 0
          return Chart.Point(
            time: point.time,
            value: all > 0 ? min(1, (values[point.time] ?? 0) / all) : nil
          )
        }
      )
    }
  }

  /// The sums of several series, step by step.
  static func sum(_ series: [[Chart.Line]]) -> [Chart.Line] {
    guard let first = series.first else { return [] }
    return first.map { line in
      var sums: [Int: Double] = [:]
      for points in series.compactMap({ $0.first { $0.kind == line.kind }?.points }) {
        for point in points { if let value = point.value { sums[point.time, default: 0] += value } }
      }
      return Chart.Line(
        name: line.name,
        kind: line.kind,
        points: sums.keys.sorted().map { Chart.Point(time: $0, value: sums[$0]) }
      )
    }
  }

  private static let names: [String: (String, Chart.Line.Kind)] = [
    "": ("now", .now), "1d": ("yesterday", .yesterday), "7d": ("last week", .lastWeek),
    "28d": ("28 days before", .fourWeeks),
  ]
}
