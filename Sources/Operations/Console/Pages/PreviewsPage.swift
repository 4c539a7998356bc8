// SPDX-License-Identifier: Apache-2.0

import Measure

/// The previews of drafts: those that are not over with link, QR code and a way to end them, and the form that begins
/// one.
struct PreviewsPage: Page {
  static let report = Address(.previews)

  let title = "Previews"
  let chapter = Chapter.content
  let address: Address

  var reports: [Address] { [PreviewsPage.report, ContentPage.report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    html.element(
      "p",
      "Drafts that are shown on devices, to whoever opens their links. Nothing of them is kept by a CDN or counts in metrics."
    )
    guard let previews = inspection.table(PreviewsPage.report, "previews") else {
      return html.note(inspection.refusal(of: PreviewsPage.report) ?? "There is no preview.")
    }
    var view = TableView(
      previews,
      empty: "No draft is shown. The form below or `portico preview` shows one."
    )
    view.hidden = inspection.sites.count == 1 ? [.site, .link] : [.link]
    view.write(to: &html)
    for record in previews.records { write(record, to: &html) }
    html.section("Show a draft", for: .startPreview) { html in
      for site in inspection.sites { PreviewForm.write(site, to: &html) }
    }
  }

  private func write(_ record: FigureTable.Record, to html: inout HTMLWriter) {
    let (id, link) = (record.text(.id), record.text(.link))
    guard !link.isEmpty else { return }
    html.section("Preview \(id)") { html in
      html.element("p") { html in html.element("code", link) }
      html.void(
        "img",
        [
          .source(Address(.previews, below: "\(id).svg")), .set(.aria, "QR code of the link"),
          .set(.width, "240"), .set(.height, "240"),
        ]
      )
      html.section("", for: .revokePreview) { html in
        html.form(.revokePreview) { html in
          html.hidden("preview", id)
          html.button("Revoke")
        }
      }
    }
  }
}

/// The form that shows a draft.
enum PreviewForm {
  private static let spans = [
    ("2h", "2 hours"), ("1d", "1 day"), ("7d", "7 days"), ("30d", "30 days"),
  ]

  static func write(_ site: String, to html: inout HTMLWriter) {
    html.editionForm(.startPreview, of: site) { html in
      field("Languages", "languages", "fr, de", &html)
      field("Country", "country", "CH", &html)
      field("Device", "device", "phone", &html)
      field("App version", "version", "2.3", &html)
      field("Arms of experiments", "arms", "checkout/b", &html)
      field("As of", "at", "2026-12-24T18:00Z", &html)
      html.choice("For", "for", spans, selected: "1d")
    }
  }

  private static func field(
    _ title: String,
    _ name: String,
    _ example: String,
    _ html: inout HTMLWriter
  ) {
    html.field(title, name, "", [.set(.maxlength, "400"), .placeholder(example)])
  }
}
