// SPDX-License-Identifier: Apache-2.0

import Measure

/// All orders that operators give, each with a form of its members.
struct OrdersPage: Page {
  static let report = Address(.orders)

  let title = "Orders"
  let chapter = Chapter.system
  let address: Address

  var reports: [Address] { [OrdersPage.report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    html.element(
      "p",
      "Each is previewed before it is given. `portico order NAME KEY=VALUE` gives the same from a terminal."
    )
    let keys = inspection.table(OrdersPage.report, "keys")?.records ?? []
    for order in inspection.table(OrdersPage.report, "orders")?.records ?? [] {
      let name = order.text(.order)
      html.section(name) { html in
        html.element("p", "\(order.text(.does)) Role: \(order.text(.role)).")
        guard inspection.reader.actions.contains(.give) else { return }
        html.form(.give) { html in
          html.hidden("order", name)
          for key in keys where key.text(.order) == name { write(key, to: &html) }
          html.button("Preview")
        }
      }
    }
  }

  private func write(_ key: FigureTable.Record, to html: inout HTMLWriter) {
    let (name, kind) = (key.text(.key), key.text(.kind))
    let isNeeded = key.text(.needed) == "yes"
    let label = "\(name): \(key.text(.meaning))"
    let none = isNeeded ? [] : [(value: "", text: "not given")]
    func choose(_ words: [String]) {
      html.choice(label, name, none + words.map { ($0, $0) }, selected: "")
    }
    switch kind {
    case "flag": choose(["true", "false"])
    case "text" where name == "site" && html.inspection.sites.count > 1:
      choose(html.inspection.sites)
    case "text", "number", "list":
      html.field(
        label,
        name,
        "",
        [
          .placeholder(key.text(.example)), .set(.maxlength, "4096"),
          .flag(.required, if: isNeeded),
        ]
      )
    default: choose(kind.split(separator: ", ").map(String.init))
    }
  }
}
