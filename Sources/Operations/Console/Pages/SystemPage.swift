// SPDX-License-Identifier: Apache-2.0

import FourM

/// The process: its health, resources, loops, threads and options.
struct SystemPage: Page {
  let title = "System"
  let chapter = Chapter.system
  let liveSeconds: Int? = 5
  let address: Address

  private static let runtime = Address("/runtime")

  var reports: [Address] { [SystemPage.runtime, Verdict.health] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    html.element("p") { html in
      html.link(Address("/stats"), "Counters and gauges")
      html.text(" · ")
      html.link(Address("/timers"), "Timers")
      html.text(" · ")
      html.link(Address("/config"), "Configuration as JSON")
      html.text(" · ")
      html.link(Address("/metrics"), "Metrics for Prometheus")
    }
    html.tables(
      [.init(table: "health", heading: "Health", empty: "Nothing was checked.", link: look)],
      of: Verdict.health,
      inspection,
      on: address
    )
    html.tables(
      [
        .init(table: "process", heading: "Process", empty: "The process cannot be read."),
        .init(table: "loops", heading: "Event loops", empty: "There is no loop."),
        .init(table: "threads", heading: "Threads", empty: "The threads cannot be read."),
        .init(table: "options", heading: "Options", empty: "There are no options."),
      ],
      of: SystemPage.runtime,
      inspection,
      on: address
    )
    html.section("Drain", for: .drain, inspection) {
      InstanceForms.writeDrain(inspection, to: &$0)
    }
    html.section("Level of the log", for: .logLevel, inspection) {
      InstanceForms.writeLevel(inspection, to: &$0)
    }
  }

  private var look: ReportPage.Link {
    { record, key in
      let check = record.text("check")
      guard key == "check" else { return nil }
      if check.hasPrefix("backend ") {
        return PageLink.backend(
          String(check.dropFirst("backend ".count)),
          site: record.text("site")
        )
      }
      return check == "edition" ? Chapter.content.address : nil
    }
  }
}
