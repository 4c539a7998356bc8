// SPDX-License-Identifier: Apache-2.0

package import Bytes
import ContentModel
import FileShapes
package import Measure
package import Sites

/// Requests and calls a second at one instance: measured, or taken from models.
package struct TrafficLoad: Sendable, Equatable {
  /// The rates that a load consists of.
  package enum Basis: String, Sendable, CaseIterable {
    /// The last five minutes.
    case live
    /// The models' rates.
    case steady
    case peak
  }

  /// A service of one site.
  package struct Service: Sendable, Hashable, Comparable {
    package let site: String
    package let backend: String

    package static func < (first: Service, second: Service) -> Bool {
      (first.site, first.backend) < (second.site, second.backend)
    }
  }

  package var rates: [SiteRoute: Double] = [:]
  /// The calls to the services whose calls are known.
  package var calls: [Service: Double] = [:]
  /// Requests a second by the work that they are, or the reason why that is unknown.
  package var work: Result<[RequestClass: Double], PlainError> = .success([:])

  package init() {}

  /// Requests a second of all routes.
  package var total: Double { rates.values.reduce(0, +) }

  /// The measured load of all sites.
  package init(_ live: [(site: String, traffic: LiveTraffic)]) {
    for (site, traffic) in live where traffic.seconds > 0 {
      for name in traffic.requests.keys {
        rates[SiteRoute(site: site, name: name)] = traffic.rate(of: name)
      }
      for (backend, count) in traffic.calls {
        calls[Service(site: site, backend: backend)] = Double(count) / traffic.seconds
      }
      add(.success(traffic.work.mapValues { Double($0) / traffic.seconds }))
    }
  }

  /// The load that models state; it lacks the traffic of sites without one.
  ///
  /// - Parameters:
  ///   - shares: the shares of flows that differ from the models', by their names.
  package init(
    _ sites: [ExpectedTraffic],
    _ level: any KeyPath<TrafficModel.Rates, Double> & Sendable,
    shares: [String: Double] = [:]
  ) {
    for site in sites {
      for route in site.routes {
        let rate = route.rates[keyPath: level] + site.change(of: route.name, level, shares)
        rates[SiteRoute(site: site.site, name: route.name)] = max(0, rate)
        add(route.work(of: max(0, rate)))
      }
    }
    for site in sites { addCalls(of: site, hits: nil) }
  }

  /// Computes the calls of a site's routes from its model.
  ///
  /// - Parameter hits: the share of the requests that need no service, of all routes that call any, in
  ///   place of the model's.
  mutating func addCalls(of site: ExpectedTraffic, hits: Double?) {
    for backend in site.backendNames {
      var sum: Double? = 0
      for route in site.routes {
        let count = route.calls(to: backend)
        let rate = rates[SiteRoute(site: site.site, name: route.name)] ?? 0
        guard count > 0, rate > 0 else { continue }
        sum = (hits ?? route.hits).flatMap { hits in sum.map { $0 + rate * (1 - hits) * count } }
      }
      calls[Service(site: site.site, backend: backend)] = sum
    }
  }

  /// Multiplies the rates of routes, with the calls that follow from the site's model.
  mutating func multiply(_ factors: [ExpectedTraffic.RouteName: Double], of site: ExpectedTraffic) {
    for route in site.routes {
      guard let factor = factors[route.name] else { continue }
      let name = SiteRoute(site: site.site, name: route.name)
      let more = (rates[name] ?? 0) * (factor - 1)
      guard more != 0 else { continue }
      rates[name, default: 0] += more
      add(route.work(of: more))
      for backend in Set(route.calls.map(\.backend)) {
        let service = Service(site: site.site, backend: backend)
        let further = route.hits.map { more * (1 - $0) * route.calls(to: backend) }
        // Without hits in the model nobody knows the calls of another mix.
        calls[service] = further.flatMap { further in calls[service].map { max(0, $0 + further) } }
      }
    }
  }

  /// The load multiplied by a factor, with the same mix.
  package func scaled(by factor: Double) -> TrafficLoad {
    var load = self
    load.rates = rates.mapValues { $0 * factor }
    load.calls = calls.mapValues { $0 * factor }
    load.work = work.map { $0.mapValues { $0 * factor } }
    return load
  }

  private mutating func add(_ more: Result<[RequestClass: Double], PlainError>) {
    work = work.flatMap { work in more.map { work.merging($0) { max(0, $0 + $1) } } }
  }

  /// Counts the work as if the routes that call services had other hits; all other requests stay what they are.
  mutating func setHits(_ hits: Double, of sites: [ExpectedTraffic]) {
    var changed: [RequestClass: Double] = [.record: (try? work.get())?[.record] ?? 0]
    for site in sites {
      for route in site.routes where !route.calls.isEmpty {
        let rate = rates[SiteRoute(site: site.site, name: route.name)] ?? 0
        changed[route.missed, default: 0] += rate * (1 - hits)
      }
    }
    changed[.kept] = max(0, total - changed.values.reduce(0, +))
    work = .success(changed)
  }

  /// Counts answers that lack a part, which are fresh for a few seconds only: each is composed again for the next
  /// request after them.
  ///
  /// - Parameters:
  ///   - rate: requests a second for such answers.
  ///   - keptAnswers: the number of answers in the cache, as if all were asked for equally often: no other
  ///     distribution needs more.
  mutating func degrade(_ rate: Double, keptAnswers: Double) {
    let renewals = keptAnswers / Double(Freshness.degradedSeconds)
    let more = renewals > 0 ? min(rate, renewals) : rate
    add(.success([.composed: more, .kept: -more]))
  }
}

extension ExpectedTraffic {
  /// The change of a route's rate where flows have other shares.
  fileprivate func change(
    of name: RouteName,
    _ level: any KeyPath<TrafficModel.Rates, Double> & Sendable,
    _ shares: [String: Double]
  ) -> Double {
    // A route that states its rates follows no flow.
    guard let visits = visits?[keyPath: level], !statedRoutes.contains(name) else { return 0 }
    return flows.reduce(0) { sum, flow in
      guard let share = shares[flow.name] else { return sum }
      let count = flow.calls.reduce(0) { $1.route.value == name ? $0 + $1.count : $0 }
      return sum + visits * (share - flow.share) * count
    }
  }
}

extension ExpectedTraffic.Route {
  /// The work of so many requests a second.
  fileprivate func work(of rate: Double) -> Result<[RequestClass: Double], PlainError> {
    guard !calls.isEmpty, rate != 0 else { return .success([.kept: rate]) }
    guard let hits else {
      return .failure(PlainError("unknown: \(name) has no \"hits\" in the model"))
    }
    return .success([.kept: rate * hits, missed: rate * (1 - hits)])
  }
}
