// SPDX-License-Identifier: Apache-2.0
//
// The history keeps what promises are judged by as three counters for each route, computed from the
// same snapshots as everything else, by the promise in force at that second. They take a few bytes,
// whatever the traffic, so that rows always have room for them: histograms of durations grow with the
// traffic, and the series of an error appears with the first one.

import Measure
import Sites

/// The series of the history that promises are computed from.
enum PromiseSeries {
  static let name = "portico_promise_requests_total"
  /// The outcome that stands for all requests that count.
  static let judged = "judged"

  typealias Count = WritableKeyPath<PromiseRecord, UInt64> & Sendable

  /// The series of a route, each with the part of its record that it counts.
  static let outcomes: [(name: String, count: any Count)] = [
    (judged, \.judged), ("failed", \.failed), ("late", \.late),
  ]

  /// The most bytes of the counters of a route in a row: the distance from the series before, the length, and
  /// a count of up to 34 billion.
  static let bytesOfRoute = outcomes.count * 9

  static func series(of route: SiteRoute, _ outcome: String) -> HistorySeries {
    HistorySeries(
      counter: name,
      labels: [
        .init(name: "site", value: route.site),
        .init(name: "http_request_method", value: route.name.method),
        .init(name: "http_route", value: route.name.path), .init(name: "outcome", value: outcome),
      ]
    )
  }
}

extension SiteRoute {
  /// The route of a series of requests.
  init?(_ series: HistorySeries) {
    let labels = Dictionary(series.labels.map { ($0.name, $0.value) }) { first, _ in first }
    guard let site = labels["site"], let name = TrafficModel.RouteName(labels: labels) else {
      return nil
    }
    self.init(site: site, name: name)
  }
}
