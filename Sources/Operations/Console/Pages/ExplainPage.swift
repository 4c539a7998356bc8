// SPDX-License-Identifier: Apache-2.0

import FourM

/// The page that explains, step by step, which answer a visitor gets for a document.
struct ExplainPage: Page {
  let title = "Explain"
  let chapter = Chapter.explain
  let address: Address

  /// The fields of the form, each with its label and an example.
  private static let fields = [
    ("languages", "Languages", "fr-CA, de"), ("country", "Country", "CA"),
    ("device", "Device", "phone"), ("app", "App", ""), ("version", "Version", "2.3"),
    ("token", "or an audience", "fr.ca.phone.3"), ("at", "At", "2026-12-24T18:00Z"),
  ]

  private var report: Address {
    Address("/explain").with(["path", "site"] + ExplainPage.fields.map(\.0), of: address)
  }

  var reports: [Address] { address["path"] == nil ? [] : [report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    html.element("p", "What a visitor gets for a document of the served edition, and why.")
    html.query(Address("/explain")) { html in
      html.element("label", [.class("wide")]) { html in
        html.element("span", "Document or path")
        html.void(
          "input",
          [
            .set(.name, "path"), .value(address["path"] ?? ""), .flag(.required),
            .set(.placeholder, "screens/home"),
          ]
        )
      }
      for (name, label, example) in ExplainPage.fields {
        html.field(
          label,
          name,
          address[name] ?? "",
          [.set(.placeholder, example), .set(.size, "12")]
        )
      }
      if inspection.sites.count > 1 {
        html.choice(
          "Site",
          "site",
          inspection.sites.map { ($0, $0) },
          selected: address["site"] ?? ""
        )
      }
      html.button("Explain")
    }
    if let outcome = inspection.table(report, "explanation")?.records.first {
      html.section("The answer") { answer(outcome, &$0) }
    }
    html.tables(
      [.init(table: "steps", heading: "Steps", empty: "There is one body, for everybody.")],
      of: report,
      inspection,
      on: address
    )
  }

  private func answer(_ outcome: FigureTable.Record, _ html: inout HTMLWriter) {
    html.element("dl", [.class("facts")]) { html in
      for column in outcome.columns {
        let text = outcome[column.key].shown
        html.element("dt", [.title(column.help)], column.title)
        html.element("dd") { html in
          if column.key == "address" {
            let site = outcome.text("site")
            html.link(Address("/cache/lookup", ["url": text, "site": site]), text)
          } else {
            html.text(text)
          }
        }
      }
    }
  }
}
