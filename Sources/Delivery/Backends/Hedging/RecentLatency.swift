// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// Usual and late latency of a backend.
package struct RecentLatency: Sendable {
  /// Number of values after which the quantiles are recalculated.
  private static let freshness = 32

  private let lateShare: Double
  private var histogram: LatencyHistogram
  private var untilRefresh = 0
  /// Median of the recent latencies.
  package private(set) var usual: Duration?
  /// Quantile of the recent latencies above which a call is late.
  package private(set) var late: Duration?

  /// Makes a latency without values.
  package init(lateShare: Double = 0.95, halfLife: Duration = .seconds(30), at now: Instant) {
    self.lateShare = lateShare
    histogram = LatencyHistogram(halfLife: halfLife, at: now)
  }

  /// Number of values, the older ones counted less.
  package var count: Int { histogram.count }

  /// Records the latency of a call.
  package mutating func record(_ latency: Duration, at now: Instant) {
    histogram.record(latency, at: now)
    untilRefresh -= 1
    guard untilRefresh <= 0 else { return }
    untilRefresh = min(histogram.count, RecentLatency.freshness)
    usual = histogram.quantile(0.5)
    late = histogram.quantile(lateShare)
  }

  /// Calculates any quantile.
  package func quantile(_ share: Double) -> Duration? { histogram.quantile(share) }
}
