// SPDX-License-Identifier: Apache-2.0

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

  /// The requests of a window by how a promise judges them.
  package struct Record: Sendable, Equatable {
    /// Requests that count for the promise.
    var judged: UInt64 = 0
    /// Those that were answered with an error.
    var failed: UInt64 = 0
    /// Those that were answered too late.
    var late: UInt64 = 0
    /// The time within which the promised share of them was answered.
    var latency: Double?

    init() {}

    init(_ requests: LiveTraffic.Requests, _ promise: TrafficModel.ServiceLevel) {
      judged = requests.judged
      failed = min(requests.failed, judged)
      let durations = requests.durations
      latency = durations.quantile(promise.percentile / 100)
      late =
        promise.within.map { durations.count - durations.count(upTo: $0.inSeconds) } ?? 0
    }

    /// The record with that of another time, whose latency is unknown.
    func adding(_ other: Record) -> Record {
      var sum = Record()
      sum.judged = judged.addingSaturating(other.judged)
      sum.failed = failed.addingSaturating(other.failed)
      sum.late = late.addingSaturating(other.late)
      return sum
    }

    /// True if more requests failed, or were late, than the promise allows.
    func breaks(_ promise: TrafficModel.ServiceLevel) -> Bool {
      BurnCounts(judged: judged, bad: failed).breaks(allowed: 1 - promise.availability / 100)
        || BurnCounts(judged: judged, bad: late).breaks(allowed: 1 - promise.percentile / 100)
    }
  }

  package let name: TrafficModel.RouteName
  package let state: State
  /// Requests a second in the last seconds.
  package let rate: Double
  /// `nil` for a route that the model does not name.
  package let expected: ExpectedTraffic.Route?
  package let record: Record?
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
      Record(judged.requests[expected.name] ?? LiveTraffic.Requests(), promise)
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
    self.name = name
    self.rate = rate
    expected = nil
    record = nil
    hits = .unknown
    state = .unmodelled
  }
}

extension Duration {
  var inSeconds: Double { self / .seconds(1) }
}
