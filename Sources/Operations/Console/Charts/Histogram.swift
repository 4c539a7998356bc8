// SPDX-License-Identifier: Apache-2.0

import Measure

/// Counts of things in steps, such as those that end within a minute or within an hour, as bars.
///
/// The table that it is made of stands beside it, for people who cannot see it.
struct Histogram {
  struct Bar: Equatable {
    let name: String
    let value: Double
  }

  let title: String
  let bars: [Bar]

  /// The space between two bars, in units of the picture.
  private static let gap = 8

  private var most: Double { bars.map(\.value).max() ?? 0 }

  func write(to html: inout HTMLWriter) {
    guard most > 0 else { return }
    let plot = Plot(from: 0, to: bars.count, top: max(2, Plot.niceTop(most)))
    let ends = [1.0, 0.5, 0].map { Histogram.count(plot.top * $0) }
    html.figure(title, up: ends, across: bars.map(\.name), isStepped: true) { picture(plot, &$0) }
  }

  private func picture(_ plot: Plot, _ html: inout HTMLWriter) {
    html.picture("lines", says: "\(title). \(summary)") { html in
      html.grid()
      for (number, bar) in bars.enumerated() where bar.value > 0 {
        let (left, right) = (plot.x(number) + Histogram.gap, plot.x(number + 1) - Histogram.gap)
        html.path(
          "cell",
          "M\(left) \(Plot.height)V\(plot.y(bar.value))H\(right)V\(Plot.height)z",
          title: "\(bar.name): \(Histogram.count(bar.value))"
        )
      }
    }
  }

  /// A sentence that describes the bars, for people who cannot see them.
  private var summary: String {
    bars.filter { $0.value > 0 }.map { "\($0.name): \(Histogram.count($0.value))" }
      .joined(separator: "; ")
  }

  private static func count(_ value: Double) -> String {
    Figure.count(Int64(value.rounded())).shown
  }
}

extension Histogram {
  /// The name of a step by the time at which it ends, such as `5 minutes`.
  static func name(of end: Figure) -> String {
    guard let seconds = end.number else { return end.shown }
    return seconds > 0 ? SpanWords.text(Int64(seconds)) : "now"
  }

  /// The bars of one column of a table, each named by another.
  ///
  /// - Parameter records: the rows in the order of the steps.
  init(
    _ title: String,
    _ records: [FigureTable.Record],
    _ column: ColumnKey,
    named name: (FigureTable.Record) -> String
  ) {
    self.init(
      title: title,
      bars: records.map { Bar(name: name($0), value: max(0, $0.number(column) ?? 0)) }
    )
  }
}
