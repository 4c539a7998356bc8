// SPDX-License-Identifier: Apache-2.0
//
// Log-linear buckets as HdrHistogram has them: values below 256 are exact, and each doubling above has
// 128 buckets of the same width. A quantile is the upper border of its bucket, so it is never too small
// and at most 0.8% too large. The histograms of metrics are coarser, since they are stored and sent.

/// The distribution of latencies in nanoseconds.
package struct LatencyDistribution: Sendable, Equatable {
  /// The binary logarithm of the buckets of a doubling.
  private static let bits = 7

  /// The number of values in each bucket, up to the largest that is not empty.
  private var buckets: [UInt64] = []
  package private(set) var count: UInt64 = 0
  /// The largest value, exactly; 0 without values.
  package private(set) var maximum: Int64 = 0

  package init() {}

  /// Counts a value; one below zero counts as zero.
  package mutating func record(_ nanoseconds: Int64) {
    let value = max(0, nanoseconds)
    let bucket = LatencyDistribution.bucket(of: UInt64(value))
    if bucket >= buckets.count { grow(to: bucket) }
    buckets[bucket] += 1
    count += 1
    maximum = max(maximum, value)
  }

  /// Adds the values of another distribution.
  package mutating func merge(_ other: LatencyDistribution) {
    if other.buckets.count > buckets.count { grow(to: other.buckets.count - 1) }
    for (bucket, count) in other.buckets.enumerated() { buckets[bucket] += count }
    count += other.count
    maximum = max(maximum, other.maximum)
  }

  /// Returns the values that came since `earlier`, an older copy of the same distribution.
  package func since(_ earlier: LatencyDistribution) -> LatencyDistribution {
    var growth = LatencyDistribution()
    growth.buckets = buckets.enumerated().map { bucket, count in
      count - (bucket < earlier.buckets.count ? min(count, earlier.buckets[bucket]) : 0)
    }
    growth.count = growth.buckets.reduce(0, +)
    if let last = growth.buckets.lastIndex(where: { $0 > 0 }) {
      growth.maximum = min(maximum, LatencyDistribution.upperBorder(of: last))
    }
    return growth
  }

  /// Returns the least value that the share `quantile` of all values does not exceed; `nil` without
  /// values.
  package func quantile(_ quantile: Double) -> Int64? {
    guard count > 0 else { return nil }
    let rank = (min(max(quantile, 0), 1) * Double(count)).rounded(.up)
    var below: UInt64 = 0
    for (bucket, count) in buckets.enumerated() where count > 0 {
      below += count
      if Double(below) >= rank { return min(LatencyDistribution.upperBorder(of: bucket), maximum) }
    }
    return maximum
  }

  private mutating func grow(to bucket: Int) {
    buckets += repeatElement(0, count: bucket + 1 - buckets.count)
  }

  private static func bucket(of value: UInt64) -> Int {
    let shift = max(0, UInt64.bitWidth - 1 - value.leadingZeroBitCount - bits)
    return shift << bits + Int(truncatingIfNeeded: value >> UInt64(shift))
  }

  private static func upperBorder(of bucket: Int) -> Int64 {
    let shift = max(0, bucket >> bits - 1)
    let mantissa = UInt64(bucket - shift << bits)
    return Int64(clamping: (mantissa + 1) << UInt64(shift) - 1)
  }
}
