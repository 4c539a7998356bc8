// SPDX-License-Identifier: Apache-2.0

import Measure
import Monitor
import Signals

/// The caches: what they hold, what they did in the last hour, and what was purged.
struct CachePage: Page {
  let title = "Cache"
  let chapter = Chapter.cache
  let liveSeconds: Int? = 5
  let address: Address

  private static let cache = Address(.cache)
  static let contents = Address(.cacheContents)
  static let purges = Address(.purges)

  static let results = LastHour.report(of: MetricName.routeAnswers, by: "result")
  private static let bytes = LastHour.report(of: MetricName.cacheBytes, by: "")
  private static let removed = LastHour.report(of: MetricName.cacheRemoved, by: "reason")
  /// The most charts of one kind: those of the largest figures.
  private static let mostCharts = 4

  var reports: [Address] {
    [
      CachePage.cache, CachePage.contents, CachePage.purges, CachePage.results, CachePage.bytes,
      CachePage.removed,
    ]
  }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    CachePage.writeLinks(to: &html)
    html.tables(
      [.init("cache", empty: "There is no cache.", link: CachePage.link)],
      of: CachePage.cache
    )
    html.section("What does it have for a URL?") { LookupPage.form(address, &$0) }
    html.section("The last hour") { html in
      stack(inspection, &html)
      html.element("div", [.class("charts")]) { html in
        charts("Answers", CachePage.results, "rate", Figure.perSecond, inspection, &html)
        charts("Removed", CachePage.removed, "rate", Figure.perSecond, inspection, &html)
        charts("Bytes", CachePage.bytes, "last", { .bytes(Int64($0)) }, inspection, &html)
      }
    }
    contents(inspection, &html)
    html.section("Purge", for: .purge) { PurgeForm.write(to: &$0) }
    html.tables(
      [
        .init(
          "purges",
          "Purges",
          empty: "Nothing was purged; the form below or `portico purge` does it.",
          link: CachePage.purge
        )
      ],
      of: CachePage.purges
    )
  }

  /// A chart for each series of a report, the largest first.
  private func charts(
    _ title: String,
    _ report: Address,
    _ column: String,
    _ written: @escaping (Double) -> Figure,
    _ inspection: Inspection,
    _ html: inout HTMLWriter
  ) {
    guard let answer = inspection.history(report) else {
      return html.note(inspection.refusal(of: report) ?? "There is no history.")
    }
    let used = answer.lines
      .map { line in
        let lines = HistoryLines.lines(of: line, column)
        let name = (line.labels.first?.value).map { "\(title): \($0)" } ?? title
        return (name: name, lines: lines, sum: CachePage.sum(lines))
      }
      .filter { $0.sum > 0 }.sorted { $0.sum > $1.sum }
    for chart in used.prefix(CachePage.mostCharts) {
      LastHour(answer).chart(chart.name, chart.lines, written, to: &html)
    }
  }

  private static func sum(_ lines: [Chart.Line]) -> Double {
    lines.first { $0.kind == .now }?.points.reduce(0) { $0 + ($1.value ?? 0) } ?? 0
  }

  private static let link: ReportPage.Link = { record, key in
    let site = LogLink.of(site: record.text(.site))
    return switch key {
    case .stale: LogLink.events(site, "source = stale")
    case .misses: LogLink.events(site, "source = plan")
    case .purged: LogLink.events("event = purge")
    default: nil
    }
  }

  /// Links of a purge to its report, to the edges, and to what happened at one of them.
  static let purge: ReportPage.Link = { record, key in
    let purge = record.text(.purge)
    return switch key {
    case .purge: Address(.purges, below: purge)
    case .edge, .proven: EdgesPage.report
    case .edgeState: LogLink.events("event = edge_purge", "purge = \(LogLink.quoted(purge))")
    default: nil
    }
  }

  /// Links to the pages of the chapter.
  static func writeLinks(to html: inout HTMLWriter) {
    html.links([
      (Chapter.cache.address, "Cache"), (EdgesPage.report, "Edges"),
      (Address(.refreshes), "Refreshes"),
    ])
  }
}

/// The entries of the cache for a URL and a visitor.
struct LookupPage: Page {
  let title = "Cache lookup"
  let chapter = Chapter.cache
  let address: Address

  private static let names = ["url", "as", "accept", "encoding", "from", "site"]

  private var report: Address { Address(.cacheLookup).with(LookupPage.names, of: address) }

  var reports: [Address] { address["url"] == nil ? [] : [report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    LookupPage.form(address, &html)
    html.tables(
      [
        .init("lookup", empty: "There is nothing.") { record, key in
          key == .route && record.text(.part) == "answer"
            ? PageLink.route(
              "/" + record.text(.route).drop { $0 == "/" },
              site: record.text(.site)
            ) : nil
        }
      ],
      of: report
    )
  }

  static func form(_ address: Address, _ html: inout HTMLWriter) {
    html.query(Address(.cacheLookup)) { html in
      html.wideField(
        "URL or path",
        "url",
        [.value(address["url"] ?? ""), .flag(.required), .placeholder("/en/items")]
      )
      html.field("As visitor", "as", address["as"] ?? "", [.placeholder("fr-CA, device=phone")])
      html.site(of: address)
      html.button("Look up")
    }
  }
}
