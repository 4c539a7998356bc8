// SPDX-License-Identifier: Apache-2.0

import Reactor

/// What was seen of a backend's load since some moment.
struct LoadWindow: Sendable {
  let start: Instant
  /// The most calls that were under way at once.
  var peak: Int
  /// How many latencies are in the sum.
  private(set) var measured = 0
  private var sum = 0.0
  private var squares = 0.0
  var wasOverloaded = false

  /// Whether the average is known to about this part of itself, by the spread of the latencies.
  func isMeanKnown(within part: Double) -> Bool {
    let count = Double(measured)
    // The variance of the mean, times the count twice to spare the divisions.
    return squares * count - sum * sum <= sum * sum * count * part * part
  }

  init(at now: Instant, inFlight: Int) {
    start = now
    peak = inFlight
  }

  /// The average latency in nanoseconds.
  var mean: Double { measured > 0 ? sum / Double(measured) : 0 }

  mutating func measure(_ latency: Duration) {
    let value = Double(max(latency.nanoseconds, 1))
    sum += value
    squares += value * value
    measured += 1
  }
}
