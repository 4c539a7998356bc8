// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Reactor

/// What was seen of a backend's load since some moment.
struct LoadWindow: Sendable {
  let start: Instant
  /// The most calls that were under way at once.
  var peak: Int
  /// How many latencies are in the sums.
  private(set) var measured = 0
  private var least = 0.0
  private var most = 0.0
  private var squares = 0.0
  var wasOverloaded = false

  init(at now: Instant, inFlight: Int) {
    start = now
    peak = inFlight
  }

  /// The average latency in nanoseconds, if each call took as little as it can have taken.
  var leastMean: Double { measured > 0 ? least / Double(measured) : 0 }
  /// The average latency in nanoseconds, if each call took as much as it can have taken.
  var mostMean: Double { measured > 0 ? most / Double(measured) : 0 }

  /// Whether the average is known to about this part of itself, by the spread of the latencies.
  func isMeanKnown(within part: Double) -> Bool {
    let count = Double(measured)
    // The variance of the mean, times the count twice to spare the divisions.
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
