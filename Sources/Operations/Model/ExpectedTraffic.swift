// SPDX-License-Identifier: Apache-2.0

import FileShapes
package import Measure
package import Sites

/// The traffic that a site's model lets one instance of the gateway expect.
package struct ExpectedTraffic: Sendable, Equatable {
  package typealias RouteName = TrafficModel.RouteName
  package typealias Rates = TrafficModel.Rates

  /// A route with its rates at this instance.
  package struct Route: Sendable, Equatable {
    package let name: RouteName
    package let rates: Rates
    package let promise: TrafficModel.ServiceLevel?
    /// The share of the requests that need no service; `nil` where the model does not state it.
    package let hits: Double?
    package let importance: TrafficModel.Route.Importance
    package let calls: [Calls]
    /// The work of a request that does need a service.
    package let missed: RequestClass

    /// Calls to one service for a request that does need a service.
    func calls(to backend: String) -> Double {
      calls.reduce(0) { $1.backend == backend ? $0 + $1.count : $0 }
    }
  }

  /// The calls of a route to one service.
  package struct Calls: Sendable, Equatable {
    package let backend: String
    package let count: Double
    /// Whether the answer is impossible without them.
    package let isNeeded: Bool

    package init(backend: String, count: Double, isNeeded: Bool) {
      (self.backend, self.count, self.isNeeded) = (backend, count, isNeeded)
    }
  }

  /// The calls of a route, and the work of a request that does need a service.
  package struct Plan: Sendable {
    let calls: [Calls]
    let work: RequestClass

    package init(_ calls: [Calls] = [], _ work: RequestClass = .composed) {
      (self.calls, self.work) = (calls, work)
    }
  }

  package let site: String
  package let routes: [Route]
  package let backends: [TrafficModel.BackendCapacity]
  package let instance: TrafficModel.Instance
  /// The visits a second of one instance; `nil` for a model of rates.
  package let visits: Rates?
  package let flows: [TrafficModel.Flow]
  /// The routes that state their rates, which no flow changes.
  let statedRoutes: Set<RouteName>

  /// - Parameter planned: returns the plan of a route, or what its pass does.
  package init(
    _ model: TrafficModel,
    of site: String,
    planned: (RouteName) -> Plan = { _ in Plan() }
  ) {
    self.site = site
    instance = model.instance
    backends = model.backends
    flows = model.flows
    statedRoutes = Set(model.routes.filter { $0.stated != nil }.map(\.name.value))
    let count = Double(model.instance.count)
    visits = model.volume.map { $0.rates.divided(by: count) }
    routes = model.allRoutes.compactMap { route in
      guard let rates = model.rates(of: route.name.value) else { return nil }
      let plan = planned(route.name.value)
      let calls =
        route.calls.isEmpty
        ? plan.calls
        : route.calls.map { stated in
          Calls(
            backend: stated.backend,
            count: stated.count,
            isNeeded: plan.calls.contains { $0.backend == stated.backend && $0.isNeeded }
          )
        }
      return Route(
        name: route.name.value,
        rates: rates.divided(by: count),
        promise: route.promise,
        // A route without calls cannot miss.
        hits: route.hits ?? (calls.isEmpty ? 1 : nil),
        importance: route.importance,
        calls: calls,
        missed: plan.work
      )
    }
  }

  package var promises: RoutePromises {
    routes.reduce(into: [:]) { promises, route in
      promises[SiteRoute(site: site, name: route.name)] = route.promise
    }
  }

  /// All services that routes call or that have a capacity, by name.
  var backendNames: [String] {
    Set(routes.flatMap(\.calls).map(\.backend) + backends.map(\.name)).sorted()
  }

  /// The calls a second that this instance may make to a service, as an even share of its capacity.
  package func capacity(of backend: String) -> Double? {
    backends.first { $0.name == backend }?.capacity.map { $0 / Double(instance.count) }
  }

  /// The requests a second of all routes together.
  package var total: Rates {
    Rates(
      steady: routes.reduce(0) { $0 + $1.rates.steady },
      peak: routes.reduce(0) { $0 + $1.rates.peak }
    )
  }
}

extension TrafficModel {
  /// The promises that the model of a site states for routes.
  package func promises(of site: String) -> RoutePromises {
    routes.reduce(into: [:]) { $0[SiteRoute(site: site, name: $1.name.value)] = $1.promise }
  }

  /// The promises that the model of a site states for services.
  package func servicePromises(
    of site: String
  ) -> [BackendFigures.Place: TrafficModel.ServiceLevel] {
    backends.reduce(into: [:]) {
      $0[BackendFigures.Place(site: site, backend: $1.name)] = $1.promise
    }
  }
}

extension TrafficModel.Rates {
  fileprivate func divided(by count: Double) -> TrafficModel.Rates {
    TrafficModel.Rates(steady: steady / count, peak: peak / count)
  }
}

extension [ExpectedTraffic] {
  /// The promises of all sites.
  package var promises: RoutePromises {
    reduce(into: [:]) { $0.merge($1.promises) { first, _ in first } }
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
          SiteRoute(site: site, name: route.name),
          kind,
          promise,
          importance: route.importance,
          isStated: true
        )
      }
    }
  }
}
