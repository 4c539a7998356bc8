// SPDX-License-Identifier: Apache-2.0

import Measure

/// One record: its values, its history and links, and the forms that change it.
struct RecordPage: Page {
  private let id: String
  private let type: String
  private let address: Address

  init(_ id: String, of type: String, _ address: Address) {
    (self.id, self.type, self.address) = (id, type, address)
  }

  var title: String { id }
  var chapter: Chapter { .data }

  private var declaration: Address { Address(.data, below: type).with(["site"], of: address) }
  private var report: Address {
    Address(.records, below: "\(type)/\(id)").with(["site", "as"], of: address)
  }

  var reports: [Address] { [report, declaration] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    RecordPages.writeNames(address, to: &html)
    RecordPages.writeReader(address, to: &html)
    let site = address["site"]
    html.element("p") { html in
      html.link(Address(.data, below: type).with(["site", "as"], of: address), "All of \(type)")
      guard type == "users", inspection.refusal(of: report) == nil else { return }
      html.text(" · ")
      html.link(RecordPages.user(id, on: site), "The user's sessions and rights")
    }
    if let refusal = inspection.refusal(of: report) { return html.refusal(refusal) }
    html.tables(
      [
        .init("record"),
        .init("values", "Values", empty: "It has none."),
        .init("files", "Files", empty: "It has none.") { record, key in
          key == .attribute
            ? Address(.files, below: "\(type)/\(id)/\(record.text(.attribute))").with("site", site)
            : nil
        },
        .init("links", "Links", empty: "It has none.") { record, key in
          switch (key, record.text(.id), record.text(.filter)) {
          case (.id, let id, _) where !id.isEmpty:
            RecordPages.record(id, of: record.text(.type), on: site).with(["as"], of: address)
          case (.filter, _, let filter) where !filter.isEmpty:
            Address(.data, below: "\(record.text(.type))", ["filter": filter])
              .with(["site", "as"], of: address)
          default: nil
          }
        },
        .init("history", "History", empty: "Its changes are not among the newest ones of its zone.")
        { record, key in
          key == .author ? RecordPages.author(record.text(.author), on: site) : nil
        },
      ],
      of: report
    )
    if RecordPages.reader(address) == nil { forms(inspection, &html) }
  }

  private func forms(_ inspection: Inspection, _ html: inout HTMLWriter) {
    guard let record = inspection.table(report, "record")?.records.first else { return }
    func hide(_ html: inout HTMLWriter) {
      if let site = address["site"] { html.hidden("site", site) }
      html.hidden("type", type)
      html.hidden("id", id)
    }
    guard record.text(.state) == "live" else {
      return html.section("Bring it back", for: .undeleteRecord) { html in
        html.form(.undeleteRecord) { html in
          hide(&html)
          html.button("Preview")
        }
      }
    }
    html.section("Change", for: .changeRecord) { html in
      RecordForms.write(.changeRecord, declaration, of: type, address, to: &html) {
        html in
        html.hidden("id", id)
        html.hidden("version", record[.version].shown)
      } _: { name in
        inspection.table(report, "values")?.records
          .first { $0.text(.attribute) == name }?.text(.value) ?? ""
      }
    }
    html.section("Change one value", for: .operateRecord) { html in
      RecordForms.writeOperation(declaration, to: &html, hiding: hide)
    }
    let files = (inspection.table(report, "files")?.records ?? []).map { $0.text(.attribute) }
    if !files.isEmpty {
      html.section("Delete a file", for: .changeRecord) { html in
        for name in files {
          html.form(.changeRecord) { html in
            hide(&html)
            html.hidden("version", record[.version].shown)
            html.hidden(ConsoleAction.attributePrefix + name, "")
            html.element("p", name)
            html.button("Preview")
          }
        }
      }
    }
    html.section("Delete", for: .deleteRecord) { html in
      html.form(.deleteRecord) { html in
        hide(&html)
        html.button("Preview")
      }
    }
  }
}
