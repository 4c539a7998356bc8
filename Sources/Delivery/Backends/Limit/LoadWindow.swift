// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Reactor

/// Measurements of a backend's load since an instant.
struct LoadWindow: Sendable {
  let start: Instant
  /// Maximum number of calls that were under way at once.
  var peak: Int
  /// Number of latencies in the sums.
  private(set) var measured = 0
  private var least = 0.0
  private var most = 0.0
  private var squares = 0.0
  var wasOverloaded = false

  init(at now: Instant, inFlight: Int) {
    start = now
    peak = inFlight
  }

  /// Lower bound of the average latency in nanoseconds.
  var leastMean: Double { measured > 0 ? least / Double(measured) : 0 }
  /// Upper bound of the average latency in nanoseconds.
  var mostMean: Double { measured > 0 ? most / Double(measured) : 0 }

  /// Whether the average is known to about this relative precision, by the spread of the latencies.
  func isMeanKnown(within part: Double) -> Bool {
    let count = Double(measured)
    // The variance of the mean, times the count squared to spare the divisions.
    return squares * count - most * most <= most * most * count * part * part
  }

  mutating func measure(_ latency: ResponseLatency) {
    let value = Double(max(latency.most.nanoseconds, 1))
    least += Double(max(latency.least.nanoseconds, 0))
    most += value
    squares += value * value
    measured += 1
  }
}
