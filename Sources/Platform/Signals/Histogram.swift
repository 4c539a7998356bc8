// SPDX-License-Identifier: Apache-2.0

/// One series of values counted by size; `SignalShard.record` counts into it.
///
/// A histogram takes one page in a shard: the buckets, the values that were zero, and the sum, the
/// least and the largest value. The number of values is the sum of the buckets, so a reader never
/// sees the two disagree.
package struct Histogram: SignalSeries {
  let slot: Int
  /// In which unit values are recorded, and by which they are sorted.
  let unit: SignalUnit

  /// How many slots of 8 bytes a histogram takes: one page.
  static let slots = 512
}

extension Histogram {
  /// Where the parts of a histogram stand, from its first slot on.
  enum Part {
    static let sum = 0
    /// The complement of the least value, so that fresh memory says "none".
    static let least = 1
    static let largest = 2
    static let zeros = 3
    static let buckets = 4
  }
}
