// SPDX-License-Identifier: Apache-2.0
//
// Inside a bucket, values are taken to lie evenly on a logarithmic scale, as Prometheus does for
// native histograms. An estimate never leaves the least and the largest value that were recorded,
// so a distribution of one value is given back exactly.

import Glibc

extension HistogramSnapshot {
  /// Returns the value that the share `quantile` of all values does not exceed, in base units;
  /// `nil` without values, or when `quantile` is not within 0...1.
  package func quantile(_ quantile: Double) -> Double? {
    guard quantile >= 0, quantile <= 1, let minimum, let maximum else { return nil }
    let rank = quantile * Double(count)
    var below = Double(zeroCount)
    if rank <= below && zeroCount > 0 { return 0 }
    for (index, count) in buckets.enumerated() {
      let share = Double(count)
      guard below + share < rank || count == 0 else {
        let upper = ExponentialBuckets.upperBorder(firstBucket + index)
        let rest = 1 - max(0, rank - below) / share
        return min(max(upper * exp2(-rest / 8), minimum), maximum)
      }
      below += share
    }
    return maximum
  }

  /// Returns how many values are at most `bound`, in base units, as an estimate.
  ///
  /// Exact at bucket borders and from the largest value on, interpolated in between, and monotonic
  /// in `bound`.
  package func count(upTo bound: Double) -> UInt64 {
    if let maximum, bound >= maximum { return count }
    return classicBucket(upTo: bound)
  }

  /// The classic bucket `le="bound"`, which no further value makes less.
  ///
  /// Exact at bucket borders, interpolated in between, and monotonic in `bound`. The largest value
  /// is left out of it: a larger one could come later, and a counter must not go back.
  package func classicBucket(upTo bound: Double) -> UInt64 {
    guard let minimum, bound >= minimum else { return 0 }
    var total = zeroCount
    for (index, count) in buckets.enumerated() {
      let number = firstBucket + index
      if ExponentialBuckets.upperBorder(number) <= bound {
        total = total.addingSaturating(count)
        continue
      }
      let part = log2(bound) * 8 - Double(number - 1)
      guard part > 0 else { break }
      let estimate = UInt64(exactly: (Double(count) * min(part, 1)).rounded(.down)) ?? count
      return total.addingSaturating(min(estimate, count))
    }
    return total
  }
}
