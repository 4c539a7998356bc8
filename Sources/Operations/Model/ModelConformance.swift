// SPDX-License-Identifier: Apache-2.0
//
// Three windows serve three questions: rates are taken over ten seconds, promises are judged over a
// minute, and shares (the mix, hits, calls) over five minutes, since a few requests do not show the
// mix.

import Glibc
package import Measure
import Sites

/// The conformance of a site's present traffic to its model.
package struct ModelConformance: Sendable {
  package static let rateWindow = 10.0
  package static let shareWindow = 300.0
  /// The share of requests beyond which traffic that the model does not name matters.
  static let usualUnmodelled = 0.01

  package let site: String
  /// The routes of the model, then traffic that the model does not name, the largest first.
  package let routes: [RouteConformance]
  /// The distance of the mix from the steady one: 0 for the same, 1 where no route has traffic in
  /// both; `nil` with too few requests.
  package let mixDistance: Double?
  /// The share of the requests that the model does not name; `nil` with too few requests.
  package let unmodelledShare: Double?
  package let hits: Drift
  package let backends: [BackendDrift]
  /// By route, then by service.
  package let fanOuts: [FanOut]

  /// A measured share, beside the one that follows from the model for the same traffic.
  package struct Drift: Sendable, Equatable {
    package let measured: Double?
    package let expected: Double?

    package init(measured: Double?, expected: Double?) {
      (self.measured, self.expected) = (measured, expected)
    }

    static let unknown = Drift(measured: nil, expected: nil)
  }

  /// The calls a second to a service, beside those that follow from the model for the same traffic.
  package struct BackendDrift: Sendable, Equatable {
    package let name: String
    package let measured: Double?
    package let expected: Double?
    /// The capacity for this instance.
    package let capacity: Double?
    /// The time that its operators promise for most calls.
    package let within: Duration?
  }

  /// The calls of a route to a service for each of its requests that needs services, beside the model's:
  /// independent of how many need them.
  package struct FanOut: Sendable, Equatable {
    /// The name of the route, or the path of several that have the same.
    package let route: String
    package let backend: String
    package let calls: Drift
  }

  package init?(_ expected: ExpectedTraffic, _ history: SignalHistory) {
    guard let recent = history.window(ModelConformance.rateWindow),
      let judged = history.window(PromiseRecord.window),
      let shares = history.window(ModelConformance.shareWindow)
    else { return nil }
    self.init(
      expected,
      recent: LiveTraffic(recent, of: expected.site),
      judged: LiveTraffic(judged, of: expected.site),
      shares: LiveTraffic(shares, of: expected.site)
    )
  }

  init(_ expected: ExpectedTraffic, recent: LiveTraffic, judged: LiveTraffic, shares: LiveTraffic) {
    site = expected.site
    let known = Set(expected.routes.map(\.name))
    let others = recent.requests.keys.filter { !known.contains($0) }
      .map { RouteConformance(unmodelled: $0, rate: recent.rate(of: $0)) }
      .sorted { ($1.rate, $0.name) < ($0.rate, $1.name) }
    routes =
      expected.routes.map {
        RouteConformance($0, recent: recent, judged: judged, shares: shares)
      } + others
    let isEnough = shares.total >= LiveTraffic.leastRequests
    let unmodelled = shares.requests.reduce(UInt64(0)) { sum, entry in
      known.contains(entry.key) ? sum : sum + entry.value.count
    }
    unmodelledShare = isEnough ? Double(unmodelled) / Double(shares.total) : nil
    mixDistance =
      isEnough
      ? ModelConformance.distance(
        expected.routes.map { ($0.rates.steady, shares.rate(of: $0.name)) }
          + [(0, Double(unmodelled) / shares.seconds)]
      ) : nil
    hits = Drift(
      measured: isEnough ? shares.hitRatio : nil,
      expected: isEnough ? ModelConformance.hits(expected, shares) : nil
    )
    backends = expected.backendNames.map { name in
      BackendDrift(
        name: name,
        measured: isEnough ? Double(shares.calls[name] ?? 0) / shares.seconds : nil,
        expected: isEnough ? ModelConformance.calls(to: name, expected, shares) : nil,
        capacity: expected.capacity(of: name),
        within: expected.backends.first { $0.name == name }?.promise?.within
      )
    }
    fanOuts = ModelConformance.fanOuts(expected, shares)
  }

  /// The hit ratio that follows from the model for the traffic of its routes; `nil` where a route
  /// with traffic states none.
  private static func hits(_ expected: ExpectedTraffic, _ live: LiveTraffic) -> Double? {
    var (hits, all) = (0.0, 0.0)
    for route in expected.routes {
      let rate = live.rate(of: route.name)
      guard rate > 0 else { continue }
      guard let share = route.hits else { return nil }
      hits += rate * share
      all += rate
    }
    return all > 0 ? hits / all : nil
  }

  /// The calls a second that follow from the model for the traffic of its routes.
  private static func calls(
    to backend: String,
    _ expected: ExpectedTraffic,
    _ live: LiveTraffic
  ) -> Double? {
    var calls = 0.0
    for route in expected.routes where route.calls(to: backend) > 0 {
      let rate = live.rate(of: route.name)
      guard rate > 0 else { continue }
      guard let hits = route.hits else { return nil }
      calls += rate * (1 - hits) * route.calls(to: backend)
    }
    return calls
  }

  /// The calls for each request that needed services, of all routes with a path together, since calls and hits
  /// are counted by path; unknown with too few of these requests.
  private static func fanOuts(_ expected: ExpectedTraffic, _ live: LiveTraffic) -> [FanOut] {
    Dictionary(grouping: expected.routes, by: \.name.path).sorted { $0.key < $1.key }
      .flatMap { path, routes in
        let made = live.callsOfRoutes[path] ?? [:]
        let backends = Set(routes.flatMap(\.calls).map(\.backend)).union(made.keys).sorted()
        let counts = routes.map { Double(live.requests[$0.name]?.count ?? 0) }
        let all = counts.reduce(0, +)
        let needing = live.hitRatio(of: routes[0].name).map { all * (1 - $0) } ?? 0
        return backends.map { backend in
          let usual = zip(routes, counts).reduce(0) { $0 + $1.0.calls(to: backend) * $1.1 }
          return FanOut(
            route: routes.count == 1 ? "\(routes[0].name)" : path,
            backend: backend,
            calls: needing < Double(LiveTraffic.leastRequests)
              ? .unknown
              : Drift(measured: Double(made[backend] ?? 0) / needing, expected: usual / all)
          )
        }
      }
  }

  /// The Jensen-Shannon distance of two mixes: the square root of the divergence in bits.
  static func distance(_ pairs: [(Double, Double)]) -> Double? {
    let (first, second) = pairs.reduce((0.0, 0.0)) { ($0.0 + $1.0, $0.1 + $1.1) }
    guard first > 0, second > 0 else { return nil }
    func part(_ share: Double, _ mean: Double) -> Double {
      share > 0 ? share * log2(share / mean) : 0
    }
    let divergence = pairs.reduce(0.0) { sum, pair in
      let (one, other) = (pair.0 / first, pair.1 / second)
      let mean = (one + other) / 2
      return sum + (part(one, mean) + part(other, mean)) / 2
    }
    return max(0, min(1, divergence)).squareRoot()
  }
}
