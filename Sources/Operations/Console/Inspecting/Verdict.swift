// SPDX-License-Identifier: Apache-2.0

package import Measure
package import Monitor

/// The verdict at the top of the console: whether the promises are kept, which service is to blame, how much
/// headroom there is, and what changed.
package struct Verdict {
  package static let model = Address(.model)
  package static let backends = Address(.backends)
  package static let health = Address(.health, ["verbose": ""])
  package static let alerts = Address(.alerts)
  package static let changes = Address(.annotations, ["from": "-1d"])
  /// The reports that the verdict is made of.
  package static let reports = [model, backends, health, alerts, changes]

  /// Something that is wrong, with the page that shows more.
  package struct Trouble: Equatable {
    package let tone: FigureTable.Tone
    package let text: String
    package let look: Address
    /// The events that show it.
    package var evidence: Address?
  }

  package let tone: FigureTable.Tone
  package let headline: String
  package let troubles: [Trouble]
  package let headroom: String
  package let lastChange: Annotation?

  package init(_ inspection: Inspection) {
    let routes = inspection.table(Verdict.model, "routes")?.records ?? []
    let broken = routes.filter { $0.text(.state) == "out_of_sla" }
    let promised = routes.filter { $0[.within] != .none }
    let checks = (inspection.table(Verdict.health)?.records ?? []).filter { $0.tone != .usual }
    let failing = checks.filter { $0.tone == .failure && $0.text(.check).hasPrefix(Verdict.route) }
    // Where routes fail, only a service that they call is to blame.
    let blamed = Set(
      failing.flatMap { route in
        route.text(.suspects).split(separator: " ").map {
          Name(site: route.text(.site), check: Verdict.service + $0)
        }
      }
    )
    let isBroken = !broken.isEmpty || !failing.isEmpty
    let isSuspected = { (check: FigureTable.Record) in
      isBroken
        ? blamed.contains(Name(check))
        : check.tone == .failure && check.text(.check).hasPrefix(Verdict.service)
    }
    let suspects = checks.filter(isSuspected)
    var troubles = broken.map { route in
      let (site, label) = (route.text(.site), Verdict.label(of: route.text(.route)))
      return Trouble(
        tone: .failure,
        text: Verdict.breach(of: route, Verdict.check(of: route, in: inspection)),
        look: PageLink.route(label, site: site),
        evidence: LogLink.differences(of: LogLink.route(label, site: site), site: site)
      )
    }
    troubles += routes.filter { $0.text(.state) == "above_peak" }.map { route in
      Trouble(
        tone: .failure,
        text:
          "\(route.text(.route)) has \(route[.rate].shown), more than its peak \(route[.peak].shown)",
        look: PageLink.route(Verdict.label(of: route.text(.route)), site: route.text(.site))
      )
    }
    let named = Set(
      broken.map { Name(site: $0.text(.site), check: Verdict.route + $0.text(.route)) }
    )
    troubles += checks.filter { !named.contains(Name($0)) && !isSuspected($0) }
      .map { Verdict.trouble($0, in: inspection) }
    troubles += Verdict.alerts(in: inspection)
    let first = suspects.map { Verdict.trouble($0, in: inspection) }
    self.troubles =
      first + troubles.filter { $0.tone == .failure } + troubles.filter { $0.tone == .warning }
    let tone = self.troubles.map(\.tone).max() ?? .usual
    self.tone = tone
    let suspect =
      suspects.first.map { "; suspect: \($0.text(.check).dropFirst(Verdict.service.count))" } ?? ""
    headline =
      if !broken.isEmpty {
        (broken.count == 1
          ? "Out of SLA: \(broken[0].text(.route))"
          : "Out of SLA: \(broken.count) of \(promised.count) routes") + suspect
      } else if !failing.isEmpty {
        (failing.count == 1
          ? "Failing: \(failing[0].text(.check).dropFirst(Verdict.route.count))"
          : "Failing: \(failing.count) routes") + suspect
      } else if promised.isEmpty {
        tone != .usual
          ? (tone == .failure ? "Something fails" : "Something needs a look") + suspect
            // A model without routes has not seen one second of traffic.
          : routes.isEmpty && !inspection.tables(Verdict.model).isEmpty
            ? "Nothing is judged yet" : "No promises are declared"
      } else {
        switch tone {
        case .failure: "In SLA, though something fails" + suspect
        case .warning: "In SLA, with warnings"
        case .usual: "In SLA"
        }
      }
    headroom = Verdict.headroom(in: inspection)
    lastChange = inspection.annotations(Verdict.changes).last { $0.kind != "alert" }
  }

  /// The name of a check at its site.
  private struct Name: Hashable {
    let site: String
    let check: String

    init(site: String, check: String) { (self.site, self.check) = (site, check) }

    init(_ record: FigureTable.Record) {
      self.init(site: record.text(.site), check: record.text(.check))
    }
  }

  /// The beginnings of the names of checks of a service and of a route.
  private static let (service, route) = ("backend ", "route ")

  /// The check of a route of the model that is not well.
  package static func check(
    of route: FigureTable.Record,
    in inspection: Inspection
  ) -> FigureTable.Record? {
    inspection.table(health)?.records.first {
      $0.text(.site) == route.text(.site)
        && $0.text(.check) == Verdict.route + route.text(.route)
    }
  }

  /// The tone of the checks of all methods of a route.
  package static func tone(
    ofRoute label: String,
    site: String,
    in inspection: Inspection
  ) -> FigureTable.Tone {
    checks(ofRoute: label, site: site, in: inspection).map(\.tone).max() ?? .usual
  }

  /// The checks of all methods of a route that are not well.
  package static func checks(
    ofRoute label: String,
    site: String,
    in inspection: Inspection
  ) -> [FigureTable.Record] {
    (inspection.table(health)?.records ?? []).filter { check in
      let name = check.text(.check)
      return check.text(.site) == site && name.hasPrefix(route)
        && Verdict.label(of: String(name.dropFirst(route.count))) == label
    }
  }

  private static func breach(of route: FigureTable.Record, _ check: FigureTable.Record?) -> String {
    if let check { return "\(route.text(.route)) is out of SLA: \(check.text(.reason))" }
    let latency = "\(route[.latency].shown), promised \(route[.within].shown)"
    let failed = route.number(.failed) ?? 0
    return
      "\(route.text(.route)) is out of SLA: \(latency); \(Int(failed)) failed in the last minute"
  }

  /// The path of a route's name, which begins with its method.
  package static func label(of name: String) -> String {
    String(name.drop { $0 != " " }.dropFirst())
  }

  private static func trouble(_ check: FigureTable.Record, in inspection: Inspection) -> Trouble {
    let (site, name) = (check.text(.site), check.text(.check))
    var evidence: Address?
    let look: Address
    switch name {
    case "edition", "maintenance", "banner": look = Chapter.content.address
    case "history": look = Chapter.history.address
    case _ where name.hasPrefix(service):
      let backend = String(name.dropFirst(service.count))
      look = PageLink.backend(backend, site: site)
      evidence = LogLink.events(
        LogLink.backend(backend, site: site),
        "level != info",
        LogLink.minute
      )
    case _ where name.hasPrefix(route):
      let label = label(of: String(name.dropFirst(route.count)))
      let hasPath = label.hasPrefix("/")
      look = hasPath ? PageLink.route(label, site: site) : Chapter.routes.address
      evidence = LogLink.differences(
        of: hasPath ? LogLink.route(label, site: site) : LogLink.of(site: site),
        site: site
      )
    case _ where name.hasPrefix("before "): look = Address(.sync)
    case _ where name.hasPrefix("gateway "): look = Chapter.system.address
    default: look = Verdict.health
    }
    let reason = check.text(.reason)
    let text = reason.hasPrefix(name) ? reason : "\(name): \(reason)"
    return Trouble(
      tone: check.tone,
      text: (inspection.sites.count > 1 && !site.isEmpty ? "\(site): " : "") + text,
      look: look,
      evidence: evidence
    )
  }

  private static func alerts(in inspection: Inspection) -> [Trouble] {
    // What the health shows by name is not told twice.
    let firing = (inspection.table(alerts, "alerts")?.records ?? []).filter { alert in
      alert.text(.state) == "firing" && alert[.silenced] == .none
        && !["service/", "refusing/", "resource/"].contains { alert.text(.alert).hasPrefix($0) }
    }
    guard !firing.isEmpty else { return [] }
    let isPage = firing.contains { $0.text(.severity) == "page" }
    return [
      Trouble(
        tone: isPage ? .failure : .warning,
        text: firing.count == 1
          ? "an alert fires: \(firing[0].text(.text))" : "\(firing.count) alerts fire",
        look: Verdict.alerts
      )
    ]
  }

  private static func headroom(in inspection: Inspection) -> String {
    guard let row = inspection.table(model, "headroom")?.records.first else {
      return "Headroom unknown: no site has a model"
    }
    guard case .factor(let factor) = row[.headroom] else {
      let unknown = row.text(.unknown)
      return "Headroom unknown" + (unknown.isEmpty ? "" : ": no figure for \(unknown)")
    }
    let basis = row.text(.of) == "live" ? "the traffic now" : "the \(row.text(.of)) traffic"
    return "Headroom \(Figure.factor(factor).shown) \(basis); first to give: \(row.text(.limit))"
  }
}
