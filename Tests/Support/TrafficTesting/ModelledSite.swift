// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
package import Measure
package import Model
package import Signals
package import Sites

/// A site with a model, whose traffic a test says second by second.
package struct ModelledSite {
  package typealias RouteName = TrafficModel.RouteName

  package static let home = RouteName(method: "GET", path: "/home")
  package static let item = RouteName(method: "GET", path: "/items/{id}")

  package let registry: SignalRegistry
  package let history = SignalHistory()
  package let expected: ExpectedTraffic
  private let durations: GrowingFamily<Histogram>
  private let answers: GrowingFamily<Counter>
  private let calls: GrowingFamily<Counter>
  private let results: GrowingFamily<Counter>
  private let callsOfRoutes: GrowingFamily<Counter>
  private let callDurations: GrowingFamily<Histogram>
  package let shard: SignalShard

  /// Ten requests a second of the one route and forty of the other are steady.
  package static func model(_ change: (inout TrafficModel) -> Void = { _ in }) -> TrafficModel {
    var model = TrafficModel()
    var first = TrafficModel.Route(name: Placed(home, at: FilePlace("site")))
    (first.steady, first.peak) = (10, 30)
    var second = TrafficModel.Route(name: Placed(item, at: FilePlace("site")))
    (second.steady, second.peak, second.hits) = (40, 80, 0.9)
    second.calls = [.init(backend: "catalog", count: 2)]
    second.promise = TrafficModel.ServiceLevel()
    second.promise?.within = .milliseconds(100)
    model.routes = [first, second]
    change(&model)
    return model
  }

  package init(_ model: TrafficModel = ModelledSite.model()) throws {
    registry = try SignalRegistry()
    let labelled = registry.labelled("site", "shop")
    durations = try labelled.growing(
      "http_server_request_duration_seconds",
      "Requests.",
      unit: .seconds,
      labels: ["http_request_method", "http_route", "http_response_status_code", "error_type"],
      folding: ["http_route"]
    )
    answers = try labelled.growing(
      "portico_answers_total",
      "Answers.",
      labels: ["source"],
      folding: ["source"]
    )
    calls = try labelled.growing(
      "portico_backend_calls_total",
      "Calls.",
      labels: ["backend"],
      folding: ["backend"]
    )
    results = try labelled.growing(
      "portico_route_answers_total",
      "Answers by route.",
      labels: ["http_route", "result"],
      folding: ["http_route"]
    )
    callsOfRoutes = try labelled.growing(
      "portico_route_calls_total",
      "Calls by route.",
      labels: ["http_route", "backend"],
      folding: ["http_route"]
    )
    callDurations = try labelled.growing(
      "http_client_request_duration_seconds",
      "Calls.",
      unit: .seconds,
      labels: ["backend", "http_response_status_code", "error_type"],
      folding: ["backend"]
    )
    shard = try registry.makeShard()
    expected = ExpectedTraffic(model, of: "shop")
  }

  /// Records requests that took so long.
  package func requests(
    _ count: Int,
    _ route: RouteName,
    milliseconds: Int = 10,
    status: String = "200",
    error: String = ""
  ) {
    let series = durations.series([route.method, route.path, status, error])
    for _ in 0..<count { shard.record(series, milliseconds * 1_000_000) }
  }

  package func answers(_ count: Int, from source: String) {
    shard.add(answers.series([source]), count)
  }

  package func results(_ count: Int, _ route: RouteName, _ result: String) {
    shard.add(results.series([route.path, result]), count)
  }

  package func calls(_ count: Int, to backend: String) {
    shard.add(calls.series([backend]), count)
  }

  /// Records calls that took so long, or ended with an error.
  package func calls(_ count: Int, to backend: String, milliseconds: Int, error: String = "") {
    calls(count, to: backend)
    let series = callDurations.series([backend, error.isEmpty ? "200" : "", error])
    for _ in 0..<count { shard.record(series, milliseconds * 1_000_000) }
  }

  package func calls(_ count: Int, of route: RouteName, to backend: String) {
    calls(count, to: backend)
    shard.add(callsOfRoutes.series([route.path, backend]), count)
  }

  /// Takes a snapshot each second, before it of what each second brings.
  package func run(_ seconds: ClosedRange<Int>, each: (Int) -> Void = { _ in }) {
    for second in seconds {
      if second > 0 { each(second) }
      history.add(registry.snapshot(), at: Double(second))
    }
  }
}
