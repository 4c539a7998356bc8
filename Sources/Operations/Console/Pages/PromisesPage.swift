// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Measure

/// The promises of the model: what is kept now and was kept in the last 30 days, and how much of the
/// error budgets is left.
struct PromisesPage: Page {
  let title = "Promises"
  let chapter = Chapter.promises
  let liveSeconds: Int? = 10
  let address: Address

  static let report = Address(.slo)

  /// The most promises that are shown.
  private static let most = 100

  var reports: [Address] { [PromisesPage.report] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    guard let promises = inspection.table(PromisesPage.report, "promises") else {
      return html.note(inspection.refusal(of: PromisesPage.report) ?? "There is no model.")
    }
    html.element("p", PromisesPage.lead(promises.records))
    var figures = view(of: promises, inspection)
    figures.hidden.formUnion([.days, .hours, .from])
    figures.write(to: &html)
    if !promises.rows.isEmpty {
      html.section("By day and by hour") { html in
        var ribbons = view(of: promises, inspection)
        ribbons.hidden.formUnion(promises.columns.compactMap(\.known))
        ribbons.hidden.subtract([.route, .promise, .kept])
        ribbons.pictures = PromisesPage.ribbons(now: inspection.now)
        ribbons.write(to: &html)
      }
    }
    html.tables(
      [
        .init(
          "breaches",
          "When they were broken",
          empty: "No ten minutes of the last 30 days broke a promise.",
          hidden: [.within],
          link: PromisesPage.linkOfBreach
        )
      ],
      of: PromisesPage.report
    )
    html.links([
      (Verdict.alerts, "The alerts of the last 30 days"),
      (Verdict.model, "The model that promises"),
    ])
  }

  private func view(of promises: FigureTable, _ inspection: Inspection) -> TableView {
    var view = TableView(
      promises,
      empty: "No route has had a request; any request to the visitors' listener counts."
    )
    if inspection.sites.count == 1 { view.hidden.insert(.site) }
    view.limit = PromisesPage.most
    view.link = PromisesPage.link
    return view
  }

  private static func ribbons(now: Int64) -> [TableView.Picture] {
    [
      .init(
        behind: .kept,
        title: "by day",
        help: "The last 30 days, of UTC. \(Ribbon.help)"
      ) { Ribbon($0, .days, seconds: 86_400, now: now).write(to: &$1) },
      .init(behind: .kept, title: "by hour", help: "The last 24 hours. \(Ribbon.help)") {
        Ribbon($0, .hours, seconds: 3_600, now: now).write(to: &$1)
      },
    ]
  }

  private static func lead(_ promises: [FigureTable.Record]) -> String {
    let broken = promises.count { $0.text(.state) == "broken" }
    let spent = promises.count { ($0.number(.budget) ?? 1) <= 0 }
    return
      "\(promises.count - broken) of \(promises.count) promises are kept now; "
      + (spent == 0 ? "every one" : "\(promises.count - spent)")
      + " has error budget left for its last 30 days."
  }

  /// The conditions for the requests that broke a promise.
  fileprivate static func bad(_ record: FigureTable.Record) -> [String] {
    let (site, label) = (record.text(.site), Verdict.label(of: record.text(.route)))
    return [
      LogLink.route(label, site: site),
      record[.within] == .none
        ? LogLink.failed : LogLink.later(than: record.number(.within)),
    ]
  }

  fileprivate static func log(_ conditions: [String]) -> Address {
    LogLink.events(conditions.filter { !$0.isEmpty }.joined(separator: " AND "))
  }

  private static let spans: [ColumnKey: String] = [
    .burn5m: "5m", .burn30m: "30m", .burn1h: "1h", .burn6h: "6h", .burn3d: "3d", .bad: "30d",
    .kept: "30d", .budget: "30d", .now: "1m",
  ]

  private static let link: ReportPage.Link = { record, key in
    if key == .route {
      return PageLink.route(Verdict.label(of: record.text(.route)), site: record.text(.site))
    }
    return spans[key].map { log(bad(record) + ["time > ago(\($0))"]) }
  }

  private static let linkOfBreach: ReportPage.Link = { record, key in
    if key == .route { return link(record, key) }
    guard [.from, .bad, .share].contains(key), let begin = UnixTime(record.text(.from)),
      let length = record.number(.for).flatMap({ Int64(exactly: $0) }), length > 0
    else { return nil }
    return log(bad(record) + [LogLink.during(begin.seconds..<begin.seconds + length)])
  }
}

/// The days or the hours of a promise, a sign for each, which its colour repeats.
private struct Ribbon {
  static let help =
    "● kept, ▲ kept, but broken in some ten minutes of it, ✕ broken, – no request, · not recorded."

  private let record: FigureTable.Record
  private let signs: String
  private let seconds: Int64
  /// The beginning of the first one.
  private let begin: Int64

  init(_ record: FigureTable.Record, _ key: ColumnKey, seconds: Int64, now: Int64) {
    (self.record, self.seconds) = (record, seconds)
    signs = record.text(key)
    begin = (now / seconds - Int64(signs.count) + 1) * seconds
  }

  func write(to html: inout HTMLWriter) {
    html.element("ol", [.class("ribbon"), .set(.aria, summary)]) { html in
      for (number, sign) in signs.enumerated() {
        let from = begin + Int64(number) * seconds
        let cell = Ribbon.cell(sign)
        let says = "\(time(from)): \(cell.word)"
        html.element("li", [.class(cell.name), .title(says)]) { html in
          guard cell.isLinked else { return html.text(cell.sign) }
          let events = [LogLink.during(from..<from + seconds)]
          html.link(
            PromisesPage.log(PromisesPage.bad(record) + events),
            cell.sign,
            [.set(.aria, says)]
          )
        }
      }
    }
  }

  /// A cell: its class, its sign and what that says.
  private static func cell(
    _ sign: Character
  ) -> (name: String, sign: String, word: String, isLinked: Bool) {
    switch sign {
    case "+": ("kept", "●", "kept", false)
    case "!": ("warn", "▲", "kept, but broken in some ten minutes", true)
    case "x": ("bad", "✕", "broken", true)
    case "-": ("", "–", "no request", false)
    default: ("", "·", "not recorded", false)
    }
  }

  private var summary: String {
    let counts = ["+", "!", "x"].map { sign in signs.count { "\($0)" == sign } }
    let unit = seconds == 3_600 ? "hours" : "days"
    return
      "Of \(signs.count) \(unit), \(counts[0]) kept, \(counts[1]) broken at times, \(counts[2]) broken"
  }

  /// A day, or an hour of it.
  private func time(_ from: Int64) -> String {
    String(
      "\(UnixTime(seconds: from))".replacing("T", with: " ").prefix(seconds == 3_600 ? 16 : 10)
    )
  }
}
