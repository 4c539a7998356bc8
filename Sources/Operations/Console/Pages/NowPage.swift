// SPDX-License-Identifier: Apache-2.0

import Measure
import Monitor

/// The first page: whether promises are kept, how much headroom there is, what changed, and a line
/// for every route and service.
struct NowPage: Page {
  let title = "Now"
  let chapter = Chapter.now
  let liveSeconds: Int? = 2
  let address: Address

  static let routes = Address(.routes)

  var reports: [Address] {
    Verdict.reports + [NowPage.routes] + Tiles.reports + RouteLines.reports + BackendLines.reports
  }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.verdict(Verdict(inspection), inspection)
    Tiles(inspection).write(to: &html)
    html.section("Routes") { RouteLines(inspection, on: address).write(to: &$0) }
    html.section("Services") { BackendLines(inspection, on: address).write(to: &$0) }
    html.section("Changes of the last day") { html in
      html.changes(inspection.annotations(Verdict.changes).suffix(12))
    }
  }
}

extension HTMLWriter {
  /// The verdict, with each problem and the page that shows more.
  mutating func verdict(_ verdict: Verdict, _ inspection: Inspection) {
    element("section", [.class("verdict \(verdict.tone.name)"), .set(.role, "status")]) { html in
      html.element("h1") { html in
        html.mark(verdict.tone, always: true)
        html.link(Chapter.promises.address, verdict.headline)
      }
      html.element("p") { html in
        html.link(Verdict.model, verdict.headroom)
        html.text(" · ")
        if let change = verdict.lastChange {
          html.text("Last change: \(change.kind), \(change.text), ")
          html.text(SpanWords.text(inspection.now - change.time) + " ago")
        } else {
          html.text("No change in the last day")
        }
      }
      if !verdict.troubles.isEmpty {
        html.element("ul", [.class("troubles")]) { html in
          for trouble in verdict.troubles.prefix(12) {
            html.element("li", [.class(trouble.tone.name)]) { html in
              html.mark(trouble.tone)
              html.link(trouble.look, trouble.text)
              if let evidence = trouble.evidence {
                html.text(" · ")
                html.link(evidence, "evidence")
              }
            }
          }
        }
      }
    }
  }

  /// Annotations, the newest first.
  mutating func changes(_ annotations: some BidirectionalCollection<Annotation>) {
    guard !annotations.isEmpty else { return note("Nothing was published, purged or deployed.") }
    element("ol", [.class("changes")]) { html in
      for annotation in annotations.reversed() {
        html.element("li") { html in
          html.time(annotation.time)
          html.element("span", [.class("kind")], annotation.kind)
          if let site = annotation.site, html.inspection.sites.count > 1 {
            html.element("span", [.class("kind")], site)
          }
          html.element("span", annotation.text)
        }
      }
    }
  }
}
