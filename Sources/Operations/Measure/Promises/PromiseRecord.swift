// SPDX-License-Identifier: Apache-2.0

import Signals
package import Sites

/// The requests of a window by how a promise judges them.
package struct PromiseRecord: Sendable, Equatable {
  /// The seconds for which promises are judged.
  package static let window = 60.0

  /// Requests that count for the promise.
  package var judged: UInt64 = 0
  /// Those that were answered with an error.
  package var failed: UInt64 = 0
  /// Those that were answered too late.
  package var late: UInt64 = 0
  /// The time within which the promised share of them was answered.
  package var latency: Double?

  package init() {}

  package init(_ requests: LiveTraffic.Requests, _ promise: TrafficModel.ServiceLevel) {
    judged = requests.judged
    failed = min(requests.failed, judged)
    let durations = requests.durations
    latency = durations.quantile(promise.percentile / 100)
    late = promise.within.map { durations.count - durations.count(upTo: $0.inSeconds) } ?? 0
  }

  /// The record with that of another time, whose latency is unknown.
  package func adding(_ other: PromiseRecord) -> PromiseRecord {
    var sum = PromiseRecord()
    sum.judged = judged.addingSaturating(other.judged)
    sum.failed = failed.addingSaturating(other.failed)
    sum.late = late.addingSaturating(other.late)
    return sum
  }

  /// True if more requests failed, or were late, than the promise allows.
  package func breaks(_ promise: TrafficModel.ServiceLevel) -> Bool {
    BurnCounts(judged: judged, bad: failed).breaks(allowed: 1 - promise.availability / 100)
      || BurnCounts(judged: judged, bad: late).breaks(allowed: 1 - promise.percentile / 100)
  }
}

extension Duration {
  package var inSeconds: Double { self / .seconds(1) }
}
