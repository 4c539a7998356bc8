// SPDX-License-Identifier: Apache-2.0

import Measure

/// The content of all sites: the editions with what the last one changed and the way back to one that is
/// kept, emergencies, what comes and goes by time, translations, and findings in the files.
struct ContentPage: Page {
  static let report = Address(.content)

  let title = "Content"
  let chapter = Chapter.content
  let address: Address

  var reports: [Address] {
    [ContentPage.report, RolloutForms.report, DryRunForms.report, Verdict.health]
  }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    html.element("p", "What is served, in which languages, and what was found in the files.")
    tables([ContentPage.editions], &html)
    html.section("Emergency and maintenance", [.set(.id, "emergency")]) { html in
      tables([ContentPage.emergency], &html)
      html.section("", for: .maintenance) { html in MaintenanceForm.write(inspection, to: &html) }
    }
    tables(ContentPage.changes, &html)
    html.section("End of freshness") { expiries(inspection, &$0) }
    tables(ContentPage.texts, &html)
    html.section("Serve another edition", for: .rollback) {
      RollbackForm.write(inspection, to: &$0)
    }
    html.section("Try an edition on recorded requests", for: .dryRun) {
      DryRunForms.write(inspection, on: address, to: &$0)
    }
    html.section("Show a draft on devices", for: .startPreview) { html in
      html.element("p") { $0.link(PreviewsPage.report, "Previews of drafts") }
    }
    html.section("Roll out an edition in steps", for: .startRollout) {
      RolloutForms.write(inspection, on: address, to: &$0)
    }
  }

  private func tables(_ parts: [ReportPage.Part], _ html: inout HTMLWriter) {
    // The reason why there is no report is told once.
    if html.inspection.refusal(of: ContentPage.report) != nil,
      parts.first?.table != ContentPage.editions.table
    {
      return
    }
    html.tables(parts, of: ContentPage.report)
  }

  /// A strip for each site of when the freshness of its documents ends, and the table of all.
  private func expiries(_ inspection: Inspection, _ html: inout HTMLWriter) {
    let records = inspection.table(ContentPage.report, "expiries")?.records ?? []
    for site in inspection.sites {
      let own = records.filter { $0.text(.site) == site }
      let title = inspection.sites.count > 1 ? "Documents of \(site)" : "Documents"
      Histogram("\(title) whose freshness ends within", own, .documents) {
        Histogram.name(of: $0[.within])
      }
      .write(to: &html)
    }
    tables([ReportPage.Part("expiries", empty: "Nothing is published.")], &html)
  }

  private static let editions = ReportPage.Part(
    "editions",
    "Editions",
    empty: "Nothing is published.",
    link: { record, key in
      key == .edition ? LogLink.events("edition = \(LogLink.quoted(record.text(.edition)))") : nil
    }
  )

  private static let emergency = ReportPage.Part(
    "emergency",
    empty: "No site is closed, no banner is shown, and nothing is hidden or forced."
  )

  private static let changes = [
    ReportPage.Part(
      "changes",
      "The last publication",
      empty: "No other edition is known that was served before."
    ),
    ReportPage.Part(
      "difference",
      "Documents, texts and settings that it changed",
      empty: "No document, text or setting differs.",
      link: { record, key in
        guard key == .name, record.text(.kind) == "document" else { return nil }
        return PageLink.route("/\(record.text(.name))", site: record.text(.site))
      }
    ),
    ReportPage.Part("schedule", "Comes and goes by time", empty: "Nothing changes by time alone."),
  ]

  private static let texts = [
    ReportPage.Part("languages", "Languages", empty: "No language is published."),
    ReportPage.Part(
      "translations",
      "Translations by groups of texts",
      empty: "No document uses a text."
    ),
    ReportPage.Part("findings", "Findings in the files", empty: "The files have no faults."),
  ]
}

/// The form of a rollback, and of its end.
enum RollbackForm {
  /// The value of the rollback form for the site's files, which end a rollback.
  private static let files = "files"

  static func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    let records = inspection.table(ContentPage.report, "editions")?.records ?? []
    let choices = records.compactMap { choice($0, inspection) }
    guard let first = choices.first else { return html.note("No other edition is kept.") }
    html.form(.rollback) { html in
      html.choice("Edition", "edition", choices, selected: first.value)
      html.button("Preview")
    }
  }

  private static func choice(
    _ record: FigureTable.Record,
    _ inspection: Inspection
  ) -> (value: String, text: String)? {
    let (site, edition) = (record.text(.site), record.text(.edition))
    let (state, published) = (record.text(.state), record.text(.published))
    let shown = inspection.sites.count > 1 ? "\(site): " : ""
    if state.hasPrefix("kept") {
      return ("\(site) \(edition)", "\(shown)\(edition) of \(published)")
    }
    return state.contains("pinned") ? ("\(site) \(files)", "\(shown)what the files say") : nil
  }
}
