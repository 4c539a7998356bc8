// SPDX-License-Identifier: Apache-2.0

import Measure

/// The tables of a page, each with the rows of all nodes of a fleet and their sums.
struct AllNodesPage: Page {
  private let page: any Page
  private let address: Address

  init(_ page: any Page, _ address: Address) {
    self.page = page
    self.address = address
  }

  var title: String { page.title }
  var chapter: Chapter { page.chapter }
  var reports: [Address] { page.reports }
  var liveSeconds: Int? { page.liveSeconds.map { max($0, 5) } }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    guard reports.contains(where: { inspection.answer(to: $0) != nil }) else {
      return html.note("This page has no tables that could be joined; each node has it.")
    }
    html.element(
      "p",
      "The tables of all nodes; * stands for the sum. Charts are on the page of each."
    )
    for report in reports {
      let parts = inspection.tables(report).map { table in
        ReportPage.Part(table: table.name, heading: table.name, empty: "There is nothing.")
      }
      html.tables(
        parts.filter { $0.table != FigureTable.silentNodes },
        of: report,
        inspection,
        on: address
      )
    }
  }
}
