// SPDX-License-Identifier: Apache-2.0

import Sites

/// One of the shares that the promise of a route states: of requests without an error, or of requests
/// in time.
package struct Objective: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case availability
    case latency
  }

  /// The identity of an objective, whatever it promises.
  struct Key: Hashable {
    let route: SiteRoute
    let kind: Kind
  }

  /// The promise of routes for which models state none: 99 of 100 requests have no error.
  static let defaultPromise = {
    var promise = TrafficModel.ServiceLevel()
    promise.availability = 99
    return promise
  }()

  let route: SiteRoute
  let kind: Kind
  let promise: TrafficModel.ServiceLevel
  let importance: TrafficModel.Route.Importance
  /// Whether a model states the promise.
  let isStated: Bool

  var key: Key { Key(route: route, kind: kind) }

  /// The promised share in percent.
  var percent: Double {
    switch kind {
    case .availability: promise.availability
    case .latency: promise.percentile
    }
  }

  /// The promised time in seconds; `nil` for an objective of availability.
  var within: Double? { kind == .latency ? promise.within?.inSeconds : nil }

  /// The share of the requests that may be bad.
  var allowed: Double { 1 - percent / 100 }

  /// Returns the requests that count for the objective, and the bad ones among them.
  func counts(_ record: RouteConformance.Record) -> BurnCounts {
    switch kind {
    case .availability: BurnCounts(judged: record.judged, bad: record.failed)
    case .latency: BurnCounts(judged: record.judged, bad: record.late)
    }
  }

  func counts(_ requests: LiveTraffic.Requests) -> BurnCounts {
    counts(RouteConformance.Record(requests, promise))
  }
}

extension Objective {
  /// The objective of a route for which no model states a promise.
  init(ofUnstated route: SiteRoute) {
    self.init(
      route: route,
      kind: .availability,
      promise: Objective.defaultPromise,
      importance: .normal,
      isStated: false
    )
  }
}

extension [Objective] {
  /// The objectives, and the default ones of the other routes among some.
  func completed(for routes: some Sequence<SiteRoute>) -> [Objective] {
    let stated = Set(map(\.route))
    let others = Set(routes.filter { !$0.name.path.isEmpty }).subtracting(stated)
    return self
      + others.sorted { ($0.site, $0.name) < ($1.site, $1.name) }
      .map { Objective(ofUnstated: $0) }
  }
}

extension ExpectedTraffic {
  /// The objectives of all routes with a promise; a promise without a time has none of latency.
  package var objectives: [Objective] {
    routes.flatMap { route -> [Objective] in
      guard let promise = route.promise else { return [] }
      let kinds: [Objective.Kind] =
        promise.within == nil ? [.availability] : [.availability, .latency]
      return kinds.map { kind in
        Objective(
          route: SiteRoute(site: site, name: route.name),
          kind: kind,
          promise: promise,
          importance: route.importance,
          isStated: true
        )
      }
    }
  }
}
