// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Measure
import Monitor
import Signals

/// A heat map of times: time goes to the right, the logarithm of what requests took goes up, and the
/// shade says how many took so long. Shades differ by their lightness alone, so every kind of sight can
/// tell them apart.
struct HeatMap {
  /// The number of shades; each stands for twice as many values as the one before.
  static let shades = 5

  let title: String
  let density: HistoryDensity
  /// Lines over the map, such as those of a quantile.
  let lines: [Chart.Line]
  let limits: [Chart.Limit]
  let annotations: [Annotation]
  let written: (Double) -> Figure

  /// The rows below and above those of the density, for limits and lines that lie there.
  private static let margin = 1

  private var plot: Plot { Plot(from: density.from, to: density.to, top: 1) }

  /// The number of rows that the map shows: those of the density and up to the limits.
  private var rows: Int {
    let highest = limits.map { density.place(of: $0.value) }.filter(\.isFinite).max() ?? 0
    let wanted = max(density.rows, Int(min(highest, Double(HistoryDensity.mostRows)).rounded(.up)))
    return min(HistoryDensity.mostRows, wanted + HeatMap.margin)
  }

  /// The largest count of a cell.
  private var most: UInt64 { density.columns.flatMap(\.counts).max() ?? 0 }

  func write(to html: inout HTMLWriter) {
    guard most > 0 else { return html.note("No request in this time.") }
    let ends = [4, 3, 2, 1, 0].map { part in
      written(density.value(at: Double(rows * part) / 4)).shown
    }
    let times = Chart.times(from: density.from, to: density.to)
    html.figure(title, "chart heat", up: ends, across: times, legend: legend, picture)
  }

  private func picture(_ html: inout HTMLWriter) {
    html.picture("lines", says: "\(title). \(summary)") { html in
      html.element("title", title)
      html.element("desc", summary)
      for (number, path) in paths.enumerated() where !path.isEmpty {
        html.path("cell s\(number + 1)", path)
      }
      for limit in limits {
        html.path(
          "limit \(limit.kind.rawValue)",
          "M0 \(y(density.place(of: limit.value)))H\(Plot.width)",
          title: "\(limit.name) \(written(limit.value).shown)"
        )
      }
      for line in lines.reversed() {
        html.path("line \(line.kind.rawValue)", plot.path(places(of: line)))
      }
      Chart.write(annotations, on: plot, to: &html)
    }
  }

  /// The points of a line by their places between the lower and the upper edge.
  private func places(of line: Chart.Line) -> [Chart.Point] {
    line.points.map { point in
      Chart.Point(
        time: point.time,
        value: point.value.map { max(0, density.place(of: $0) / Double(rows)) }
      )
    }
  }

  private func y(_ place: Double) -> Int { plot.y(place / Double(rows)) }

  /// The cells of each shade as one path: neighbours of the same shade in a column are one rectangle.
  private var paths: [String] {
    var paths = [String](repeating: "", count: HeatMap.shades)
    let most = self.most
    for column in density.columns {
      let (left, right) = (plot.x(column.time), plot.x(column.time + density.step))
      guard right > left else { continue }
      var begin = 0
      while begin < column.counts.count {
        let shade = HeatMap.shade(column.counts[begin], of: most)
        var end = begin + 1
        while end < column.counts.count, HeatMap.shade(column.counts[end], of: most) == shade {
          end += 1
        }
        if let shade {
          paths[shade] +=
            "M\(left) \(y(Double(begin)))V\(y(Double(end)))H\(right)V\(y(Double(begin)))z"
        }
        begin = end
      }
    }
    return paths
  }

  /// The shade of a cell, from 0 for the lightest one on; `nil` for an empty cell.
  static func shade(_ count: UInt64, of most: UInt64) -> Int? {
    guard count > 0 else { return nil }
    var (shade, bound) = (shades - 1, most / 2)
    while shade > 0, count <= bound { (shade, bound) = (shade - 1, bound / 2) }
    return shade
  }

  private func legend(_ html: inout HTMLWriter) {
    html.element("ul", [.class("legend")]) { html in
      html.element("li") { html in
        for shade in 1...HeatMap.shades { Chart.key("cell s\(shade)", isArea: true, &html) }
        html.text("1 to \(most) requests in \(SpanWords.text(Int64(density.step)))")
      }
      for line in lines where line.points.contains(where: { $0.value != nil }) {
        html.element("li") { html in
          Chart.key("line \(line.kind.rawValue)", &html)
          html.text("99 of 100 at most, \(line.name)")
        }
      }
      for limit in limits {
        html.element("li") { html in
          Chart.key("limit \(limit.kind.rawValue)", &html)
          html.text("\(limit.name) \(written(limit.value).shown)")
        }
      }
      Chart.keyOfChanges(annotations, &html)
    }
  }

  /// A sentence that describes the map, for people who cannot see it.
  private var summary: String {
    var sums = [UInt64](repeating: 0, count: density.rows)
    for column in density.columns {
      for (row, count) in column.counts.enumerated() {
        sums[row] = sums[row].addingSaturating(count)
      }
    }
    let busiest = sums.indices.max { sums[$0] < sums[$1] } ?? 0
    let range =
      "from \(written(density.border(of: -1)).shown) to \(written(density.border(of: density.rows - 1)).shown)"
    return
      "\(density.count) requests, \(range); the most, \(sums[busiest]), took "
      + "\(written(density.border(of: busiest - 1)).shown) to \(written(density.border(of: busiest)).shown)"
  }
}
