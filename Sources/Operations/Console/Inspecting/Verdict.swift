// SPDX-License-Identifier: Apache-2.0

import FourM

/// The verdict at the top of the console: whether the promises are kept, how much headroom there
/// is, and what changed.
struct Verdict {
  static let model = Address("/model")
  static let backends = Address("/backends")
  static let health = Address("/health", ["verbose": ""])
  static let alerts = Address("/alerts")
  static let changes = Address("/annotations", ["from": "-1d"])
  /// The reports that the verdict is made of.
  static let reports = [model, backends, health, alerts, changes]

  /// Something that is wrong, with the page that shows more.
  struct Trouble: Equatable {
    let tone: FigureTable.Tone
    let text: String
    let look: Address
  }

  let tone: FigureTable.Tone
  let headline: String
  let troubles: [Trouble]
  let headroom: String
  let lastChange: Annotation?

  init(_ inspection: Inspection) {
    let routes = inspection.table(Verdict.model, "routes")?.records ?? []
    let broken = routes.filter { $0.text("state") == "out_of_sla" }
    let promised = routes.filter { $0["within"] != .none }
    var troubles = broken.map { route in
      Trouble(
        tone: .failure,
        text: Verdict.breach(of: route),
        look: PageLink.route(Verdict.label(of: route.text("route")), site: route.text("site"))
      )
    }
    troubles += routes.filter { $0.text("state") == "above_peak" }.map { route in
      Trouble(
        tone: .failure,
        text:
          "\(route.text("route")) has \(route["rate"].shown), more than its peak \(route["peak"].shown)",
        look: PageLink.route(Verdict.label(of: route.text("route")), site: route.text("site"))
      )
    }
    troubles += Verdict.faults(in: inspection)
    troubles += Verdict.alerts(in: inspection, besides: broken.map { $0.text("route") })
    self.troubles =
      troubles.filter { $0.tone == .failure } + troubles.filter { $0.tone == .warning }
    tone = self.troubles.first?.tone ?? .usual
    headline =
      if !broken.isEmpty {
        broken.count == 1
          ? "Out of SLA: \(broken[0].text("route"))"
          : "Out of SLA: \(broken.count) of \(promised.count) routes"
      } else if promised.isEmpty {
        tone == .failure
          ? "Something fails"
          // A model without routes has not seen one second of traffic.
          : routes.isEmpty && !inspection.tables(Verdict.model).isEmpty
            ? "Nothing is judged yet" : "No promises are declared"
      } else {
        tone == .failure ? "In SLA, though something fails" : "In SLA"
      }
    headroom = Verdict.headroom(in: inspection)
    lastChange = inspection.annotations(Verdict.changes).last { $0.kind != "alert" }
  }

  private static func breach(of route: FigureTable.Record) -> String {
    let latency = "\(route["latency"].shown), promised \(route["within"].shown)"
    let failed = route.number("failed") ?? 0
    return
      "\(route.text("route")) is out of SLA: \(latency); \(Int(failed)) failed in the last minute"
  }

  /// The path of a route's name, which begins with its method.
  static func label(of name: String) -> String {
    String(name.drop { $0 != " " }.dropFirst())
  }

  private static func faults(in inspection: Inspection) -> [Trouble] {
    (inspection.table(health)?.records ?? []).filter { $0.tone != .usual }.map { check in
      let site = inspection.sites.count > 1 ? "\(check.text("site")): " : ""
      let name = check.text("check")
      let look =
        switch name {
        case "edition", "maintenance", "banner": Chapter.content.address
        case "history": Chapter.history.address
        case _ where name.hasPrefix("backend "):
          PageLink.backend(String(name.dropFirst("backend ".count)), site: check.text("site"))
        case _ where name.hasPrefix("before "): Address("/sync")
        case _ where name.hasPrefix("gateway "): Chapter.system.address
        default: Verdict.health
        }
      let reason = check.text("reason")
      let text = reason.hasPrefix(name) ? reason : "\(name): \(reason)"
      return Trouble(tone: check.tone, text: site + text, look: look)
    }
  }

  private static func alerts(in inspection: Inspection, besides routes: [String]) -> [Trouble] {
    let firing = (inspection.table(alerts, "alerts")?.records ?? []).filter {
      $0.text("state") == "firing" && $0["silenced"] == .none
    }
    guard !firing.isEmpty else { return [] }
    let isPage = firing.contains { $0.text("severity") == "page" }
    return [
      Trouble(
        tone: isPage ? .failure : .warning,
        text: firing.count == 1
          ? "an alert fires: \(firing[0].text("text"))" : "\(firing.count) alerts fire",
        look: Verdict.alerts
      )
    ]
  }

  private static func headroom(in inspection: Inspection) -> String {
    guard let row = inspection.table(model, "headroom")?.records.first else {
      return "Headroom unknown: no site has a model"
    }
    guard case .factor(let factor) = row["headroom"] else {
      let unknown = row.text("unknown")
      return "Headroom unknown" + (unknown.isEmpty ? "" : ": no figure for \(unknown)")
    }
    let basis = row.text("of") == "live" ? "the traffic now" : "the \(row.text("of")) traffic"
    return "Headroom \(Figure.factor(factor).shown) \(basis); first to give: \(row.text("limit"))"
  }
}
