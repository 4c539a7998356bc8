// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Measure
import Signals

extension HistoryAnswer {
  /// The label that says of which node of a fleet a series is; `FigureTable.allNodes` for the sum of all.
  fileprivate static let node = "node"

  /// The series of several nodes, each with its node as a label. Before those that are otherwise the same stands their
  /// sum, where there are several: of rates and amounts, and the mean of all values; shares, bounds and percentiles do
  /// not add up.
  ///
  /// ```swift
  /// let all = HistoryAnswer.joined([("berlin-1", answer), ("berlin-2", otherAnswer)])
  /// ```
  package static func joined(_ answers: [(node: String, answer: HistoryAnswer)]) -> HistoryAnswer? {
    guard let first = answers.first?.answer else { return nil }
    let same = answers.filter { $0.answer.step == first.step }
    var groups: [(line: Line, nodes: [(node: String, line: Line)])] = []
    for (node, answer) in same {
      for line in answer.lines {
        if let place = groups.firstIndex(where: { $0.line.isSameSeries(as: line) }) {
          groups[place].nodes.append((node, line))
        } else {
          groups.append((line, [(node, line)]))
        }
      }
    }
    let lines = groups.flatMap { line, nodes in
      (nodes.count > 1 && line.addsUp ? [line.sum(of: nodes.map(\.line))] : [])
        + nodes.map { $0.line.labelled($0.node) }
    }
    var annotations: [Annotation] = []
    for annotation in same.flatMap(\.answer.annotations).sorted(by: { $0.time < $1.time })
    where !annotations.contains(annotation) {
      annotations.append(annotation)
    }
    return HistoryAnswer(
      from: same.map(\.answer.from).min() ?? first.from,
      to: same.map(\.answer.to).max() ?? first.to,
      step: first.step,
      lines: lines,
      annotations: annotations
    )
  }
}

extension HistoryAnswer.Line {
  /// True for the sum of the same series of several nodes.
  package var isOfAllNodes: Bool {
    labels.contains { $0.name == HistoryAnswer.node && $0.value == FigureTable.allNodes }
  }

  fileprivate func isSameSeries(as other: Self) -> Bool {
    text == other.text && kind == other.kind && unit == other.unit && columns == other.columns
  }

  /// False for shares.
  fileprivate var addsUp: Bool { kind != .gauge || unit != .ratio }

  fileprivate func labelled(_ node: String) -> Self {
    HistoryAnswer.Line(
      name: name,
      labels: labels.filter { $0.name != HistoryAnswer.node }
        + [HistorySeries.Label(name: HistoryAnswer.node, value: node)],
      kind: kind,
      unit: unit,
      columns: columns,
      points: points
    )
  }

  /// The sum of several series with the same columns, point by point.
  fileprivate func sum(of lines: [Self]) -> Self {
    var sum = labelled(FigureTable.allNodes)
    sum.points = points.map { shift, _ in
      var values: [Int: [[Double?]]] = [:]
      for point in lines.flatMap({ $0.points.first { $0.shift == shift }?.points ?? [] }) {
        values[point.time, default: []].append(point.values)
      }
      let points = values.sorted { $0.key < $1.key }.map { time, rows in
        HistoryAnswer.Point(time: time, values: columns.indices.map { added(rows, $0) })
      }
      return (shift, points)
    }
    return sum
  }

  private func added(_ rows: [[Double?]], _ column: Int) -> Double? {
    switch columns[column] {
    case "rate", "last":
      let values = rows.compactMap { $0[column] }
      return values.isEmpty ? nil : values.reduce(0, +)
    case "mean":
      guard let rate = columns.firstIndex(of: "rate") else { return nil }
      let weighted = rows.compactMap { row in
        row[rate].flatMap { rate in row[column].map { (rate, $0 * rate) } }
      }
      let rates = weighted.map(\.0).reduce(0, +)
      return rates > 0 ? weighted.map(\.1).reduce(0, +) / rates : nil
    default: return nil
    }
  }
}

// The form in which an answer travels between nodes is the JSON that clients get.

extension HistoryAnswer {
  /// Reads an answer as `json` has it, but for usual ranges; `nil` for what is none.
  package init?(reading json: [UInt8]) {
    guard let data = try? DataValue(reading: json.span, as: .json),
      let from = data["from"]?.integer, let to = data["to"]?.integer,
      let step = data["step"]?.integer, step > 0, let series = data["series"]?.elements
    else { return nil }
    self.init(
      from: Int(from),
      to: Int(to),
      step: Int(step),
      lines: series.compactMap { Line($0) },
      annotations: (data["annotations"]?.elements ?? []).compactMap { Annotation($0) }
    )
  }
}

extension HistoryAnswer.Line {
  fileprivate init?(_ data: DataValue) {
    guard let name = data["name"]?.string, case .dictionary(let labels)? = data["labels"]?.content,
      let kind = data["kind"]?.string.flatMap({ HistorySeries.Kind(rawValue: $0) }),
      let unit = data["unit"]?.string.flatMap({ SignalUnit(named: $0) }),
      let columns = data["columns"]?.elements?.compactMap(\.string), columns.first == "time",
      let points = data["points"].flatMap({ Self.points($0, columns.count) })
    else { return nil }
    var shifts: [(shift: String?, points: [HistoryAnswer.Point])] = [(nil, points)]
    if case .dictionary(let earlier)? = data["compare"]?.content {
      for member in earlier.members {
        if let points = Self.points(member.value, columns.count) {
          shifts.append((member.key, points))
        }
      }
    }
    self.init(
      name: name,
      labels: labels.members.compactMap { member in
        member.value.string.map { HistorySeries.Label(name: member.key, value: $0) }
      },
      kind: kind,
      unit: unit,
      columns: Array(columns.dropFirst()),
      points: shifts
    )
  }

  /// Points with so many numbers; `nil` for anything else.
  private static func points(_ data: DataValue, _ count: Int) -> [HistoryAnswer.Point]? {
    var points: [HistoryAnswer.Point] = []
    for row in data.elements ?? [] {
      guard let numbers = row.elements, numbers.count == count, let time = numbers[0].integer else {
        return nil
      }
      points.append(HistoryAnswer.Point(time: Int(time), values: numbers.dropFirst().map(\.number)))
    }
    return points
  }
}
