// SPDX-License-Identifier: Apache-2.0

import Measure

/// The traffic beside its model: how much headroom each limit leaves, the coming peaks, and traffic
/// that the model does not have.
struct ModelPage: Page {
  let title = "Model"
  let chapter = Chapter.model
  let liveSeconds: Int? = 5
  let address: Address

  var reports: [Address] { [Verdict.model] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    if let bottleneck = ModelPage.bottleneck(inspection) { html.element("p", bottleneck) }
    html.tables(
      [.init("headroom", "Headroom", empty: "Nothing is known of the limits.")],
      of: Verdict.model
    )
    guard inspection.refusal(of: Verdict.model) == nil else { return }
    limits(inspection, &html)
    html.section("The coming days") { forecast(inspection, &$0) }
    html.tables(
      [
        .init(
          "costs",
          "What requests cost",
          empty: "Nothing was measured: no minute of the last day used 5% of a core."
        ),
        .init(
          "busiest",
          "The busiest minutes",
          empty: "In no minute of the history was there a request that a promise is for."
        ),
        .init(
          "routes",
          "Routes beside the model",
          empty: "The model names no route.",
          link: WhatIfPage.route
        ),
        .init("shares", "Mix and hits", empty: "Too few requests."),
        .init("calls", "Calls to services", empty: "No service is called.", link: WhatIfPage.route),
        .init(
          "fanOut",
          "Calls for each request that needs services",
          empty: "No route calls a service.",
          link: { record, key in
            key == .route
              ? PageLink.route(Verdict.label(of: record.text(key)), site: record.text(.site))
              : key == .backend
                ? PageLink.backend(record.text(key), site: record.text(.site)) : nil
          }
        ),
        .init(
          "flows",
          "Flows",
          empty: "The model has no flows; \"flows\" in its file declares them."
        ),
      ],
      of: Verdict.model
    )
    html.section("What if") { WhatIfPage.form(address, &$0) }
    html.section("For other programs") { html in
      html.element("ul") { html in
        for (path, text) in [
          (OperatorPath.modelRules, "Recording and alerting rules for Prometheus"),
          (.modelRulesTest, "Their test for promtool"),
          (.modelLoadTest, "A load test for k6"),
          (.modelDashboard, "A dashboard for Grafana"),
        ] {
          html.element("li") { $0.link(Address(path), text) }
        }
      }
    }
  }

  /// The limit that is reached first, in words; `nil` where none has a figure.
  private static func bottleneck(_ inspection: Inspection) -> String? {
    guard let row = inspection.table(Verdict.model, "headroom")?.records.first,
      let factor = row.number(.headroom)
    else { return nil }
    let name = row.text(.limit)
    let limit = inspection.table(Verdict.model, "limits")?.records.first {
      $0.text(.limit) == name
    }
    let load = row.text(.of) == "live" ? "the traffic now" : "the \(row.text(.of)) traffic"
    let used = limit.map {
      ", of which \($0[.used].shown) is used and \($0[.usable].shown) may be"
    }
    return
      "The bottleneck is \(name)\(used ?? ""): \(Figure.factor(factor).shown) \(load) fits, "
      + "\(row[.sustainable].shown) of this mix."
  }

  private func limits(_ inspection: Inspection, _ html: inout HTMLWriter) {
    guard let table = inspection.table(Verdict.model, "limits") else { return }
    let bottleneck = inspection.table(Verdict.model, "headroom")?.records.first?.text(.limit)
    html.section("What can run out") { html in
      var view = TableView(table, empty: "Nothing is known.")
      if inspection.sites.count == 1 { view.hidden = [.site] }
      view.link = WhatIfPage.limit
      view.pictures = [
        .init(
          behind: .amount,
          title: "use",
          help: "The used share as a bar; the stroke is the share that may be used. "
            + "The bottleneck, which is reached first, is named."
        ) { record, html in
          guard let used = record.number(.used), let usable = record.number(.usable) else {
            return html.text("–")
          }
          let says = "\(Figure.share(used).shown) used, \(Figure.share(usable).shown) may be"
          html.load(used, steady: usable, peak: 1, says: says)
          if record.text(.limit) == bottleneck { html.element("small", "bottleneck") }
        }
      ]
      view.write(to: &html)
    }
  }

  private func forecast(_ inspection: Inspection, _ html: inout HTMLWriter) {
    guard let table = inspection.table(Verdict.model, "forecast"), let next = table.records.first,
      let highest = table.records.max(by: { ($0.number(.rate) ?? 0) < ($1.number(.rate) ?? 0) })
    else {
      return html.note(
        "Not enough data: a forecast needs about 18 whole days of the last four weeks in the history."
      )
    }
    html.element(
      "p",
      "Next peak: \(ModelPage.peak(next)). The highest of these days: \(ModelPage.peak(highest))."
    )
    TableView(table, empty: "").write(to: &html)
  }

  private static func peak(_ day: FigureTable.Record) -> String {
    let share = day[.used] == .none ? "" : ", \(day[.used].shown) of what fits"
    return
      "\(day.text(.weekday)) \(day.text(.day)) at \(day.text(.hour)) UTC, "
      + "\(day[.rate].shown)\(share)"
  }
}
