// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// Recent latencies in buckets of an eighth of a doubling, from a microsecond to two minutes. Older
/// values count half as much with each half-life.
package struct LatencyHistogram: Sendable {
  /// Weight of a fresh value: it can be halved a few times before it is zero.
  private static let fresh: UInt32 = 64
  private static let buckets = 208

  private let halfLife: Duration
  private var counts = [UInt32](repeating: 0, count: LatencyHistogram.buckets)
  private var total: UInt64 = 0
  private var nextHalving: Instant

  /// An empty histogram.
  package init(halfLife: Duration = .seconds(30), at now: Instant) {
    self.halfLife = max(halfLife, .milliseconds(1))
    nextHalving = now + self.halfLife
  }

  /// Number of values, the older ones counted less.
  package var count: Int { Int(total / UInt64(LatencyHistogram.fresh)) }

  /// Counts a value.
  package mutating func record(_ latency: Duration, at now: Instant) {
    if now >= nextHalving { halve(at: now) }
    let bucket = LatencyHistogram.bucket(of: latency)
    counts[bucket] =
      counts[bucket].addingReportingOverflow(LatencyHistogram.fresh).overflow
      ? .max : counts[bucket] + LatencyHistogram.fresh
    total += UInt64(LatencyHistogram.fresh)
  }

  /// Returns the value that this share of the values does not exceed, rounded up by an eighth at
  /// most; `nil` without values.
  package func quantile(_ share: Double) -> Duration? {
    guard total > 0 else { return nil }
    let wanted = max(1, (Double(total) * min(max(share, 0), 1)).rounded(.up))
    var seen: UInt64 = 0
    for bucket in 0..<LatencyHistogram.buckets {
      seen += UInt64(counts[bucket])
      if Double(seen) >= wanted { return LatencyHistogram.border(of: bucket) }
    }
    return LatencyHistogram.border(of: LatencyHistogram.buckets - 1)
  }

  private mutating func halve(at now: Instant) {
    let lives = now.nanoseconds(since: nextHalving) / halfLife.nanoseconds + 1
    nextHalving = nextHalving + .nanoseconds(lives &* halfLife.nanoseconds)
    let shift = UInt32(min(lives, 31))
    total = 0
    for bucket in 0..<LatencyHistogram.buckets {
      counts[bucket] >>= shift
      total += UInt64(counts[bucket])
    }
  }

  /// Returns the bucket of a latency: below eight microseconds each has one, above that the three
  /// bits after the first one decide.
  package static func bucket(of latency: Duration) -> Int {
    let micros = UInt64(max(latency.nanoseconds, 0)) / 1_000
    guard micros >= 8 else { return Int(micros) }
    let doubling = 63 - micros.leadingZeroBitCount
    let step = Int(micros >> UInt64(doubling - 3) & 7)
    return min((doubling - 2) * 8 + step, buckets - 1)
  }

  /// Returns the lower bound of the next bucket.
  package static func border(of bucket: Int) -> Duration {
    guard bucket >= 8 else { return .microseconds(bucket + 1) }
    let (doubling, step) = (bucket / 8 + 2, bucket % 8)
    return .microseconds((8 + step + 1) << (doubling - 3))
  }
}
