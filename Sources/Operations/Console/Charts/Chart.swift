// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Measure
import Monitor

/// A chart of one figure over time, with earlier days, limits and annotations.
struct Chart {
  struct Point: Equatable {
    let time: Int
    let value: Double?
  }

  /// A line of figures. Lines differ by their strokes, and not by colour alone.
  struct Line {
    enum Kind: String {
      case now, yesterday
      case lastWeek = "week"
      case fourWeeks = "month"
      /// One of several figures of the same time.
      case second, third
    }

    let name: String
    let kind: Kind
    let points: [Point]
  }

  /// The usual range of the figure at a time; `nil` where it is not known.
  struct Band: Equatable {
    let time: Int
    let range: ClosedRange<Double>?
  }

  /// A limit, as a line across.
  struct Limit {
    enum Kind: String { case steady, peak, sla }

    let name: String
    let kind: Kind
    let value: Double
  }

  let title: String
  let from: Int
  let to: Int
  let lines: [Line]
  /// The usual range, drawn behind the lines; `nil` for a chart that has none.
  var band: [Band]?
  var limits: [Limit] = []
  var annotations: [Annotation] = []
  /// Turns a value into a figure of the chart's unit.
  let written: (Double) -> Figure
  /// The upper end of the axis, where it is known.
  var most: Double?

  private var top: Double {
    let values = lines.flatMap { $0.points.compactMap(\.value) }.filter(\.isFinite)
    let largest = values.max() ?? 0
    // A limit far above the figures would squeeze them into the bottom of the chart.
    let usual = band?.compactMap(\.range?.upperBound) ?? []
    let limit = (limits.map(\.value) + usual).filter { $0 <= largest * 4 }.max() ?? 0
    if let most { return most }
    let value = max(largest, limit)
    switch written(1) {
    // A count has no halves.
    case .count: return max(2, Plot.niceTop(value))
    case .bytes:
      var unit = 1.0
      while value >= unit * 1_024 { unit *= 1_024 }
      return Plot.niceTop(value / unit) * unit
    default: return Plot.niceTop(value)
    }
  }

  /// Writes the whole chart with its axes and legend, and a sentence for people who cannot see it.
  func write(to html: inout HTMLWriter) {
    let plot = Plot(from: from, to: to, top: top)
    let ends = [1.0, 0.5, 0].map { written(plot.top * $0).shown }
    html.figure(title, up: ends, across: Chart.times(from: from, to: to)) {
      legend(plot, &$0)
    } _: {
      picture(plot, isSmall: false, &$0)
    }
  }

  /// Writes the lines alone, for a tile or a row.
  func writeSmall(to html: inout HTMLWriter) {
    picture(Plot(from: from, to: to, top: top), isSmall: true, &html)
  }

  private func picture(_ plot: Plot, isSmall: Bool, _ html: inout HTMLWriter) {
    html.picture(isSmall ? "spark" : "lines", says: summary) { html in
      if !isSmall { html.grid() }
      if let band { html.path("band", plot.band(band)) }
      if let now = lines.first(where: { $0.kind == .now }) {
        html.path("area", plot.area(now.points))
      }
      for limit in limits where limit.value <= plot.top {
        html.path(
          "limit \(limit.kind.rawValue)",
          "M0 \(plot.y(limit.value))H\(Plot.width)",
          title: "\(limit.name) \(written(limit.value).shown)"
        )
      }
      for line in lines.reversed() {
        html.path("line \(line.kind.rawValue)", plot.path(line.points))
      }
      Chart.write(annotations, on: plot, to: &html)
    }
  }

  /// Writes annotations as lines from the bottom to the top.
  static func write(_ annotations: [Annotation], on plot: Plot, to html: inout HTMLWriter) {
    for annotation in annotations {
      let x = plot.x(Int(clamping: annotation.time))
      html.path(
        "event \(annotation.kind)",
        "M\(x) 0V\(Plot.height)",
        title: "\(UnixTime(seconds: annotation.time)) \(annotation.kind): \(annotation.text)"
      )
    }
  }

  private func legend(_ plot: Plot, _ html: inout HTMLWriter) {
    html.element("ul", [.class("legend")]) { html in
      for line in lines where line.kind == .now || line.points.contains(where: { $0.value != nil })
      {
        html.element("li") { html in
          Chart.key("line \(line.kind.rawValue)", &html)
          let last = line.points.last { $0.value != nil }?.value
          html.text(last.map { "\(line.name) \(written($0).shown)" } ?? "\(line.name): none")
        }
      }
      keyOfBand(&html)
      for limit in limits {
        html.element("li") { html in
          Chart.key("limit \(limit.kind.rawValue)", &html)
          let place = limit.value > plot.top ? " (above)" : ""
          html.text("\(limit.name) \(written(limit.value).shown)\(place)")
        }
      }
      Chart.keyOfChanges(annotations, &html)
    }
  }

  private func keyOfBand(_ html: inout HTMLWriter) {
    guard let band else { return }
    html.element("li") { html in
      guard let usual = band.last(where: { $0.range != nil })?.range else {
        return html.text("usual range: not known before three weeks of history")
      }
      Chart.key("band", isArea: true, &html)
      html.text(
        "usual range \(written(usual.lowerBound).shown) to \(written(usual.upperBound).shown)"
      )
    }
  }

  /// The number of annotations, as an entry of a legend.
  static func keyOfChanges(_ annotations: [Annotation], _ html: inout HTMLWriter) {
    guard !annotations.isEmpty else { return }
    html.element("li") { html in
      Chart.key("event", &html)
      html.text(annotations.count == 1 ? "1 change" : "\(annotations.count) changes")
    }
  }

  /// A short piece of a line, or of an area, as a legend shows it.
  static func key(_ names: String, isArea: Bool = false, _ html: inout HTMLWriter) {
    html.element(
      "svg",
      [.class("key"), .set(.viewBox, "0 0 24 8"), .set(.ariaHidden, "true")]
    ) { html in
      let path = isArea ? "M0 0H24V8H0z" : "M0 4H24"
      html.path(names, path)
    }
  }

  /// A sentence that describes the chart, for people who cannot see it.
  private var summary: String {
    let said = lines.map { line -> String in
      let values = line.points.compactMap(\.value)
      guard let last = values.last, let least = values.min(), let most = values.max() else {
        return "\(line.name): nothing recorded"
      }
      return
        "\(line.name): last \(written(last).shown), from \(written(least).shown) to \(written(most).shown)"
    }
    return "\(title). \(said.joined(separator: "; "))"
  }

  /// The times below a chart.
  static func times(from: Int, to: Int) -> [String] {
    (0...4).map { label(from + (to - from) * $0 / 4, to - from) }
  }

  /// The time at a place of an axis of so many seconds.
  static func label(_ time: Int, _ span: Int) -> String {
    let text = "\(UnixTime(seconds: Int64(time)))"
    // 2026-11-23T22:40:00Z
    let day = text.dropFirst(5).prefix(5)
    let clock = text.dropFirst(11).prefix(span <= 600 ? 8 : 5)
    return span > 2 * 86_400 ? String(day) : String(clock)
  }
}
