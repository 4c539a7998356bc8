// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import Reactor

/// Measurements of a backend's load since an instant.
package struct LoadWindow: Sendable {
  package let start: Instant
  /// Maximum number of calls that were under way at once.
  package var peak: Int
  /// Number of latencies in the sums.
  package private(set) var measured = 0
  private var least = 0.0
  private var most = 0.0
  private var squares = 0.0
  package var wasOverloaded = false

  package init(at now: Instant, inFlight: Int) {
    start = now
    peak = inFlight
  }

  /// Lower bound of the average latency in nanoseconds.
  package var leastMean: Double { measured > 0 ? least / Double(measured) : 0 }
  /// Upper bound of the average latency in nanoseconds.
  package var mostMean: Double { measured > 0 ? most / Double(measured) : 0 }

  /// Whether the average is known to about this relative precision, by the spread of the latencies.
  package func isMeanKnown(within part: Double) -> Bool {
    let count = Double(measured)
    // The variance of the mean, times the count squared to spare the divisions.
    return squares * count - most * most <= most * most * count * part * part
  }

  package mutating func measure(_ latency: ResponseLatency) {
    let value = Double(max(latency.most.nanoseconds, 1))
    least += Double(max(latency.least.nanoseconds, 0))
    most += value
    squares += value * value
    measured += 1
  }
}
