// SPDX-License-Identifier: Apache-2.0

import Measure

/// The tables of a page, each with the rows of all nodes of a fleet and their sums, and charts of the same.
struct AllNodesPage: Page {
  private let page: any Page
  private let address: Address

  init(_ page: any Page, _ address: Address) { (self.page, self.address) = (page, address) }

  var title: String { page.title }
  var chapter: Chapter { page.chapter }
  var reports: [Address] { page.reports }
  var liveSeconds: Int? { page.liveSeconds.map { max($0, 5) } }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    guard reports.contains(where: { inspection.answer(to: $0) != nil }) else {
      return html.note("This page has no tables or charts of all nodes; each node has it.")
    }
    html.element("p", "The tables and charts of all nodes; * stands for the sum.")
    for report in reports where !isChart(report) {
      let parts = inspection.tables(report).map { table in
        ReportPage.Part(table.name, table.name, empty: "There is nothing.")
      }
      html.tables(parts.filter { $0.table != FigureTable.silentNodes }, of: report)
    }
    html.element("div", [.class("charts")]) { html in
      for report in reports where isChart(report) {
        html.charts(of: report, isUsedOnly: true, hasBand: false)
      }
    }
  }

  /// True for a history that is long enough to be drawn; others make single figures of a page.
  private func isChart(_ report: Address) -> Bool {
    report.path == OperatorPath.history.text && report["step"] != "10s"
  }
}
