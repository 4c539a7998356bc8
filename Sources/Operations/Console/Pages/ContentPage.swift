// SPDX-License-Identifier: Apache-2.0

import FourM

/// The editions, languages and findings of all sites, and the way back to an edition that is kept.
struct ContentPage: Page {
  static let report = Address("/content")

  let title = "Content"
  let chapter = Chapter.content
  let address: Address

  var reports: [Address] {
    [ContentPage.report, RolloutForms.report, DryRunForms.report, Verdict.health]
  }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    ReportPage.content(address).write(inspection, to: &html)
    html.section("Serve another edition", for: .rollback, inspection) {
      RollbackForm.write(inspection, to: &$0)
    }
    html.section("Try an edition on recorded requests", for: .dryRun, inspection) {
      DryRunForms.write(inspection, on: address, to: &$0)
    }
    html.section("Roll out an edition in steps", for: .startRollout, inspection) {
      RolloutForms.write(inspection, on: address, to: &$0)
    }
    html.section("Close for maintenance", for: .maintenance, inspection) {
      MaintenanceForm.write(inspection, to: &$0)
    }
  }
}

/// The form of a rollback, and of its end.
enum RollbackForm {
  /// The value of the rollback form for the site's files, which end a rollback.
  private static let files = "files"

  static func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    let records = inspection.table(ContentPage.report, "editions")?.records ?? []
    let choices = records.compactMap { choice($0, inspection) }
    guard let first = choices.first else { return html.note("No other edition is kept.") }
    html.form(.rollback, inspection) { html in
      html.choice("Edition", "edition", choices, selected: first.value)
      html.button("Preview")
    }
  }

  private static func choice(
    _ record: FigureTable.Record,
    _ inspection: Inspection
  ) -> (value: String, text: String)? {
    let (site, edition) = (record.text("site"), record.text("edition"))
    let (state, published) = (record.text("state"), record.text("published"))
    let shown = inspection.sites.count > 1 ? "\(site): " : ""
    if state.hasPrefix("kept") {
      return ("\(site) \(edition)", "\(shown)\(edition) of \(published)")
    }
    return state.contains("pinned") ? ("\(site) \(files)", "\(shown)what the files say") : nil
  }
}
