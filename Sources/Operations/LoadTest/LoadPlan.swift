// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
package import Sites

/// A load test: the routes with their rates, promises and requests, and the limits.
package struct LoadPlan: Sendable {
  /// A route, or a URL, with the requests that are sent to it.
  package struct Route: Sendable {
    package let name: String
    /// Requests a second.
    package let rate: Double
    package let promise: TrafficModel.ServiceLevel?
    /// The requests, which are sent one after the other, again and again; at least one.
    package let calls: [Call]

    package init(
      _ name: String,
      rate: Double,
      promise: TrafficModel.ServiceLevel? = nil,
      calls: [Call]
    ) {
      (self.name, self.rate, self.promise, self.calls) = (name, rate, promise, calls)
    }
  }

  /// A request with its content.
  package struct Call: Sendable {
    package let request: Request
    package let body: [UInt8]

    package init(_ request: Request, body: [UInt8] = []) {
      (self.request, self.body) = (request, body)
    }
  }

  package static let connectionCounts = 1...10_000
  package static let rates = 0.001...1_000_000.0
  /// The number of requests that one connection of HTTP/2 carries at once.
  package static let streams = 100

  package let routes: [Route]
  /// The time during which requests are sent.
  package let duration: Duration
  /// The number of connections of all loops together.
  package let connections: Int
  /// The longest time from a request to its response.
  package let timeout: Duration

  package init(
    _ routes: [Route],
    for duration: Duration,
    connections: Int = 64,
    timeout: Duration = .seconds(10)
  ) {
    (self.routes, self.duration) = (routes, duration)
    (self.connections, self.timeout) = (connections, timeout)
  }

  /// Requests a second of all routes.
  package var rate: Double { routes.reduce(0) { $0 + $1.rate } }

  /// The requests of one of several loops that share the test.
  func openLoop(part: Int, of parts: Int) -> OpenLoop {
    OpenLoop(
      ArrivalSchedule(routes.map(\.rate), for: duration, part: part, of: parts),
      promised: routes.map { $0.promise?.within }
    )
  }

  /// The connections of one of several loops, at least one.
  func connections(part: Int, of parts: Int) -> Int {
    max(1, connections / parts + (part < connections % parts ? 1 : 0))
  }
}
