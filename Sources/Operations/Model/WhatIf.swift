// SPDX-License-Identifier: Apache-2.0

import Measure
import Sites

/// The answer to a question about the model.
package struct WhatIf: Sendable {
  /// The result for one route.
  struct Outcome: Sendable, Equatable {
    let site: String
    let name: TrafficModel.RouteName
    /// The rate at one instance.
    let rate: Double
    let hasPromise: Bool
    let fate: Fate
    /// The reason of the result.
    let reasons: [String]
  }

  enum Fate: String, Sendable {
    case kept
    /// The answer lacks a part.
    case degraded
    /// A resource is used beyond its usable part.
    case atRisk = "at_risk"
    /// Unknown, since something that the route needs is unknown.
    case unknown
    case broken
  }

  let scenario: Scenario
  /// The number of instances that share the load.
  let instances: Int
  /// The headroom of one instance.
  package let headroom: Headroom
  let outcomes: [Outcome]
  let sites: [ExpectedTraffic]

  package init(_ scenario: Scenario, _ report: ModelReport) {
    self.scenario = scenario
    sites = report.sites
    let count = report.sites.first?.instance.count ?? 1
    instances = scenario.instances ?? count
    var load =
      switch scenario.basis {
      case .live: report.load
      case .steady: TrafficLoad(report.sites, \.steady, shares: scenario.shares)
      case .peak: TrafficLoad(report.sites, \.peak, shares: scenario.shares)
      }
    load = load.scaled(by: scenario.factor * Double(count) / Double(instances))
    for site in report.sites { load.multiply(scenario.factors, of: site) }
    if let hits = scenario.hits { for site in report.sites { load.addCalls(of: site, hits: hits) } }
    let degraded = WhatIf.degraded(load, report.sites, scenario)
    if let hits = scenario.hits {
      load.setHits(hits, of: report.sites)
    } else if degraded > 0 {
      load.degrade(degraded, keptAnswers: report.figures.keptAnswers)
    }
    for service in load.calls.keys where scenario.without.contains(service.backend) {
      load.calls[service] = 0
    }
    let headroom = report.headroom(of: load, instances: instances)
    self.headroom = headroom
    outcomes = report.sites.flatMap { site in
      site.routes.map { WhatIf.outcome(of: $0, at: site.site, scenario, headroom) }
    }
  }

  /// Requests a second for answers that lack a part.
  private static func degraded(
    _ load: TrafficLoad,
    _ sites: [ExpectedTraffic],
    _ scenario: Scenario
  ) -> Double {
    sites.reduce(0) { sum, site in
      site.routes.reduce(sum) { sum, route in
        let gone = route.gone(in: scenario)
        guard !gone.isEmpty, !gone.contains(where: \.isNeeded) else { return sum }
        return sum + (load.rates[SiteRoute(site: site.site, name: route.name)] ?? 0)
      }
    }
  }

  private static func outcome(
    of route: ExpectedTraffic.Route,
    at site: String,
    _ scenario: Scenario,
    _ headroom: Headroom
  ) -> Outcome {
    let gone = route.gone(in: scenario)
    let concerning = headroom.limits.filter { limit in
      guard let service = limit.service else { return true }
      return service.site == site && route.calls(to: service.backend) > 0
    }
    // A full resource lets whatever needs it wait without end.
    let full = concerning.filter { ($0.used ?? 0) >= 1 }.map { "\($0.name) is full" }
    let needed = gone.filter(\.isNeeded).map { "needs \($0.backend)" }
    let tight = concerning.filter { ($0.factor ?? 1) < 1 }.map { "\($0.name) is over its share" }
    let missing = gone.map { "without \($0.backend)" }
    let unknown = concerning.filter { $0.factor == nil }.map { "\($0.name) is unknown" }
    let fates: [(Fate, [String])] = [
      (.broken, needed + full), (.atRisk, tight), (.degraded, missing), (.unknown, unknown),
    ]
    let (fate, reasons) = fates.first { !$0.1.isEmpty } ?? (.kept, [])
    return Outcome(
      site: site,
      name: route.name,
      rate: headroom.load.rates[SiteRoute(site: site, name: route.name)] ?? 0,
      hasPromise: route.promise != nil,
      fate: fate,
      reasons: reasons
    )
  }

  /// The number of instances that the load needs; `nil` where that is unknown.
  var neededInstances: Int? {
    var most = 1.0
    for limit in headroom.limits where limit.service == nil {
      guard let factor = limit.factor, factor > 0 else { return nil }
      most = max(most, Double(instances) / factor)
    }
    return Int(exactly: most.rounded(.up))
  }

  /// The services that the load exceeds, however many instances there are.
  var overloadedServices: [String] {
    headroom.limits.filter { $0.service != nil && ($0.factor ?? 1) < 1 }.map(\.name)
  }
}

extension ExpectedTraffic.Route {
  /// The calls of the route to services that are down.
  fileprivate func gone(in scenario: Scenario) -> [ExpectedTraffic.Calls] {
    calls.filter { scenario.without.contains($0.backend) && $0.count > 0 }
  }
}
