// SPDX-License-Identifier: Apache-2.0

package import FileShapes
import Glibc

/// The traffic that a site is built for: how much of what comes, how fast and how surely it is
/// answered, what services can take, and how large one instance is.
package struct TrafficModel: Sendable, Hashable {
  package static let rates = 0.0...10_000_000.0
  static let mostRoutes = 1_000
  static let mostFlows = 100

  /// The volume of visits; `nil` where routes state their rates themselves.
  package var volume: Volume?
  package var flows: [Flow] = []
  package var routes: [Route] = []
  package var backends: [BackendCapacity] = []
  package var instance = Instance()
  /// Requests that load tests send to the routes.
  package var requests = LoadRequests()

  package init() {}
}

extension TrafficModel {
  /// Visits, in the units in which a business knows them.
  package struct Volume: Sendable, Hashable {
    static let months = 0.0...1e12
    static let factors = 1.0...1_000.0
    static let doublingRange = 0.0...20.0
    /// The seconds of a twelfth of a year.
    private static let secondsOfMonth = 2_629_746.0

    /// Visits in a usual month.
    package var month = 0.0
    /// The busiest month's volume as a multiple of a usual month's.
    package var peakMonth = 1.0
    /// The busiest day's volume as a multiple of the mean of its month.
    package var peakDay = 1.0
    /// The busiest hour's volume as a multiple of the mean of its day.
    package var peakHour = 1.0
    /// The number of times that the volume may double before the model is revised.
    package var doublings = 0.0

    package init() {}

    /// Visits a second: in the busiest hour of a usual day, and in that of the busiest day of the
    /// busiest month after all doublings.
    package var rates: Rates {
      let steady = month / Volume.secondsOfMonth * peakHour
      return Rates(steady: steady, peak: steady * peakMonth * peakDay * exp2(doublings))
    }
  }

  /// Requests or visits a second.
  package struct Rates: Sendable, Hashable {
    package var steady: Double
    package var peak: Double

    package init(steady: Double, peak: Double) {
      self.steady = steady
      self.peak = peak
    }
  }

  /// A way that visits take, with the requests that it makes.
  package struct Flow: Sendable, Hashable {
    static let shares = 0.0...1.0
    static let counts = 0.0...10_000.0

    package var name = ""
    /// The share of the visits that take it.
    package var share = 1.0
    package var calls: [Call] = []

    package init() {}

    /// The requests of a route that one visit makes on this way.
    package struct Call: Sendable, Hashable {
      package let route: Placed<RouteName>
      package let count: Double

      package init(_ route: Placed<RouteName>, count: Double) {
        self.route = route
        self.count = count
      }
    }
  }

  /// A method and the path of a document or a pass: `GET /items/{id}`.
  package struct RouteName: Sendable, Hashable, Comparable, CustomStringConvertible {
    static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "QUERY"]
    static let mostBytes = 1_000

    package let method: String
    /// The path as metrics have it, with a slash before it.
    package let path: String

    package init?(_ text: String) {
      let parts = text.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 2, RouteName.methods.contains(String(parts[0])),
        parts[1].hasPrefix("/"), parts[1].utf8.count <= RouteName.mostBytes,
        parts[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else { return nil }
      method = String(parts[0])
      path = String(parts[1])
    }

    package init(method: String, path: String) {
      self.method = method
      self.path = path
    }

    package var description: String { "\(method) \(path)" }

    package static func < (first: RouteName, second: RouteName) -> Bool {
      (first.path, first.method) < (second.path, second.method)
    }
  }

  /// The expected traffic of one route, and its service level objective.
  package struct Route: Sendable, Hashable {
    /// The importance of the objective.
    package enum Importance: String, Sendable, CaseIterable {
      case critical
      case normal
      case low
    }

    static let hitRange = 0.0...1.0

    package var name: Placed<RouteName>
    /// Requests a second in the busiest hour of a usual day; `nil` to have it from the flows.
    package var steady: Double?
    /// Requests a second that must be held.
    package var peak: Double?
    package var promise: ServiceLevel?
    /// The share of its requests that are answered without a service; `nil` where it is not
    /// declared.
    package var hits: Double?
    package var importance = Importance.normal
    /// The calls that one request makes that is not answered without a service.
    package var calls: [BackendCalls] = []

    package init(name: Placed<RouteName>) { self.name = name }

    /// The stated rates; `nil` to have them from the flows.
    package var stated: Rates? {
      guard let steady, let peak else { return nil }
      return Rates(steady: steady, peak: peak)
    }
  }

  /// The calls to one service.
  package struct BackendCalls: Sendable, Hashable {
    static let counts = 0.0...1_000.0

    package var backend = ""
    package var count = 0.0

    package init(backend: String, count: Double) {
      self.backend = backend
      self.count = count
    }
  }

  /// A promise (SLA): how many requests are answered how fast, and how many at all.
  package struct ServiceLevel: Sendable, Hashable {
    static let percentages = 50.0...99.999

    /// Percentage of the requests that are answered in time.
    package var percentile = 99.0
    /// The time within which they are; `nil` where only availability is promised.
    package var within: Duration?
    /// Percentage of the requests that are answered without an error of ours.
    package var availability = 99.9

    package init() {}
  }

  /// The capacity of one backend and its service level objective, as its operators state them.
  package struct BackendCapacity: Sendable, Hashable {
    package var name = ""
    /// The most calls a second; `nil` where it is not declared.
    package var capacity: Double?
    package var promise: ServiceLevel?

    package init() {}
  }

  /// The size of one instance of the gateway, and how many there are.
  package struct Instance: Sendable, Hashable {
    static let counts = 1...10_000
    static let coreRange = 0.1...1_024.0
    static let egressRange = 0.001...10_000.0
    static let connectionRange = 1...100_000_000
    static let utilizations = 0.1...1.0
    /// The share of a resource that may be used where neither the model nor the history tells it. Of the
    /// processor promises broke between 0.70, among neighbors, and 0.94 where it was measured.
    package static let assumedUtilization = 0.8

    /// Instances that share the traffic evenly.
    package var count = 1
    /// Cores that one instance may use; `nil` for as many as it has event loops.
    package var cores: Double?
    /// Gigabits a second that one instance may send; `nil` where it is not declared.
    package var egress: Double?
    /// Connections of visitors that one instance may hold; `nil` for its own limit.
    package var connections: Int?
    /// The share of a resource that may be used before it counts as full; `nil` where it is not
    /// declared.
    package var utilization: Double?

    package init() {}
  }
}

extension TrafficModel {
  /// The rates of a route: those that it states, or those that follow from the flows; `nil` for a
  /// route without any.
  package func rates(of name: RouteName) -> Rates? {
    if let stated = routes.first(where: { $0.name.value == name })?.stated { return stated }
    guard let visits = volume?.rates else { return nil }
    let counts = flows.flatMap { flow in
      flow.calls.filter { $0.route.value == name }.map { flow.share * $0.count }
    }
    guard !counts.isEmpty else { return nil }
    let count = counts.reduce(0, +)
    return Rates(steady: visits.steady * count, peak: visits.peak * count)
  }

  /// All routes of the model: those that are described, and those that only flows name.
  package var allRoutes: [Route] {
    var known = Set(routes.map(\.name.value))
    var all = routes
    for call in flows.flatMap(\.calls) where known.insert(call.route.value).inserted {
      all.append(Route(name: call.route))
    }
    return all
  }
}
