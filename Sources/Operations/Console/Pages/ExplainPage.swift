// SPDX-License-Identifier: Apache-2.0

import Measure

/// The page that explains which answer a visitor gets for a document, step by step, and shows the answer: its
/// header fields, and its body as JSON, as a property list and as a card.
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
    Address(.explain).with(["path", "site"] + ExplainPage.fields.map(\.0), of: address)
  }

  var reports: [Address] { address["path"] == nil ? [] : [report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    html.element("p", "What a visitor gets for a document of the served edition, and why.")
    form(&html)
    if let refusal = inspection.refusal(of: report) { return html.refusal(refusal) }
    guard let outcome = inspection.table(report, "explanation")?.records.first else { return }
    html.section("The answer") { html in
      facts(outcome, &html)
      if let answer = inspection.table(report, "answer")?.records.first { facts(answer, &html) }
    }
    tables(
      [
        .init("languages", "Languages", empty: "The visitor wants none."),
        .init("steps", "Steps", empty: "There is one body, for everybody."),
        .init("fields", "Header fields", empty: ExplainPage.unknown),
      ],
      &html
    )
    if let calls = inspection.table(report, "calls"), !calls.rows.isEmpty {
      tables([.init("calls", "Calls")], &html)
    }
    html.section("The body") { body(inspection, &$0) }
  }

  private static let unknown = "The answer is not known."

  private func tables(_ sections: [ReportPage.Part], _ html: inout HTMLWriter) {
    html.tables(sections, of: report)
  }

  private func form(_ html: inout HTMLWriter) {
    html.query(Address(.explain)) { html in
      html.wideField(
        "Document, path or URL",
        "path",
        [.value(address["path"] ?? ""), .flag(.required), .placeholder("screens/home")]
      )
      for (name, label, example) in ExplainPage.fields {
        html.field(label, name, address[name] ?? "", [.placeholder(example), .set(.size, "12")])
      }
      html.site(of: address)
      html.button("Explain")
    }
  }

  private func facts(_ record: FigureTable.Record, _ html: inout HTMLWriter) {
    html.element("dl", [.class("facts")]) { html in
      for (column, figure) in zip(record.columns, record.row.figures) {
        let text = figure.shown
        html.element("dt", [.title(column.help)], column.title)
        html.element("dd") { html in
          if column.known == .address {
            let site = record.text(.site)
            html.link(Address(.cacheLookup, ["url": text, "site": site]), text)
          } else {
            html.text(text)
          }
        }
      }
    }
  }

  // MARK: the body

  private func body(_ inspection: Inspection, _ html: inout HTMLWriter) {
    let lines = inspection.table(report, "body")?.records ?? []
    guard !lines.isEmpty else { return html.note(ExplainPage.unknown) }
    if let card = inspection.table(report, "card") { write(card: card.records, &html) }
    for (format, name) in [("json", "As JSON"), ("plist", "As a property list")] {
      let text = lines.filter { $0.text(.format) == format }.map { $0.text(.line) }
      guard !text.isEmpty else { continue }
      html.element("details", [.flag(.open, if: format == "json")]) { html in
        html.element("summary", name)
        html.element(
          "pre",
          [.class("body"), .set(.tabindex, "0"), .set(.role, "region"), .set(.aria, name)],
          text.joined(separator: "\n")
        )
      }
    }
  }

  /// The parts of the body that an app might show. Addresses are texts: nothing is loaded from them.
  private func write(card parts: [FigureTable.Record], _ html: inout HTMLWriter) {
    guard !parts.isEmpty else {
      return html.note("The body has no title, text, image or link by a usual name.")
    }
    func values(_ part: String) -> [FigureTable.Record] { parts.filter { $0.text(.part) == part } }
    html.element("article", [.class("card"), .set(.aria, "As a card")]) { html in
      for title in values("title") { html.element("h3", title.text(.value)) }
      for image in values("image") {
        html.element("p", [.class("picture"), .title(image.text(.where))]) { html in
          html.text("Image ")
          html.element("code", image.text(.value))
        }
      }
      for text in values("text") { html.element("p", text.text(.value)) }
      let links = values("link")
      if !links.isEmpty {
        html.element("ul") { html in
          for link in links {
            html.element("li") { html in
              html.element("span", link.text(.where))
              html.text(" ")
              html.element("code", link.text(.value))
            }
          }
        }
      }
    }
  }
}
