// SPDX-License-Identifier: Apache-2.0

import FourM

/// A chart of one figure by another: a fitted curve, and the measured points on both sides of it.
struct CurveChart {
  let title: String
  /// The names of both axes.
  let axes: (x: String, y: String)
  /// The points of the curve from left to right, with the measured figure where there is one.
  let points: [(x: Double, fitted: Double, measured: Double?)]
  let writtenX: (Double) -> Figure
  let writtenY: (Double) -> Figure

  /// The unit of places on the axis, since a plot has whole ones.
  private static let unit = 1_000.0

  func write(to html: inout HTMLWriter) {
    let (right, top) = (points.map(\.x).max() ?? 1, largest)
    let plot = Plot(from: 0, to: CurveChart.place(right), top: Plot.niceTop(top))
    html.element("figure", [.class("chart")]) { html in
      html.element("figcaption") { html in
        html.element("b", title)
        html.element("ul", [.class("legend")]) { html in
          html.element("li") { html in
            Chart.key("line now", &html)
            html.text("curve")
          }
          html.element("li") { html in
            html.element("span", [.set(.ariaHidden, "true")], "●")
            html.text("measured")
          }
        }
      }
      html.element("div", [.class("plot")]) { html in
        html.element("div", [.class("ys"), .set(.ariaHidden, "true")]) { html in
          for share in [1.0, 0.5, 0] { html.element("span", writtenY(plot.top * share).shown) }
        }
        picture(plot, &html)
        html.element("div", [.class("xs"), .set(.ariaHidden, "true")]) { html in
          for step in 0...4 {
            let text = writtenX(right * Double(step) / 4).shown
            html.element("span", step == 4 ? "\(text) \(axes.x)" : text)
          }
        }
      }
    }
  }

  private var largest: Double {
    points.map { max($0.fitted, $0.measured ?? 0) }.filter(\.isFinite).max() ?? 1
  }

  private static func place(_ x: Double) -> Int {
    Int(exactly: (x * unit).rounded()) ?? 0
  }

  private func picture(_ plot: Plot, _ html: inout HTMLWriter) {
    html.element(
      "svg",
      [
        .class("lines"), .set(.viewBox, "0 0 \(Plot.width) \(Plot.height)"),
        .set(.preserveAspectRatio, "none"), .set(.role, "img"), .set(.aria, summary),
      ]
    ) { html in
      for y in [1, Plot.height / 2, Plot.height - 1] {
        html.element("path", [.class("grid"), .set(.d, "M0 \(y)H\(Plot.width)")]) { _ in }
      }
      let curve = points.map { Chart.Point(time: CurveChart.place($0.x), value: $0.fitted) }
      let begin = Chart.Point(time: 0, value: 0)
      html.element("path", [.class("line now"), .set(.d, plot.path([begin] + curve))]) { _ in }
      for point in points {
        guard let measured = point.measured, measured.isFinite else { continue }
        // A stroke without length has round ends, which stay round however the picture is stretched.
        let at = "M\(plot.x(CurveChart.place(point.x))) \(plot.y(measured))h0"
        html.element("path", [.class("dot"), .set(.d, at)]) { html in
          html.element("title", "\(writtenX(point.x).shown) \(axes.x): \(writtenY(measured).shown)")
        }
      }
    }
  }

  /// A sentence for people who cannot see the chart.
  private var summary: String {
    let measured = points.filter { $0.measured != nil }
    guard let first = measured.first, let last = measured.last, let end = points.last else {
      return "\(title): nothing measured"
    }
    return
      "\(title): \(axes.y) by \(axes.x). Measured \(writtenY(first.measured ?? 0).shown) at "
      + "\(writtenX(first.x).shown) to \(writtenY(last.measured ?? 0).shown) at "
      + "\(writtenX(last.x).shown); the curve ends with \(writtenY(end.fitted).shown) at "
      + "\(writtenX(end.x).shown)"
  }
}
