// SPDX-License-Identifier: Apache-2.0

import Measure

/// The rollouts with the judgement of their answers, the form that begins one, and those that steer it.
enum RolloutForms {
  static let report = Address(.rollout)

  /// The orders about a rollout that is on, but that which changes nothing.
  private static func orders(isPaused: Bool) -> [(String, String)] {
    [
      ("next", "begin the next step at once"),
      isPaused ? ("resume", "let it go on") : ("pause", "stay at this step"),
      ("return", "give everybody the published edition again"),
      ("finish", "give everybody the new edition"),
    ]
  }

  static func write(_ inspection: Inspection, on address: Address, to html: inout HTMLWriter) {
    guard let rollouts = inspection.table(report, "rollouts") else {
      return html.note(inspection.refusal(of: report) ?? "There is no rollout.")
    }
    var view = TableView(
      rollouts,
      empty: "No edition was rolled out; `portico rollout start` does it."
    )
    if inspection.sites.count == 1 { view.hidden = [.site] }
    view.write(to: &html)
    let running = rollouts.records.filter { ["running", "paused"].contains($0.text(.state)) }
    if !running.isEmpty, let bounds = inspection.table(report, "bounds") {
      TableView(bounds, empty: "Too few answers are counted yet.").write(to: &html)
    }
    for record in running { writeSteering(record, to: &html) }
    let busy = Set(running.map { $0.text(.site) })
    for site in inspection.sites where !busy.contains(site) {
      html.editionForm(.startRollout, of: site)
    }
  }

  private static func writeSteering(_ record: FigureTable.Record, to html: inout HTMLWriter) {
    let site = record.text(.site)
    html.form(.steerRollout) { html in
      html.hidden("site", site)
      let title = html.inspection.sites.count > 1 ? "The rollout of \(site)" : "The rollout"
      let orders = orders(isPaused: record.text(.state) == "paused")
      html.choice(title, "action", orders, selected: "return")
      html.button("Preview")
    }
  }
}
