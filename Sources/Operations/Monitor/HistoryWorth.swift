// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals

/// The worth of a series: what rows without room for all series keep first.
enum HistoryWorth: Int, Sendable {
  /// The bad requests of promises.
  case broken
  /// All requests of promises.
  case judged
  /// Failures, and the counters and states of services, from which downtimes are computed.
  case failure
  /// Counters, which take little room.
  case count
  /// The durations of requests and of calls, from which costs, forecasts and pages are computed.
  case traffic
  case level, other

  init(_ series: HistorySeries) {
    func label(_ name: String) -> String? { series.labels.first { $0.name == name }?.value }
    if series.name == PromiseSeries.name {
      self = label("outcome") == PromiseSeries.judged ? .judged : .broken
    } else if let error = label("error_type") {
      self = error.isEmpty ? .traffic : .failure
    } else {
      self =
        switch series.kind {
        case .histogram: series.name == MetricName.compositions ? .traffic : .other
        case _ where label("backend") != nil: .failure
        case .counter: .count
        case .gauge: .level
        }
    }
  }
}
