// SPDX-License-Identifier: Apache-2.0

import Measure

/// The records of one type with a filter, its declaration, and the forms that add to both.
struct TypePage: Page {
  private let name: String
  private let address: Address

  init(_ name: String, _ address: Address) { (self.name, self.address) = (name, address) }

  var title: String { name }
  var chapter: Chapter { .data }

  private var declaration: Address { Address(.data, below: name).with(["site"], of: address) }
  private var list: Address {
    Address(.records, below: name).with(["filter", "order", "page", "site", "as"], of: address)
      .with("fields", fields.isEmpty ? nil : fields.joined(separator: ","))
  }

  /// The attributes that are shown; none for the first ones.
  private var fields: [String] {
    address.parameters.filter { $0.name == "fields" && !$0.value.isEmpty }
      .flatMap { $0.value.split(separator: ",").map(String.init) }
  }

  var reports: [Address] { [declaration, list] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    RecordPages.writeNames(address, to: &html)
    RecordPages.writeReader(address, to: &html)
    if let refusal = inspection.refusal(of: declaration) { return html.refusal(refusal) }
    html.section("Records") { records(inspection, &$0) }
    html.tables(
      [
        .init("type", "The type"),
        .init("attributes", "Attributes", empty: "It declares none; the forms below add some."),
        .init("rights", "Who may do what"),
      ],
      of: declaration
    )
    guard RecordPages.reader(address) == nil else { return }
    html.section("New record", for: .createRecord) { html in
      RecordForms.write(.createRecord, declaration, of: name, address, to: &html)
    }
    html.section("New attribute", for: .addAttribute) { html in
      RecordForms.writeAttribute(of: name, address, to: &html)
    }
    html.section("Declaration", for: .changeType) { html in
      let lines = inspection.table(declaration, "declaration")?.records ?? []
      let fingerprint = inspection.table(declaration, "type")?.records.first?.text(.fingerprint)
      html.element(
        "p",
        "Attributes with their settings, rules and flags. The change is tried before anything happens."
          + " The values of an attribute that is removed here are kept."
      )
      RecordForms.writeDeclaration(
        lines.map { $0.text(.text) }.joined(separator: "\n"),
        of: name,
        on: address["site"],
        knowing: fingerprint ?? "",
        to: &html
      )
    }
    html.section("Remove the type", for: .removeType) { html in
      let fingerprint = inspection.table(declaration, "type")?.records.first?.text(.fingerprint)
      html.element(
        "p",
        "With all its records, deleted ones too, their grants and their files. The next page counts them."
      )
      html.form(.removeType) { html in
        if let site = address["site"] { html.hidden("site", site) }
        html.hidden("type", name)
        html.hidden("known", fingerprint ?? "")
        html.button("Preview")
      }
    }
  }

  /// Writes the choice of the attributes that are shown.
  private func choice(of attributes: [FigureTable.Record], _ html: inout HTMLWriter) {
    guard !attributes.isEmpty else { return }
    html.element("details", [.class("wide"), .flag(.open, if: !fields.isEmpty)]) { html in
      html.element("summary", "Attributes to show")
      for name in attributes.map({ $0.text(.attribute) }) {
        html.element("label", [.class("box")]) { html in
          html.void(
            "input",
            [
              .set(.type, "checkbox"), .set(.name, "fields"), .value(name),
              .flag(.checked, if: fields.contains(name)),
            ]
          )
          html.text(" \(name)")
        }
      }
    }
  }

  private func records(_ inspection: Inspection, _ html: inout HTMLWriter) {
    html.query(Address(.data, below: name)) { html in
      if let user = RecordPages.reader(address) { html.hidden("as", user) }
      RecordPages.writeFilter(address, example: "name = \"Jo*\" AND _updated > ago(1h)", to: &html)
      html.field(
        "Order",
        "order",
        address["order"] ?? "",
        [.placeholder("name, price desc"), .set(.size, "18")]
      )
      html.button("Show")
      choice(of: inspection.table(declaration, "attributes")?.records ?? [], &html)
    }
    if let refusal = inspection.refusal(of: list) { return html.refusal(refusal) }
    if let table = inspection.table(list, "records") {
      // Only a part of the records is here, so that sorting them would mislead.
      var view = TableView(table, empty: "No record matches.", isSortable: false)
      view.link = { [name, address] record, key in
        key == .uuid
          ? RecordPages.record(record.text(.uuid), of: name, on: address["site"])
            .with(["as"], of: address) : nil
      }
      view.write(to: &html)
    }
    guard let place = inspection.table(list, "page")?.records.first else { return }
    html.element("p", [.class("note")]) { html in
      if let total = place.number(.total) {
        let more = place.text(.exact) == "yes" ? "" : " or more"
        html.text(total == 1 ? "1 record" : "\(Int64(total))\(more) records")
      }
      if !place.text(.next).isEmpty {
        html.text(" · ")
        html.link(address.with("page", place.text(.next)), "Next page")
      }
    }
  }
}
