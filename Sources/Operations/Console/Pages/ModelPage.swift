// SPDX-License-Identifier: Apache-2.0

import FourM

/// The traffic beside its model: how much headroom each limit leaves, and traffic that the model
/// does not have.
struct ModelPage: Page {
  let title = "Model"
  let chapter = Chapter.model
  let liveSeconds: Int? = 5
  let address: Address

  var reports: [Address] { [Verdict.model] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    html.tables(
      [
        .init(table: "headroom", heading: "Headroom", empty: "Nothing is known of the limits."),
        .init(
          table: "limits",
          heading: "What can run out",
          empty: "Nothing is known.",
          link: WhatIfPage.limit
        ),
        .init(
          table: "routes",
          heading: "Routes beside the model",
          empty: "The model names no route.",
          link: WhatIfPage.route
        ),
        .init(table: "shares", heading: "Mix and hits", empty: "Too few requests."),
        .init(
          table: "calls",
          heading: "Calls to services",
          empty: "No service is called.",
          link: WhatIfPage.route
        ),
      ],
      of: Verdict.model,
      inspection,
      on: address
    )
    guard inspection.refusal(of: Verdict.model) == nil else { return }
    html.section("What if") { WhatIfPage.form(address, &$0) }
    html.section("For other programs") { html in
      html.element("ul") { html in
        for (path, text) in [
          ("/model/rules", "Recording and alerting rules for Prometheus"),
          ("/model/rules/test", "Their test for promtool"),
          ("/model/loadtest.js", "A load test for k6"),
          ("/model/dashboard.json", "A dashboard for Grafana"),
        ] {
          html.element("li") { $0.link(Address(path), text) }
        }
      }
    }
  }
}

/// The answer of the model to another load.
struct WhatIfPage: Page {
  let title = "What if"
  let chapter = Chapter.model
  let address: Address

  private static let names = ["of", "load", "hits", "without", "share", "instances"]

  private var report: Address { Address("/model/what-if").with(WhatIfPage.names, of: address) }

  var reports: [Address] { [report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    WhatIfPage.form(address, &html)
    html.tables(
      [
        .init(table: "whatIf", heading: "The answer", empty: "There is none."),
        .init(
          table: "limits",
          heading: "What can run out",
          empty: "Nothing is known.",
          link: WhatIfPage.limit
        ),
        .init(
          table: "promises",
          heading: "Promises",
          empty: "Nothing is promised.",
          link: WhatIfPage.place
        ),
        .init(
          table: "calls",
          heading: "Calls to services",
          empty: "No service is called.",
          link: WhatIfPage.place
        ),
      ],
      of: report,
      inspection,
      on: address
    )
  }

  static func form(_ address: Address, _ html: inout HTMLWriter) {
    html.query(Address("/model/what-if")) { html in
      html.choice(
        "Load",
        "of",
        [("live", "as now"), ("steady", "steady"), ("peak", "peak")],
        selected: address["of"] ?? "peak"
      )
      let number: [HTMLWriter.Attribute] = [
        .set(.type, "number"), .set(.min, "0"), .set(.step, "any"),
      ]
      html.field("Times", "load", address["load"] ?? "1", number)
      html.field("Hit ratio, 0 to 1", "hits", address["hits"] ?? "", number + [.set(.max, "1")])
      html.field("Without the service", "without", address["without"] ?? "")
      html.field("Instances", "instances", address["instances"] ?? "", number)
      html.button("Compute")
    }
  }

  /// The page of a route or of a service in a row.
  static let place: ReportPage.Link = { record, key in
    switch key {
    case "route":
      PageLink.route(Verdict.label(of: record.text("route")), site: record.text("site"))
    case "backend": PageLink.backend(record.text("backend"), site: record.text("site"))
    default: nil
    }
  }

  /// The page of a route or of a service in a row, and the log of the requests behind a figure.
  static let route: ReportPage.Link = { record, key in
    let (site, label) = (record.text("site"), Verdict.label(of: record.text("route")))
    let requests = LogLink.route(label, site: site)
    return switch key {
    case "rate" where record["backend"] != .none:
      LogLink.events(LogLink.backend(record.text("backend"), site: site), "time > ago(5m)")
    case "rate": LogLink.events(requests, LogLink.minute)
    case "latency":
      LogLink.events(requests, LogLink.minute, LogLink.slower(than: record.number(key)))
    case "late":
      LogLink.events(requests, LogLink.minute, LogLink.slower(than: record.number("within")))
    case "failed": LogLink.events(requests, LogLink.minute, LogLink.failed)
    default: place(record, key)
    }
  }

  static let limit: ReportPage.Link = { record, key in
    let name = record.text("limit")
    guard key == "limit", name.hasPrefix("backend ") else { return nil }
    return PageLink.backend(String(name.dropFirst("backend ".count)), site: record.text("site"))
  }
}
