// SPDX-License-Identifier: Apache-2.0

/// The parts that charts have in common.
extension HTMLWriter {
  /// A figure: its title with a legend, and a picture between the texts of its axes.
  ///
  /// - Parameters:
  ///   - up: the texts beside the picture, from its upper edge to its lower one.
  ///   - across: the texts below it, from the left to the right.
  mutating func figure(
    _ title: String,
    _ names: String = "chart",
    up: [String],
    across: [String],
    isStepped: Bool = false,
    legend: (inout HTMLWriter) -> Void = { _ in },
    _ picture: (inout HTMLWriter) -> Void
  ) {
    element("figure", [.class(names)]) { html in
      html.element("figcaption") { html in
        html.element("b", title)
        legend(&html)
      }
      html.element("div", [.class("plot")]) { html in
        html.axis("ys", up)
        picture(&html)
        html.axis(isStepped ? "xs steps" : "xs", across)
      }
    }
  }

  private mutating func axis(_ names: String, _ texts: [String]) {
    element("div", [.class(names), .set(.ariaHidden, "true")]) { html in
      for text in texts { html.element("span", text) }
    }
  }

  /// A picture in units that the browser stretches to the room that there is.
  ///
  /// - Parameter says: a sentence that describes it, for people who cannot see it.
  mutating func picture(
    _ names: String,
    _ size: (width: Int, height: Int) = (Plot.width, Plot.height),
    role: String = "img",
    says: String,
    _ content: (inout HTMLWriter) -> Void
  ) {
    element(
      "svg",
      [
        .class(names), .set(.viewBox, "0 0 \(size.width) \(size.height)"),
        .set(.preserveAspectRatio, "none"), .set(.role, role), .set(.aria, says),
      ],
      content
    )
  }

  /// - Parameter title: the text that is shown over it; `nil` for none.
  mutating func path(_ names: String, _ path: String, title: String? = nil) {
    element("path", [.class(names), .set(.d, path)]) { html in
      if let title { html.element("title", title) }
    }
  }

  mutating func rect(
    _ names: String,
    _ corner: (x: Int, y: Int),
    _ size: (width: Int, height: Int),
    fill: String? = nil
  ) {
    element(
      "rect",
      [
        .class(names), .set(.x, "\(corner.x)"), .set(.y, "\(corner.y)"),
        .set(.width, "\(size.width)"), .set(.height, "\(size.height)"),
      ] + (fill.map { [.set(.fill, $0)] } ?? [])
    ) { _ in }
  }

  /// The lines of a grid across a picture.
  mutating func grid() {
    for y in [1, Plot.height / 2, Plot.height - 1] { path("grid", "M0 \(y)H\(Plot.width)") }
  }
}
