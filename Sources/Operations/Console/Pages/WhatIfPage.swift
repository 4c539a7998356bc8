// SPDX-License-Identifier: Apache-2.0

import Measure

/// The answer of the model to another load.
struct WhatIfPage: Page {
  let title = "What if"
  let chapter = Chapter.model
  let address: Address

  private static let names = ["of", "load", "hits", "without", "share", "route", "instances"]
  /// The most flows and the most routes whose parts can be changed.
  static let mostOfMix = 20

  /// The report for what the form was filled in with; fields for parts of the mix have names of their own.
  private var report: Address {
    let ofMix = address.parameters.map(\.name).filter {
      $0.hasPrefix("share.") || $0.hasPrefix("route.")
    }
    return Address(.whatIf).with(WhatIfPage.names + ofMix, of: address)
  }

  var reports: [Address] { [report, Verdict.model] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    WhatIfPage.form(address, &html)
    html.tables(
      [
        .init("whatIf", "The answer", empty: "There is none."),
        .init("limits", "What can run out", empty: "Nothing is known.", link: WhatIfPage.limit),
        .init("promises", "Promises", empty: "Nothing is promised.", link: WhatIfPage.place),
        .init("calls", "Calls to services", empty: "No service is called.", link: WhatIfPage.place),
      ],
      of: report
    )
  }

  private static let number: [HTMLWriter.Attribute] = [
    .set(.type, "number"), .set(.min, "0"), .set(.step, "any"),
  ]

  static func form(_ address: Address, _ html: inout HTMLWriter) {
    html.query(Address(.whatIf)) { html in
      html.choice(
        "Load",
        "of",
        [("live", "as now"), ("steady", "steady"), ("peak", "peak")],
        selected: address["of"] ?? "peak"
      )
      html.field("Times", "load", address["load"] ?? "1", number)
      html.field("Hit ratio, 0 to 1", "hits", address["hits"] ?? "", number + [.set(.max, "1")])
      html.field("Without the service", "without", address["without"] ?? "")
      html.field("Instances", "instances", address["instances"] ?? "", number)
      html.button("Compute")
      mix(address, html.inspection, &html)
    }
  }

  /// The fields for the shares of flows and the factors of routes.
  private static func mix(_ address: Address, _ inspection: Inspection, _ html: inout HTMLWriter) {
    let flows = inspection.table(Verdict.model, "flows")?.records.prefix(mostOfMix) ?? []
    let routes = (inspection.table(Verdict.model, "routes")?.records ?? [])
      .filter { $0[.peak] != .none }.prefix(mostOfMix)
    guard !flows.isEmpty || !routes.isEmpty else { return }
    let isOpen = address.parameters.contains {
      ($0.name.hasPrefix("share.") || $0.name.hasPrefix("route.")) && !$0.value.isEmpty
    }
    html.element("details", [.flag(.open, if: isOpen)]) { html in
      html.element("summary", "Another mix of flows and routes")
      for flow in flows {
        let name = "share.\(flow.text(.flow))"
        html.field(
          "Share of \(flow.text(.flow)), now \(flow[.share].shown); 0 to 1, not of as now",
          name,
          address[name] ?? "",
          number + [.set(.max, "1")]
        )
      }
      for route in routes {
        let name = "route.\(route.text(.route))"
        html.field("Times \(route.text(.route))", name, address[name] ?? "", number)
      }
    }
  }

  /// The page of a route or of a service in a row.
  static let place: ReportPage.Link = { record, key in
    switch key {
    case .route: PageLink.route(Verdict.label(of: record.text(.route)), site: record.text(.site))
    case .backend: PageLink.backend(record.text(.backend), site: record.text(.site))
    default: nil
    }
  }

  /// The page of a route or of a service in a row, and the log of the requests behind a figure.
  static let route: ReportPage.Link = { record, key in
    let (site, label) = (record.text(.site), Verdict.label(of: record.text(.route)))
    let requests = LogLink.route(label, site: site)
    return switch key {
    case .rate where record[.backend] != .none:
      LogLink.events(LogLink.backend(record.text(.backend), site: site), "time > ago(5m)")
    case .rate: LogLink.events(requests, LogLink.minute)
    case .latency:
      LogLink.events(requests, LogLink.minute, LogLink.slower(than: record.number(key)))
    case .late:
      LogLink.events(requests, LogLink.minute, LogLink.slower(than: record.number(.within)))
    case .failed: LogLink.events(requests, LogLink.minute, LogLink.failed)
    default: place(record, key)
    }
  }

  static let limit: ReportPage.Link = { record, key in
    let name = record.text(.limit)
    guard key == .limit, name.hasPrefix("backend ") else { return nil }
    return PageLink.backend(String(name.dropFirst("backend ".count)), site: record.text(.site))
  }
}
