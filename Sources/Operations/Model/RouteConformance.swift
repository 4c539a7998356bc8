// SPDX-License-Identifier: Apache-2.0

package import Measure
import Signals
package import Sites

/// The conformance of one route's present traffic to the model.
package struct RouteConformance: Sendable {
  /// The states, ordered by urgency.
  package enum State: String, Sendable, CaseIterable {
    case idle
    case within
    case aboveSteady = "above_steady"
    /// Traffic that the model does not name.
    case unmodelled
    case abovePeak = "above_peak"
    case outOfSLA = "out_of_sla"
  }

  package let name: TrafficModel.RouteName
  package let state: State
  /// Requests a second in the last seconds.
  package let rate: Double
  /// `nil` for a route that the model does not name.
  package let expected: ExpectedTraffic.Route?
  package let record: PromiseRecord?
  /// The share of its answers that needed no service, beside the model's; empty for a route that calls
  /// none.
  package let hits: ModelConformance.Drift

  /// - Parameters:
  ///   - recent: the last seconds, for the rate.
  ///   - judged: the time for which promises are judged.
  ///   - shares: the time for hits.
  init(
    _ expected: ExpectedTraffic.Route,
    recent: LiveTraffic,
    judged: LiveTraffic,
    shares: LiveTraffic
  ) {
    name = expected.name
    self.expected = expected
    rate = recent.rate(of: expected.name)
    hits = ModelConformance.Drift(
      measured: expected.calls.isEmpty ? nil : shares.hitRatio(of: expected.name),
      expected: expected.calls.isEmpty ? nil : expected.hits
    )
    let record = expected.promise.map { promise in
      PromiseRecord(judged.requests[expected.name] ?? LiveTraffic.Requests(), promise)
    }
    self.record = record
    state =
      if let promise = expected.promise, record?.breaks(promise) == true {
        .outOfSLA
      } else if rate == 0 { .idle } else if rate > expected.rates.peak {
        .abovePeak
      } else if rate > expected.rates.steady { .aboveSteady } else { .within }
  }

  /// Traffic that the model does not name.
  init(unmodelled name: TrafficModel.RouteName, rate: Double) {
    (self.name, self.rate) = (name, rate)
    expected = nil
    record = nil
    hits = .unknown
    state = .unmodelled
  }
}
