// SPDX-License-Identifier: Apache-2.0

import Glibc
import Measure

/// A load test as a page of HTML with charts in SVG, which loads nothing else.
extension LoadResult {
  /// - Parameter title: the test in words.
  package func page(_ title: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>\(LoadResult.escaped(title))</title>
    <style>
    :root { color-scheme: light dark; --ink: #222; --faint: #bbb; --one: #0072b2; --two: #d55e00; }
    @media (prefers-color-scheme: dark) { :root { --ink: #ddd; --faint: #555; --one: #56b4e9; --two: #e69f00; } }
    body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; color: var(--ink); }
    table { border-collapse: collapse; margin: 1em 0; font-variant-numeric: tabular-nums; }
    th, td { text-align: right; padding: .15em .6em; white-space: nowrap; border-bottom: 1px solid var(--faint); }
    th:first-child, td:first-child { text-align: left; }
    .bad { color: var(--two); font-weight: bold; }
    svg { width: 100%; height: auto; } svg text { fill: var(--ink); font-size: 11px; }
    svg line { stroke: var(--faint); } polyline { fill: none; stroke-width: 1.5; }
    .one { stroke: var(--one); } .two { stroke: var(--two); stroke-dasharray: 5 2; }
    </style>
    <h1>\(LoadResult.escaped(title))</h1>
    <p\(isPassed ? "" : " class=\"bad\"")>\(LoadResult.escaped(verdict)).</p>
    \(tables.map(LoadResult.html).joined(separator: "\n"))
    \(charts.map(\.svg).joined(separator: "\n"))
    </html>

    """
  }

  private static func html(_ table: FigureTable) -> String {
    let head = table.columns.map { "<th title=\"\(escaped($0.help))\">\(escaped($0.title))</th>" }
    let rows = table.rows.map { row in
      let cells = row.figures.map { "<td>\(escaped($0.text))</td>" }
      return "<tr\(row.tone == .failure ? " class=\"bad\"" : "")>\(cells.joined())</tr>"
    }
    return "<table>\n<tr>\(head.joined())</tr>\n\(rows.joined(separator: "\n"))\n</table>"
  }

  private var charts: [LoadChart] {
    let all = snapshot.all.latencies
    // The share of slower requests shrinks tenfold with each step to the right.
    let places = stride(from: 0.0, through: log10(max(10, Double(all.count))), by: 0.05)
    let curve = places.map { place in
      (place, all.quantile(1 - pow(10, -place)).map { Double($0) / 1e6 } ?? 0)
    }
    func overTime(_ value: (Sample) -> Double?) -> [(Double, Double)] {
      samples.compactMap { sample in value(sample).map { (Double(sample.second), $0) } }
    }
    func milliseconds(_ share: Double) -> [(Double, Double)] {
      overTime { $0.latencies.quantile(share).map { Double($0) / 1e6 } }
    }
    return [
      LoadChart(
        "Latency by percentile, in ms",
        [("latency", curve)],
        marks: ["0", "90%", "99%", "99.9%", "99.99%", "99.999%"].enumerated()
          .map { (Double($0), $1) }
      ),
      LoadChart(
        "Latency over time, in ms: 50% (solid) and 99% (dashed)",
        [("p50", milliseconds(0.5)), ("p99", milliseconds(0.99))]
      ),
      LoadChart(
        "Requests a second: answered (solid) and failed (dashed)",
        [
          ("answered", overTime { Double($0.answered) }),
          ("failed", overTime { Double($0.failed) }),
        ]
      ),
    ]
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

/// A chart of one or two lines over a common axis.
private struct LoadChart {
  private static let (width, height, margin) = (720.0, 200.0, 50.0)

  let title: String
  let lines: [(name: String, points: [(x: Double, y: Double)])]
  /// Places of the horizontal axis with their texts; seconds, unless given.
  let marks: [(x: Double, text: String)]

  init(_ title: String, _ lines: [(String, [(Double, Double)])], marks: [(Double, String)]? = nil) {
    self.title = title
    self.lines = lines.map { ($0.0, $0.1.map { (x: $0.0, y: $0.1) }) }
    let most = lines.flatMap(\.1).map(\.0).max() ?? 0
    self.marks =
      marks
      ?? stride(from: 0, through: most, by: max(1, (most / 8).rounded(.up))).map {
        ($0, "\(Int($0)) s")
      }
  }

  var svg: String {
    let points = lines.flatMap(\.points)
    guard let first = points.map(\.x).min(), let last = points.map(\.x).max(), last > first,
      let top = points.map(\.y).max(), top > 0
    else { return "" }
    let (width, height, margin) = (LoadChart.width, LoadChart.height, LoadChart.margin)
    func x(_ value: Double) -> String {
      Figure.rounded(margin + (value - first) / (last - first) * (width - margin - 10))
    }
    func y(_ value: Double) -> String { Figure.rounded(height - 20 - value / top * (height - 30)) }
    var svg = "<h2>\(LoadResult.escaped(title))</h2>\n"
    svg += "<svg viewBox=\"0 0 \(Int(width)) \(Int(height))\" role=\"img\">"
    svg += "<title>\(LoadResult.escaped(title))</title>"
    for share in [0, 0.25, 0.5, 0.75, 1] {
      let place = y(top * share)
      svg += "<line x1=\"\(x(first))\" x2=\"\(x(last))\" y1=\"\(place)\" y2=\"\(place)\"/>"
      svg += "<text x=\"2\" y=\"\(place)\">\(Figure.rounded(top * share))</text>"
    }
    for mark in marks where (first...last).contains(mark.x) {
      let anchor = mark.x == last ? "end" : "middle"
      svg += "<text x=\"\(x(mark.x))\" y=\"\(Int(height) - 4)\" text-anchor=\"\(anchor)\">"
      svg += "\(mark.text)</text>"
    }
    for (line, style) in zip(lines, ["one", "two"]) {
      let places = line.points.map { "\(x($0.x)),\(y($0.y))" }.joined(separator: " ")
      svg +=
        "<polyline class=\"\(style)\" points=\"\(places)\"><title>\(line.name)</title></polyline>"
    }
    return svg + "</svg>"
  }
}
