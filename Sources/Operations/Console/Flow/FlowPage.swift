// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Measure

/// The way of the newest requests: clients, routes, where answers came from, services.
struct FlowPage: Page {
  let title = "Flow"
  let chapter = Chapter.flow
  let liveSeconds: Int? = 10
  let address: Address

  private static let recent = Address(
    .log,
    ["q": "event = request AND time > ago(5m)", "limit": "5000"]
  )

  var reports: [Address] { [FlowPage.recent, NowPage.routes, RouteCalls.report, Verdict.model] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    if let refusal = inspection.refusal(of: FlowPage.recent) { return html.note(refusal) }
    let routes = (inspection.table(NowPage.routes)?.records ?? []).map { $0.text(.route) }
    let flow = TrafficFlow(inspection.events(FlowPage.recent).records, routes: routes)
    guard flow.requests > 0 else { return html.note("No request in the last five minutes.") }
    html.element(
      "p",
      "The newest \(flow.requests) requests of the last five minutes. A ribbon is as thick as there are"
        + " requests; towards services it is the calls. What failed is at its upper edge, with ✕ and its"
        + " number."
    )
    var picture = FlowPicture(flow) { FlowPage.link($0) }
    picture.write(to: &html)
    html.section("Which route calls which service") { html in
      RouteCalls(inspection, on: address).write(to: &html)
    }
    html.section("The same as a table") { html in
      TableView(FlowPage.table(of: flow), empty: "There was no request.").write(to: &html)
    }
  }

  private static func table(of flow: TrafficFlow) -> FigureTable {
    var table = FigureTable("flow").columns([
      .init(.stage, "The two stages between which they go."),
      .init(.from, "Where they come from."), .init(.to, "Where they go."),
      .init(.count, "requests", "Requests, or towards a service its calls."),
      .init(.failed, "Those with a status of 500 or more, or failed calls."),
      .init(.share, "Their share of the newest requests."),
    ])
    for link in flow.links {
      table.add(
        [
          .text("\(link.from.stage.title) to \(link.to.stage.title.lowercased())"),
          .text(link.from.name), .text(link.to.name), .count(Int64(link.count.all)),
          .count(Int64(link.count.failed)), .share(Double(link.count.all) / Double(flow.requests)),
        ],
        tone: link.count.failed > 0 ? .warning : .usual
      )
    }
    return table
  }

  /// The requests behind a node.
  private static func link(_ node: TrafficFlow.Node) -> Address? {
    let recent = "time > ago(5m)"
    let quoted = LogLink.quoted(node.name)
    guard node.name != TrafficFlow.others else { return nil }
    switch node.stage {
    case .client:
      return node.name == TrafficFlow.unsaid ? nil : LogLink.events("device = \(quoted)", recent)
    case .route:
      return LogLink.events(
        "(document = \(LogLink.document(node.name.dropFirst())) OR pass = \(quoted))",
        recent
      )
    case .source: return LogLink.events("source = \(quoted)", recent)
    case .service: return LogLink.events("backends.name = \(quoted)", recent)
    }
  }
}
