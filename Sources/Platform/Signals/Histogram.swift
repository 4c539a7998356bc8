// SPDX-License-Identifier: Apache-2.0

/// A series of values counted in buckets, recorded by `SignalShard.record`.
///
/// A histogram takes one page of a shard: the buckets, the count of zeros, the sum, the minimum and
/// the maximum. The number of values is the sum of the buckets, so a reader never sees the two
/// disagree.
package struct Histogram: SignalSeries {
  package static let kind = SignalKind.histogram
  let slot: Int
  /// The unit of recorded values.
  let unit: SignalUnit

  /// The 8-byte slots of a histogram: one page.
  package static let slots = 512

  package init(slot: Int, unit: SignalUnit) {
    self.slot = slot
    self.unit = unit
  }
}

extension Histogram {
  /// The offsets of a histogram's parts from its first slot.
  enum Part {
    static let sum = 0
    /// The complement of the minimum, so that zeroed memory means "none".
    static let least = 1
    static let largest = 2
    static let zeros = 3
    static let buckets = 4
    /// The time of the newest exemplar in seconds since 1970, behind the buckets.
    static let exemplarTime = buckets + ExponentialBuckets.count
  }
}
