// SPDX-License-Identifier: Apache-2.0

import Measure
import Monitor

/// Several figures of one time on top of each other, such as answers by how the cache had them. Layers differ
/// by the strokes of their upper edges too, and not by colour alone.
struct StackedChart {
  struct Layer {
    let name: String
    let points: [Chart.Point]

    fileprivate var isUsed: Bool { points.contains { ($0.value ?? 0) > 0 } }
  }

  let title: String
  let from: Int
  let to: Int
  /// The lowest one first; the stylesheet has six.
  let layers: [Layer]
  let annotations: [Annotation]
  let written: (Double) -> Figure

  func write(to html: inout HTMLWriter) {
    let sums = sums
    let largest = sums.last?.compactMap(\.value).filter(\.isFinite).max() ?? 0
    guard largest > 0 else { return html.note("Nothing was recorded in this time.") }
    let plot = Plot(from: from, to: to, top: Plot.niceTop(largest))
    let ends = [1.0, 0.5, 0].map { written(plot.top * $0).shown }
    let times = Chart.times(from: from, to: to)
    html.figure(title, "chart stack", up: ends, across: times, legend: legend) {
      picture(plot, sums, &$0)
    }
  }

  /// The upper edge of each layer: what it and those below it come to.
  private var sums: [[Chart.Point]] {
    let times = Set(layers.flatMap { $0.points.map(\.time) }).sorted()
    var below: [Int: Double] = [:]
    return layers.map { layer in
      for point in layer.points {
        if let value = point.value, value.isFinite { below[point.time, default: 0] += value }
      }
      return times.map { Chart.Point(time: $0, value: below[$0]) }
    }
  }

  private func picture(_ plot: Plot, _ sums: [[Chart.Point]], _ html: inout HTMLWriter) {
    html.picture("lines", says: "\(title). \(summary)") { html in
      // The highest layer is drawn first, and each lower one over it.
      for (number, points) in sums.enumerated().reversed() where layers[number].isUsed {
        html.path("layer l\(number + 1)", plot.area(points), title: layers[number].name)
        html.path("edge l\(number + 1)", plot.path(points))
      }
      Chart.write(annotations, on: plot, to: &html)
    }
  }

  /// The layers from the highest to the lowest, as they lie in the picture.
  private func legend(_ html: inout HTMLWriter) {
    html.element("ul", [.class("legend")]) { html in
      for (number, layer) in layers.enumerated().reversed() where layer.isUsed {
        html.element("li") { html in
          Chart.key("layer l\(number + 1)", isArea: true, &html)
          let last = layer.points.last { $0.value != nil }?.value
          html.text("\(layer.name) \(last.map { written($0).shown } ?? "none")")
        }
      }
      Chart.keyOfChanges(annotations, &html)
    }
  }

  /// A sentence that describes the chart, for people who cannot see it.
  private var summary: String {
    layers.filter(\.isUsed).map { layer in
      let values = layer.points.compactMap(\.value)
      guard let last = values.last, let most = values.max() else {
        return "\(layer.name): nothing recorded"
      }
      return "\(layer.name): last \(written(last).shown), at most \(written(most).shown)"
    }.joined(separator: "; ")
  }
}
