// SPDX-License-Identifier: Apache-2.0

import Measure

/// The apps that may use sites' records, and the forms that change their keys.
struct AppsPage: Page {
  let title = "Apps"
  let chapter = Chapter.data
  let address: Address

  private static let report = Address(.apps)

  var reports: [Address] { [AppsPage.report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    RecordPages.writeNames(address, to: &html)
    html.element(
      "p",
      "The apps that may use the records, with their keys. A name leads to its requests."
    )
    html.tables(
      [
        .init("apps", empty: "There is no app.") { record, key in
          switch key {
          case .app: RecordPages.record(record.text(.app), of: "apps", on: record.text(.site))
          case .name: LogLink.events("app.name = \(LogLink.quoted(record.text(.name)))")
          default: nil
          }
        }
      ],
      of: AppsPage.report
    )
    let apps = inspection.table(AppsPage.report, "apps")?.records ?? []
    form(.newKey, "Make a new key", of: apps, &html)
    form(.withdrawKey, "Withdraw a key", of: apps.filter { $0.text(.key) == "yes" }, &html)
  }

  /// Writes a form for the apps of each site.
  private func form(
    _ action: ConsoleOrder,
    _ heading: String,
    of apps: [FigureTable.Record],
    _ html: inout HTMLWriter
  ) {
    guard !apps.isEmpty else { return }
    let sites = Set(apps.map { $0.text(.site) }).sorted()
    html.section(heading, for: action) { html in
      for site in sites {
        let own = apps.filter { $0.text(.site) == site }
        html.form(action) { html in
          html.hidden("site", site)
          html.choice(
            sites.count > 1 ? "App of \(site)" : "App",
            "app",
            own.map { ($0.text(.app), $0.text(.name)) },
            selected: own.first?.text(.app) ?? ""
          )
          html.button("Preview")
        }
      }
    }
  }
}
