// SPDX-License-Identifier: Apache-2.0

package import Measure
package import Monitor
package import Signals
import Sites

/// Finds conditions for alerts in the traffic of sites, by their promises and their models.
package struct ModelAlerts: Sendable {
  /// The seconds for which traffic must differ from the model.
  private static let driftPatience: Int64 = 1_800
  private static let limitPatience: Int64 = 300
  /// Shares beyond which traffic differs from the model.
  private static let mixDistance = 0.3
  private static let lostHits = 0.1
  /// The calls for each request beyond which they differ from the model, as shares of its number. Fewer
  /// calls are usual where parts of answers are kept.
  private static let usualFanOut = 0.5...1.25

  private var objectives: [Objective] = []
  private var burns: [Objective.Key: BurnHistory] = [:]

  package init() {}

  /// Adds the counts of all promises.
  ///
  /// - Parameter seconds: on a clock that never goes back.
  package mutating func add(
    _ snapshot: SignalSnapshot,
    of sites: [ExpectedTraffic],
    at seconds: Double
  ) {
    let requests = SignalWindow(allOf: snapshot, at: seconds).requests
    objectives = sites.flatMap(\.objectives).completed(for: requests.keys)
    for objective in objectives {
      let requests = requests[objective.route] ?? LiveTraffic.Requests()
      burns[objective.key, default: BurnHistory()].add(objective.counts(requests), at: seconds)
    }
    let known = Set(objectives.map(\.key))
    burns = burns.filter { known.contains($0.key) }
  }

  /// Returns the conditions that hold now.
  ///
  /// - Parameters:
  ///   - report: `nil` where no site has a model.
  ///   - forecast: the requests of the coming days; `nil` where they are unknown.
  package func conditions(
    of report: ModelReport?,
    _ forecast: CapacityForecast? = nil
  ) -> [AlertCondition] {
    guard let report else { return burning }
    return burning + limits(of: report) + (forecast.map { growth(to: $0, report) } ?? [])
      + report.conformance.flatMap { drift(of: $0) }
  }

  private var burning: [AlertCondition] {
    objectives.compactMap { objective in
      guard let (windows, rate) = burns[objective.key]?.burning(allowed: objective.allowed) else {
        return nil
      }
      let (site, name) = (objective.route.site, objective.route.name)
      return AlertCondition(
        "burn/\(site)/\(name)/\(objective.kind.rawValue)",
        objective.importance == .low ? .ticket : windows.severity,
        site: site,
        look: OperatorPath.slo.text,
        "\(name): \(Figure.rounded(rate)) times as many requests "
          + (objective.kind == .latency ? "are late" : "fail")
          + " as \(Figure.rounded(objective.percent))% allow, over the last \(windows.name)"
      )
    }
  }

  private func limits(of report: ModelReport) -> [AlertCondition] {
    let now = report.headroom(of: report.load)
    let peak = report.headroom(of: report.load(of: .peak))
    let over = now.limits.filter { report.basis == .live && ($0.factor ?? 1) < 1 }.map { limit in
      AlertCondition(
        "capacity/\(limit.id)",
        .page,
        site: limit.service?.site,
        look: OperatorPath.model.text,
        patience: ModelAlerts.limitPatience,
        "\(limit.name): \(Figure.share(limit.used ?? 0).text) of \(limit.amount) is used, and"
          + " \(Figure.share(limit.usable / limit.full).text) may be"
      )
    }
    let notHeld = peak.limits.filter { ($0.factor ?? 1) < 1 }.map { limit in
      AlertCondition(
        "capacity-at-peak/\(limit.id)",
        .ticket,
        site: limit.service?.site,
        look: OperatorPath.whatIf.with("of=peak"),
        patience: ModelAlerts.limitPatience,
        "\(limit.name): the peak of the model needs \(Figure.share(limit.used ?? 0).text) of"
          + " \(limit.amount), and \(Figure.share(limit.usable / limit.full).text) may be used"
      )
    }
    return over + notHeld
  }

  /// Limits that the forecast reaches if the mix of requests stays as it is.
  private func growth(to forecast: CapacityForecast, _ report: ModelReport) -> [AlertCondition] {
    let load = report.load
    return report.headroom(of: load).limits.compactMap { limit in
      guard let factor = limit.factor, factor.isFinite, factor >= 1, load.total > 0 else {
        return nil
      }
      let rate = factor * load.total
      guard let days = forecast.days(until: rate) else { return nil }
      return AlertCondition(
        "capacity-soon/\(limit.id)",
        .ticket,
        site: limit.service?.site,
        look: OperatorPath.model.text,
        patience: ModelAlerts.limitPatience,
        "\(limit.name): \(Figure.perSecond(rate).text) of this mix are all that may be used of"
          + " \(limit.amount), and by the last four weeks the peak hour has more in"
          + " \(days == 1 ? "a day" : "\(days) days")"
      )
    }
  }

  private func drift(of site: ModelConformance) -> [AlertCondition] {
    func condition(_ what: String, _ text: String) -> AlertCondition {
      AlertCondition(
        "drift/\(site.site)/\(what)",
        .ticket,
        site: site.site,
        look: OperatorPath.model.text,
        patience: ModelAlerts.driftPatience,
        text
      )
    }
    var found: [AlertCondition] = site.routes.compactMap { route in
      guard let expected = route.expected, route.rate > expected.rates.steady else { return nil }
      return condition(
        "rate/\(route.name)",
        "\(route.name) has \(Figure.perSecond(route.rate).text), more than the steady"
          + " \(Figure.perSecond(expected.rates.steady).text)"
      )
    }
    if let share = site.unmodelledShare, share > ModelConformance.usualUnmodelled {
      found.append(
        condition(
          "unmodelled",
          "the model does not name \(Figure.share(share).text) of the traffic"
        )
      )
    }
    if let distance = site.mixDistance, distance > ModelAlerts.mixDistance {
      found.append(
        condition(
          "mix",
          "the mix of the routes is \(Figure.share(distance).text) from the steady one"
        )
      )
    }
    for (name, hits) in [("", site.hits)] + site.routes.map({ ("/\($0.name)", $0.hits) }) {
      guard let measured = hits.measured, let expected = hits.expected,
        expected - measured > ModelAlerts.lostHits
      else { continue }
      let whose = name.isEmpty ? "" : " of \(name.dropFirst())"
      found.append(
        condition(
          "hits\(name)",
          "\(Figure.share(measured).text) of the answers\(whose) need no service, of"
            + " \(Figure.share(expected).text) that the model expects"
        )
      )
    }
    for fanOut in site.fanOuts where ModelAlerts.hasDrifted(fanOut) {
      guard let measured = fanOut.calls.measured, let expected = fanOut.calls.expected
      else { continue }
      found.append(
        condition(
          "fan-out/\(fanOut.route)/\(fanOut.backend)",
          "\(fanOut.route) makes \(Figure.rounded(measured)) calls to \(fanOut.backend) for each request"
            + " that needs services, and the model expects \(Figure.rounded(expected))"
        )
      )
    }
    return found
  }

  /// Whether a route calls a service so much more or less than the model says that operators are told. A service
  /// that the model does not name for the route is called for documents that are embedded.
  package static func hasDrifted(_ fanOut: ModelConformance.FanOut) -> Bool {
    guard let measured = fanOut.calls.measured, let expected = fanOut.calls.expected, expected > 0
    else { return false }
    return !usualFanOut.contains(measured / expected)
  }
}

extension Headroom.Limit {
  /// The name with the site.
  fileprivate var id: String { service.map { "\($0.site)/\(name)" } ?? name }
}
