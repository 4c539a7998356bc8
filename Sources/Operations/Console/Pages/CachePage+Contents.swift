// SPDX-License-Identifier: Apache-2.0

import Measure
import Monitor

/// Pictures and tables of the contents of caches and of their part in answers.
extension CachePage {
  /// The answers that caches have to do with, by how they had them, the best below.
  func stack(_ inspection: Inspection, _ html: inout HTMLWriter) {
    guard let answer = inspection.history(CachePage.results) else { return }
    let lines = HistoryLines(answer)
    let layers = CachePage.layers.map { result, name in
      let rates = lines.rates { $0.contains { $0.name == "result" && $0.value == result } }
      return StackedChart.Layer(name: name, points: rates.first { $0.kind == .now }?.points ?? [])
    }
    StackedChart(
      title: "Answers by the cache's part in them",
      from: lines.from,
      to: lines.to,
      layers: layers,
      annotations: answer.annotations,
      written: Figure.perSecond
    ).write(to: &html)
  }

  private static let layers = [
    ("hit", "hit"), ("collapsed", "collapsed into another request's fetch"),
    ("stale", "stale, while refreshed"), ("stale_error", "stale, since refreshing failed"),
    ("miss", "miss"), ("bypass", "passed on uncached"),
  ]

  /// The contents of the caches, from a sample of their entries.
  func contents(_ inspection: Inspection, _ html: inout HTMLWriter) {
    let report = CachePage.contents
    html.section("What is kept") { html in
      let samples = inspection.table(report, "sample")?.records ?? []
      for sample in samples where sample.text(.sample) != "all" {
        html.note(
          "\(sample.text(.site)): a sample of \(sample[.looked].shown) of \(sample[.all].shown) entries."
        )
      }
      let lifetimes = inspection.table(report, "lifetimes")?.records ?? []
      for site in inspection.sites {
        let title = inspection.sites.count > 1 ? "Entries of \(site)" : "Entries"
        let own = lifetimes.filter { $0.text(.site) == site }
        Histogram("\(title) that become stale within", own, .entries) { record in
          Histogram.name(of: record[.within])
        }.write(to: &html)
      }
    }
    html.tables(CachePage.kept, of: report)
  }

  private static let kept: [ReportPage.Part] = [
    .init("lifetimes", empty: "Nothing is kept."),
    .init(
      "variants",
      "Kept in many variants",
      empty: "Nothing is kept in unusually many variants.",
      link: CachePage.subject
    ),
    .init(
      "fetched",
      "Fetched most often",
      empty: "No key was stored twice.",
      link: CachePage.subject
    ),
    .init("largest", "Largest", empty: "Nothing is kept.", link: CachePage.subject),
  ]

  private static let subject: ReportPage.Link = { record, key in
    let (name, site) = (record.text(.name), record.text(.site))
    return switch key {
    case .name where record.text(.kind) != "fragment":
      Address(.cacheLookup, ["url": name, "site": site])
    case .route: PageLink.route("/" + record.text(.route).drop { $0 == "/" }, site: site)
    default: nil
    }
  }
}
