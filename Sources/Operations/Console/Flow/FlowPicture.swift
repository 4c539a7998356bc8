// SPDX-License-Identifier: Apache-2.0

/// The flow of traffic as a Sankey diagram: nodes in a column for each stage, and between them ribbons as thick
/// as there are requests, with the part that failed in another colour and with a stroke.
struct FlowPicture {
  private static let (width, height) = (1_000.0, 460.0)
  private static let (top, gap, nodeWidth) = (26.0, 12.0, 10.0)
  private static let leastThickness = 1.5

  private struct Box {
    let y: Double
    let height: Double
    /// Where the next ribbon begins on either side.
    var left = 0.0
    var right = 0.0
  }

  private let flow: TrafficFlow
  private let link: (TrafficFlow.Node) -> Address?
  private var boxes: [TrafficFlow.Node: Box] = [:]
  private var totals: [TrafficFlow.Node: TrafficFlow.Count] = [:]
  /// The height of one request.
  private var scale = 1.0

  /// - Parameter link: the requests behind a node.
  init(_ flow: TrafficFlow, link: @escaping (TrafficFlow.Node) -> Address?) {
    (self.flow, self.link) = (flow, link)
    count()
    place()
  }

  private mutating func count() {
    var (incoming, outgoing) = (
      [TrafficFlow.Node: TrafficFlow.Count](), [TrafficFlow.Node: TrafficFlow.Count]()
    )
    for link in flow.links {
      outgoing[link.from, default: .init()].add(link.count)
      incoming[link.to, default: .init()].add(link.count)
    }
    for node in Set(incoming.keys).union(outgoing.keys) {
      // An answer may take several calls: the larger side is the node's.
      let (one, other) = (incoming[node] ?? .init(), outgoing[node] ?? .init())
      totals[node] = node.stage == .source ? one : one.all >= other.all ? one : other
    }
    heights = Dictionary(
      uniqueKeysWithValues: totals.keys.map {
        ($0, Double(max(incoming[$0]?.all ?? 0, outgoing[$0]?.all ?? 0)))
      }
    )
  }

  private var heights: [TrafficFlow.Node: Double] = [:]

  private func nodes(of stage: TrafficFlow.Stage) -> [TrafficFlow.Node] {
    totals.keys.filter { $0.stage == stage }.sorted {
      (heights[$1] ?? 0, $0.name) < (heights[$0] ?? 0, $1.name)
    }
  }

  private mutating func place() {
    let room = FlowPicture.height - FlowPicture.top
    scale =
      TrafficFlow.Stage.allCases.compactMap { stage -> Double? in
        let nodes = nodes(of: stage)
        let weight = nodes.reduce(0) { $0 + (heights[$1] ?? 0) }
        let gaps = Double(max(0, nodes.count - 1)) * FlowPicture.gap
        return weight > 0 ? (room - gaps) / weight : nil
      }.min() ?? 1
    for stage in TrafficFlow.Stage.allCases {
      var y = FlowPicture.top
      for node in nodes(of: stage) {
        let height = max(FlowPicture.leastThickness, (heights[node] ?? 0) * scale)
        boxes[node] = Box(y: y, height: height)
        y += height + FlowPicture.gap
      }
    }
  }

  private static func x(of stage: TrafficFlow.Stage) -> Double {
    let last = Double(TrafficFlow.Stage.allCases.count - 1)
    return Double(stage.rawValue) / last * (width - 170)
  }

  mutating func write(to html: inout HTMLWriter) {
    let text = summary
    var ribbons: [(link: TrafficFlow.Link, path: String, failed: String?)] = []
    for link in flow.links { ribbons.append((link, ribbon(of: link), failedRibbon)) }
    html.element(
      "div",
      [
        .class("scroll flow"), .set(.tabindex, "0"), .set(.role, "region"),
        .set(.aria, html.landmark("flow")),
      ]
    ) { html in
      html.element(
        "svg",
        [
          .set(.viewBox, "0 0 \(Int(FlowPicture.width)) \(Int(FlowPicture.height) + 8)"),
          // Its ribbons are links, which no image has.
          .set(.role, "group"), .set(.aria, text),
        ]
      ) { html in
        for stage in TrafficFlow.Stage.allCases {
          FlowPicture.text(stage.title, at: FlowPicture.x(of: stage), 12, "stage", &html)
        }
        for ribbon in ribbons {
          html.path("ribbon", ribbon.path, title: FlowPicture.words(ribbon.link))
          if let failed = ribbon.failed { html.path("ribbon bad", failed) }
        }
        for stage in TrafficFlow.Stage.allCases {
          for node in nodes(of: stage) { write(node, &html) }
        }
      }
    }
  }

  /// The part of the last ribbon that failed.
  private var failedRibbon: String?

  /// Takes the place of a link at both of its nodes, and returns its outline.
  private mutating func ribbon(of link: TrafficFlow.Link) -> String {
    guard var from = boxes[link.from], var to = boxes[link.to] else { return "" }
    let thickness = Double(link.count.all) * scale
    let (x0, x1) = (
      FlowPicture.x(of: link.from.stage) + FlowPicture.nodeWidth, FlowPicture.x(of: link.to.stage)
    )
    let (y0, y1) = (from.y + from.right, to.y + to.left)
    from.right += thickness
    to.left += thickness
    (boxes[link.from], boxes[link.to]) = (from, to)
    let failed = Double(link.count.failed) * scale
    failedRibbon =
      link.count.failed > 0
      ? FlowPicture.outline(x0, y0, x1, y1, max(FlowPicture.leastThickness, failed)) : nil
    return FlowPicture.outline(x0, y0, x1, y1, max(FlowPicture.leastThickness, thickness))
  }

  private static func outline(
    _ x0: Double,
    _ y0: Double,
    _ x1: Double,
    _ y1: Double,
    _ thickness: Double
  ) -> String {
    func n(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
    let middle = n((x0 + x1) / 2)
    return "M\(n(x0)) \(n(y0))C\(middle) \(n(y0)) \(middle) \(n(y1)) \(n(x1)) \(n(y1))"
      + "V\(n(y1 + thickness))C\(middle) \(n(y1 + thickness)) \(middle) \(n(y0 + thickness))"
      + " \(n(x0)) \(n(y0 + thickness))Z"
  }

  private func write(_ node: TrafficFlow.Node, _ html: inout HTMLWriter) {
    guard let box = boxes[node], let total = totals[node] else { return }
    let x = FlowPicture.x(of: node.stage)
    html.element(
      "rect",
      [
        .class(total.failed > 0 ? "node bad" : "node"), .set(.x, "\(Int(x))"),
        .set(.y, "\((box.y * 10).rounded() / 10)"), .set(.width, "\(Int(FlowPicture.nodeWidth))"),
        .set(.height, "\((box.height * 10).rounded() / 10)"),
      ]
    ) { html in html.element("title", "\(node.name): \(FlowPicture.words(total))") }
    let name = node.name.count > 24 ? String(node.name.prefix(23)) + "…" : node.name
    let label = "\(name) \(total.all)" + (total.failed > 0 ? " ✕\(total.failed)" : "")
    let place = (x + FlowPicture.nodeWidth + 6, box.y + min(box.height / 2, 200) + 4)
    guard let address = link(node) else {
      return FlowPicture.text(label, at: place.0, place.1, "label", &html)
    }
    html.element("a", [.href(address)]) {
      FlowPicture.text(label, at: place.0, place.1, "label", &$0)
    }
  }

  private static func text(
    _ text: String,
    at x: Double,
    _ y: Double,
    _ name: String,
    _ html: inout HTMLWriter
  ) {
    html.element(
      "text",
      [.class(name), .set(.x, "\(Int(x))"), .set(.y, "\((y * 10).rounded() / 10)")],
      text
    )
  }

  private static func words(_ count: TrafficFlow.Count) -> String {
    "\(count.all)" + (count.failed > 0 ? ", \(count.failed) failed" : "")
  }

  private static func words(_ link: TrafficFlow.Link) -> String {
    "\(link.from.name) to \(link.to.name): \(words(link.count))"
  }

  private var summary: String {
    let strongest = flow.links.prefix(5).map { FlowPicture.words($0) }.joined(separator: "; ")
    return "The way of \(flow.requests) requests. The strongest: \(strongest)"
  }
}

extension TrafficFlow.Count {
  mutating func add(_ other: Self) {
    all += other.all
    failed += other.failed
  }
}
