// SPDX-License-Identifier: Apache-2.0

import Measure

/// The edges in front: what probes at the public URLs find beside the promises, and how long the newest
/// purges took to reach each of them.
struct EdgesPage: Page {
  let title = "Edges"
  let chapter = Chapter.cache
  let liveSeconds: Int? = 5
  let address: Address

  static let report = Address(.edges)

  var reports: [Address] { [EdgesPage.report, CachePage.purges] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    CachePage.writeLinks(to: &html)
    html.element("p", "What probes at the public URLs found, beside what each site promises.")
    html.tables(
      [
        .init(
          "edges",
          empty: "No site measures an edge; \"edges\" in Content/site.json5 declares them."
        ) { record, key in
          switch key {
          case .edge, .purge: EdgesPage.events(of: record)
          case .failures, .state: Chapter.alerts.address
          default: nil
          }
        }
      ],
      of: EdgesPage.report
    )
    html.section("Purges by edge") { purges(inspection, &$0) }
  }

  private func purges(_ inspection: Inspection, _ html: inout HTMLWriter) {
    guard let purges = inspection.table(CachePage.purges) else {
      return html.note(inspection.refusal(of: CachePage.purges) ?? "Nothing was purged.")
    }
    var view = TableView(purges.only { $0[.edge] != .none }, empty: "No edge was purged.")
    if inspection.sites.count == 1 { view.hidden = [.site] }
    view.link = CachePage.purge
    view.write(to: &html)
  }

  /// The events about purges at an edge.
  static func events(of record: FigureTable.Record) -> Address {
    LogLink.events(
      LogLink.of(site: record.text(.site)),
      "event = edge_purge",
      "edge = \(LogLink.quoted(record.text(.edge)))"
    )
  }
}

extension ReportPage {
  /// The refreshes of outdated answers, with the purges that made them outdated.
  static func refreshes(_ address: Address) -> ReportPage {
    ReportPage(
      title: "Refreshes",
      chapter: .cache,
      address: address,
      report: Address(.refreshes),
      parts: [
        Part("refreshes", empty: "No answer was composed anew.") {
          record,
          key in
          let events = [LogLink.of(site: record.text(.site)), "event = refresh"]
          return switch key {
          case .state: LogLink.events(events[0], events[1])
          case .failed: LogLink.events(events[0], events[1], "errors > 0")
          case .purges:
            record.text(.purges).contains(",")
              ? CachePage.purges : Address(.purges, below: "\(record.text(.purges))")
          case .cause: record.text(.cause).contains("publication") ? Chapter.content.address : nil
          default: nil
          }
        }
      ],
      liveSeconds: 5,
      lead: "Outdated answers that are composed again before anybody asks for them.",
      writesAbove: { _, html in CachePage.writeLinks(to: &html) }
    )
  }
}
