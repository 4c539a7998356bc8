// SPDX-License-Identifier: Apache-2.0

import Measure

/// The requests that wait, or one of them, which can be cancelled.
struct InflightPage: Page {
  let title = "In flight"
  let chapter = Chapter.inflight
  let address: Address

  private static let report = Address(.inflight)

  /// The id of the request that the page is about; `nil` for a page of all.
  private var chosen: String? { address["request"].flatMap { $0.isEmpty ? nil : $0 } }

  /// A page with a form stays as it is.
  var liveSeconds: Int? { chosen == nil ? 1 : nil }

  var reports: [Address] { [InflightPage.report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    guard let chosen, let all = inspection.table(InflightPage.report) else {
      html.element(
        "p",
        "The requests that wait, the oldest first: at which step, and for what. The id leads to where a"
          + " request can be cancelled."
      )
      return html.tables(
        [.init("inflight", empty: "No request waits for anything.", link: InflightPage.link)],
        of: InflightPage.report
      )
    }
    html.element("p") { $0.link(InflightPage.report, "All requests that wait") }
    let table = all.only { $0.text(.request) == chosen }
    TableView(table, empty: "It waits for nothing any more.").write(to: &html)
    guard !table.rows.isEmpty else { return }
    html.section("Cancel it", for: .cancelRequest) { html in
      html.form(.cancelRequest) { html in
        html.hidden("request", chosen)
        html.button("Preview")
      }
    }
  }

  private static let link: ReportPage.Link = { record, key in
    switch key {
    case .route:
      PageLink.route("/" + record.text(.route).drop { $0 == "/" }, site: record.text(.site))
    case .request: InflightPage.report.with("request", record.text(.request))
    default: nil
    }
  }
}
