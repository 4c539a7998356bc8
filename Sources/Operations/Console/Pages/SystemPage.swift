// SPDX-License-Identifier: Apache-2.0

import Measure

/// The process: its health, resources, loops, threads and options.
struct SystemPage: Page {
  let title = "System"
  let chapter = Chapter.system
  let liveSeconds: Int? = 5
  let address: Address

  private static let runtime = Address(.runtime)
  private static let store = Address(.store)

  private var configuration: Address { Address(.configParts).with(["compare"], of: address) }

  var reports: [Address] { [SystemPage.runtime, SystemPage.store, Verdict.health, configuration] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    html.links([
      (Address(.stats), "Counters and gauges"), (Address(.timers), "Timers"),
      (Address(.nodes), "Nodes"), (OrdersPage.report, "Orders"),
      (Address(.config), "Configuration as JSON"),
      (Address(.metrics), "Metrics for Prometheus"),
    ])
    html.tables(
      [.init("health", "Health", empty: "Nothing was checked.", link: look)],
      of: Verdict.health
    )
    html.tables(
      [
        .init("process", "Process", empty: "The process cannot be read."),
        .init("loops", "Event loops", empty: "There is no loop."),
      ],
      of: SystemPage.runtime
    )
    html.tables(
      [
        .init(
          "store",
          "Store of the records",
          empty: "No site has records; \"resources\" in Content/site.json5 declares some."
        ), .init("statements", "Slow reads of the store", empty: "No read was slow."),
        .init(
          "backups",
          "Backups",
          empty: "No state folder was copied yet; `portico backup` does it."
        ),
      ],
      of: SystemPage.store
    )
    html.section("Configuration") { configuration(inspection, &$0) }
    html.section("Options") { options(inspection, &$0) }
    folded("threads", "Threads", &html)
    html.section("Drain", for: .drain) { InstanceForms.writeDrain(inspection, to: &$0) }
    html.section("Level of the log", for: .logLevel) { InstanceForms.writeLevel(to: &$0) }
  }

  /// The parts of the configuration, and a form that compares them with another gateway's.
  private func configuration(_ inspection: Inspection, _ html: inout HTMLWriter) {
    guard let table = inspection.table(configuration, "configuration") else {
      return html.note(inspection.refusal(of: configuration) ?? "It is not known.")
    }
    if let compared = inspection.table(configuration, "comparison") {
      let others = compared.records.count { $0.tone != .usual }
      html.element("p") { html in
        html.mark(others == 0 ? .usual : .warning, always: true)
        html.text(
          others == 0
            ? "The other gateway runs the same."
            : "\(others) of \(compared.rows.count) parts differ."
        )
      }
      TableView(compared, empty: "The text has no fingerprint.").write(to: &html)
    }
    if let gateways = inspection.table(configuration, "gateways") {
      TableView(
        gateways,
        empty: "No other gateway is declared; `portico serve --gateway` names them."
      ).write(to: &html)
    }
    TableView(table, empty: "Nothing is configured.").write(to: &html)
    let own = inspection.table(configuration, "fingerprint")?.records.first?.text(.fingerprint)
    html.element("p", "The fingerprint of this gateway:")
    html.element("pre", own ?? "")
    html.query(Address(.runtime)) { html in
      html.field(
        "Fingerprint of another gateway",
        "compare",
        address["compare"] ?? "",
        [.set(.autocomplete, "off"), .set(.size, "40")]
      )
      html.button("Compare")
    }
  }

  /// The options that somebody gave, and folded away those that nobody did.
  private func options(_ inspection: Inspection, _ html: inout HTMLWriter) {
    guard let all = inspection.table(SystemPage.runtime, "options") else { return }
    TableView(all.only { $0.text(.origin) != "default" }, empty: "Every option has its default.")
      .write(to: &html)
    html.element("details", [.class("help")]) { html in
      html.element("summary", "Options with their defaults")
      TableView(all.only { $0.text(.origin) == "default" }, empty: "None.").write(to: &html)
    }
  }

  private func folded(_ table: String, _ heading: String, _ html: inout HTMLWriter) {
    guard let table = html.inspection.table(SystemPage.runtime, table) else { return }
    html.element("details", [.class("help")]) { html in
      html.element("summary", heading)
      TableView(table, empty: "They cannot be read.").write(to: &html)
    }
  }

  private var look: ReportPage.Link {
    { record, key in
      let check = record.text(.check)
      guard key == .check else { return nil }
      if check.hasPrefix("backend ") {
        return PageLink.backend(
          String(check.dropFirst("backend ".count)),
          site: record.text(.site)
        )
      }
      if check.hasPrefix("gateway ") { return configuration }
      return check == "edition" ? Chapter.content.address : nil
    }
  }
}
