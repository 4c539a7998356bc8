// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// What is usual of a backend, and what is late.
package struct RecentLatency: Sendable {
  /// So many values apart the quantiles are counted anew.
  private static let freshness = 32

  private let lateShare: Double
  private var histogram: LatencyHistogram
  private var untilRefresh = 0
  /// What half of the calls took at most.
  package private(set) var usual: Duration?
  /// What nearly all of the calls took at most, by the share that was asked for.
  package private(set) var late: Duration?

  /// Nothing is known yet.
  package init(lateShare: Double = 0.95, halfLife: Duration = .seconds(30), at now: Instant) {
    self.lateShare = lateShare
    histogram = LatencyHistogram(halfLife: halfLife, at: now)
  }

  /// How many values there are, the older ones counted less.
  package var count: Int { histogram.count }

  /// A call took so long.
  package mutating func record(_ latency: Duration, at now: Instant) {
    histogram.record(latency, at: now)
    untilRefresh -= 1
    guard untilRefresh <= 0 else { return }
    untilRefresh = min(histogram.count, RecentLatency.freshness)
    usual = histogram.quantile(0.5)
    late = histogram.quantile(lateShare)
  }

  /// Any quantile, counted now.
  package func quantile(_ share: Double) -> Duration? { histogram.quantile(share) }
}
