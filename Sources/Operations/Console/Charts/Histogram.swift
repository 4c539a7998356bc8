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
    html.element("figure", [.class("chart")]) { html in
      html.element("figcaption") { $0.element("b", title) }
      html.element("div", [.class("plot")]) { html in
        html.element("div", [.class("ys"), .set(.ariaHidden, "true")]) { html in
          for share in [1.0, 0.5, 0] { html.element("span", Histogram.count(plot.top * share)) }
        }
        picture(plot, &html)
        html.element("div", [.class("xs steps"), .set(.ariaHidden, "true")]) { html in
          for bar in bars { html.element("span", bar.name) }
        }
      }
    }
  }

  private func picture(_ plot: Plot, _ html: inout HTMLWriter) {
    html.element(
      "svg",
      [
        .class("lines"), .set(.viewBox, "0 0 \(Plot.width) \(Plot.height)"),
        .set(.preserveAspectRatio, "none"), .set(.role, "img"), .set(.aria, "\(title). \(summary)"),
      ]
    ) { html in
      for y in [1, Plot.height / 2, Plot.height - 1] {
        html.element("path", [.class("grid"), .set(.d, "M0 \(y)H\(Plot.width)")]) { _ in }
      }
      for (number, bar) in bars.enumerated() where bar.value > 0 {
        let (left, right) = (plot.x(number) + Histogram.gap, plot.x(number + 1) - Histogram.gap)
        let path = "M\(left) \(Plot.height)V\(plot.y(bar.value))H\(right)V\(Plot.height)z"
        html.element("path", [.class("cell"), .set(.d, path)]) { html in
          html.element("title", "\(bar.name): \(Histogram.count(bar.value))")
        }
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
    _ column: String,
    named name: (FigureTable.Record) -> String
  ) {
    self.init(
      title: title,
      bars: records.map { Bar(name: name($0), value: max(0, $0.number(column) ?? 0)) }
    )
  }
}
