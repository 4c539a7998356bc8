// SPDX-License-Identifier: Apache-2.0

import Measure

/// A page of the tables of one report, each under a heading.
struct ReportPage: Page {
  typealias Link = @Sendable (FigureTable.Record, ColumnKey) -> Address?
  /// The address behind a figure of a column that data names.
  typealias NameLink = @Sendable (FigureTable.Record, String) -> Address?

  /// One of the report's tables.
  struct Part: Sendable {
    let table: String
    let heading: String
    /// The text in place of an empty table.
    let empty: String
    let hidden: Set<ColumnKey>
    let link: Link
    let linkOfName: NameLink

    init(
      _ table: String,
      _ heading: String = "",
      empty: String = "",
      hidden: Set<ColumnKey> = [],
      link: @escaping Link = { _, _ in nil },
      linkOfName: @escaping NameLink = { _, _ in nil }
    ) {
      (self.table, self.heading, self.empty) = (table, heading, empty)
      (self.hidden, self.link, self.linkOfName) = (hidden, link, linkOfName)
    }
  }

  let title: String
  let chapter: Chapter
  let address: Address
  let report: Address
  let parts: [Part]
  var liveSeconds: Int?
  /// A sentence under the title.
  var lead = ""
  /// Whether the rows can be filtered by a text.
  var isFiltered = false
  /// Writes links to related pages under the title.
  var writesAbove: @Sendable (Address, inout HTMLWriter) -> Void = { _, _ in }

  var reports: [Address] { [report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    writesAbove(address, &html)
    if !lead.isEmpty { html.element("p", lead) }
    if isFiltered {
      html.query(address) { html in
        html.field("Containing", "filter", address["filter"] ?? "")
        html.button("Filter")
      }
    }
    html.tables(parts, of: report)
  }
}

extension HTMLWriter {
  /// Writes tables of a report, each under a heading; or the reason why there is no report.
  mutating func tables(_ parts: [ReportPage.Part], of report: Address) {
    if let refusal = inspection.refusal(of: report) { return self.refusal(refusal) }
    if let missing = inspection.table(report, FigureTable.silentNodes), inspection.isOfAllNodes {
      section("Nodes without an answer") { html in TableView(missing, empty: "").write(to: &html) }
    }
    for part in parts {
      guard let table = inspection.table(report, part.table) else { continue }
      section(part.heading) { html in
        var view = TableView(table, empty: part.empty)
        view.hidden = part.hidden
        if html.inspection.sites.count == 1 { view.hidden.insert(.site) }
        (view.link, view.linkOfName) = (part.link, part.linkOfName)
        if html.inspection.isOfAllNodes {
          view.link = { record, key in
            part.link(record, key)?.with(Address.node, record.text(.node))
          }
          view.linkOfName = { record, key in
            part.linkOfName(record, key)?.with(Address.node, record.text(.node))
          }
        }
        view.write(to: &html)
      }
    }
  }
}

/// The pages that consist of the tables of a report alone.
extension ReportPage {
  static func routes(_ address: Address) -> ReportPage {
    ReportPage(
      title: "Routes",
      chapter: .routes,
      address: address,
      report: Address(.routes).with("filter", address["filter"]),
      parts: [Part("routes", empty: "No route has this name.", link: RouteLines.link)],
      liveSeconds: 5,
      lead: "Every document, folder of documents and pass of the sites, with the last minute.",
      isFiltered: true,
      writesAbove: { _, html in
        html.element("p") { html in html.link(Address(.hints), "What visitors ask for next") }
      }
    )
  }

  static func differences(_ address: Address) -> ReportPage {
    let condition = address["q"] ?? ""
    return ReportPage(
      title: "What differs",
      chapter: .log,
      address: address,
      report: Address(.logDifferences).with(["q", "failed"], of: address),
      parts: [
        Part("compared"),
        Part(
          "differences",
          "What failed requests have, and others do not",
          empty: "No request failed, or the failed ones are like the others.",
          hidden: [.filter],
          link: { record, key in
            let has = record.text(.filter)
            return switch key {
            case .value: LogLink.events(condition, has)
            case .count: LogLink.events(condition, has, LogLink.unwell)
            default: nil
            }
          }
        ),
      ],
      lead:
        "Each value of the failed requests beside the others; the largest difference is nearest to the cause.",
      writesAbove: { address, html in
        html.query(address) { html in
          html.field("Requests", "q", address["q"] ?? "")
          html.field("Failed ones", "failed", address["failed"] ?? LogLink.unwell)
          html.button("Compare")
        }
      }
    )
  }

  static func hints(_ address: Address) -> ReportPage {
    ReportPage(
      title: "What visitors ask for next",
      chapter: .routes,
      address: address,
      report: Address(.hints),
      parts: [
        Part(
          "hints",
          empty:
            "Nothing is learned: no site declares hints, or nobody has asked for two documents.",
          link: { record, key in
            key == .route || key == .next
              ? PageLink.route("/" + record.text(key), site: record.text(.site)) : nil
          }
        ),
        Part(
          "settings",
          "Settings",
          empty: "No site declares hints; \"hints\" in Content/site.json5 does."
        ),
      ],
      lead: "Answers name what most visitors ask for next, so that apps fetch it ahead."
    )
  }

  static func backends(_ address: Address) -> ReportPage {
    ReportPage(
      title: "Backends",
      chapter: .backends,
      address: address,
      report: Verdict.backends,
      parts: [
        Part("backends", empty: BackendLines.none, link: BackendLines.link),
        Part(
          "outages",
          "Downtime and last errors",
          empty: BackendLines.none,
          link: BackendLines.linkOfOutage
        ),
        Part(
          "durations",
          "Connect, first byte, total",
          empty: BackendLines.none,
          link: BackendLines.linkOfDuration
        ),
      ],
      liveSeconds: 2,
      lead: "The services that are called, as all loops together know them."
    )
  }

  static func stats(_ address: Address) -> ReportPage {
    ReportPage(
      title: "Counters and gauges",
      chapter: .system,
      address: address,
      report: Address(.stats, ["usedonly": ""]).with("filter", address["filter"]),
      parts: [
        Part("stats", empty: "No counter of this name was used.") {
          record,
          key in key == .name ? HistoryPage.address(of: record.text(.name)) : nil
        }
      ],
      liveSeconds: 5,
      lead: "Everything that is counted, with its changes over three windows.",
      isFiltered: true
    )
  }

  static func nodes(_ address: Address) -> ReportPage {
    ReportPage(
      title: "Nodes",
      chapter: .system,
      address: address,
      report: Address(.nodes),
      parts: [
        Part("nodes", empty: "No site is served by a fleet."),
        Part("stores", "What they share", empty: "There is no fleet."),
      ],
      liveSeconds: 5,
      lead: "The nodes that publish and purge as one, as this node knows them."
    )
  }

  static func timers(_ address: Address) -> ReportPage {
    ReportPage(
      title: "Timers",
      chapter: .system,
      address: address,
      report: Address(.timers).with("filter", address["filter"])
        .with("window", address["window"]),
      parts: [
        Part("timers", empty: "Nothing of this name took time in the window.") {
          record,
          key in key == .name ? HistoryPage.address(of: record.text(.name)) : nil
        }
      ],
      liveSeconds: 5,
      lead:
        "Everything that takes time, over the last minute: add window=10s, 5m or 1h to the address.",
      isFiltered: true
    )
  }
}
