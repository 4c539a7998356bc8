// SPDX-License-Identifier: Apache-2.0

import Measure

/// The form that begins a dry run, and the results of the last one of each site.
enum DryRunForms {
  static let report = Address(.dryRun)

  static func write(_ inspection: Inspection, on address: Address, to html: inout HTMLWriter) {
    for site in inspection.sites { html.editionForm(.dryRun, of: site) }
    html.note(
      "The most frequent requests of the log are answered once more, by this edition and by the published one. Visitors notice nothing."
    )
    guard let runs = inspection.table(report, "runs") else {
      return html.note(inspection.refusal(of: report) ?? "There was no dry run.")
    }
    let hidden: Set<ColumnKey> = inspection.sites.count == 1 ? [.site] : []
    func show(_ table: FigureTable, _ empty: String) {
      var view = TableView(table, empty: empty)
      view.hidden = hidden
      view.write(to: &html)
    }
    show(runs, "No edition was tried.")
    if runs.records.contains(where: { $0.text(.state) == "running" }) {
      html.note("It is on; the page shows the differences when it is read again at the end.")
    }
    guard runs.records.contains(where: { $0.text(.state) == "done" }) else { return }
    if let table = inspection.table(report, "differences") {
      show(table, "Every compared request gets the same answer.")
    }
    if let table = inspection.table(report, "uncompared") { show(table, "All were compared.") }
  }
}
