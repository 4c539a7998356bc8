// SPDX-License-Identifier: Apache-2.0

package import Sites

/// One of the shares that the promise of a route states: of requests without an error, or of requests
/// in time.
package struct Objective: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case availability, latency
  }

  /// The identity of an objective, whatever it promises.
  package struct Key: Hashable {
    let route: SiteRoute
    let kind: Kind
  }

  /// The promise of routes for which models state none: 99 of 100 requests have no error.
  package static let defaultPromise = {
    var promise = TrafficModel.ServiceLevel()
    promise.availability = 99
    return promise
  }()

  package let route: SiteRoute
  package let kind: Kind
  package let promise: TrafficModel.ServiceLevel
  package let importance: TrafficModel.Route.Importance
  /// Whether a model states the promise.
  package let isStated: Bool

  package init(
    _ route: SiteRoute,
    _ kind: Kind,
    _ promise: TrafficModel.ServiceLevel,
    importance: TrafficModel.Route.Importance,
    isStated: Bool
  ) {
    (self.route, self.kind, self.promise) = (route, kind, promise)
    (self.importance, self.isStated) = (importance, isStated)
  }

  package var key: Key { Key(route: route, kind: kind) }

  /// The promised share in percent.
  package var percent: Double {
    switch kind {
    case .availability: promise.availability
    case .latency: promise.percentile
    }
  }

  /// The promised time in seconds; `nil` for an objective of availability.
  package var within: Double? { kind == .latency ? promise.within?.inSeconds : nil }

  /// The share of the requests that may be bad.
  package var allowed: Double { 1 - percent / 100 }

  /// Returns the requests that count for the objective, and the bad ones among them.
  package func counts(_ record: PromiseRecord) -> BurnCounts {
    switch kind {
    case .availability: BurnCounts(judged: record.judged, bad: record.failed)
    case .latency: BurnCounts(judged: record.judged, bad: record.late)
    }
  }

  package func counts(_ requests: LiveTraffic.Requests) -> BurnCounts {
    counts(PromiseRecord(requests, promise))
  }
}

extension Objective {
  /// The objective of a route for which no model states a promise.
  init(ofUnstated route: SiteRoute) {
    self.init(route, .availability, Objective.defaultPromise, importance: .normal, isStated: false)
  }
}

extension [Objective] {
  /// The objectives, and the default ones of the other routes among some.
  package func completed(for routes: some Sequence<SiteRoute>) -> [Objective] {
    let stated = Set(map(\.route))
    let others = Set(routes.filter { !$0.name.path.isEmpty }).subtracting(stated)
    return self
      + others.sorted { ($0.site, $0.name) < ($1.site, $1.name) }
      .map { Objective(ofUnstated: $0) }
  }
}

/// A route of one of the sites that a process serves.
package struct SiteRoute: Sendable, Hashable {
  package let site: String
  package let name: TrafficModel.RouteName

  package init(site: String, name: TrafficModel.RouteName) { (self.site, self.name) = (site, name) }
}

/// The promises of the routes of all sites.
package typealias RoutePromises = [SiteRoute: TrafficModel.ServiceLevel]
