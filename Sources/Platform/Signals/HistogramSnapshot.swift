// SPDX-License-Identifier: Apache-2.0

/// The buckets, sum, minimum and maximum of a histogram at one time.
package struct HistogramSnapshot: Sendable, Equatable {
  package let unit: SignalUnit
  /// The number of zeros.
  package private(set) var zeroCount: UInt64
  /// The index of the first bucket in `buckets`, as Prometheus counts: bucket i holds 2^((i-1)/8) <
  /// value <= 2^(i/8), in base units.
  package private(set) var firstBucket: Int
  /// The count of each bucket; neither the first nor the last is empty.
  package private(set) var buckets: [UInt64]
  /// The sum of all values, in recorded units.
  package private(set) var recordedSum: UInt64
  /// The minimum and maximum in recorded units; `nil` without values.
  package private(set) var recordedRange: ClosedRange<UInt64>?

  /// The number of values.
  package var count: UInt64 { buckets.reduce(zeroCount) { $0.addingSaturating($1) } }

  /// The sum of all values in base units.
  package var sum: Double { Double(recordedSum) / unit.recordedPerBase }

  package var minimum: Double? {
    recordedRange.map { Double($0.lowerBound) / unit.recordedPerBase }
  }

  package var maximum: Double? {
    recordedRange.map { Double($0.upperBound) / unit.recordedPerBase }
  }

  /// Creates an empty distribution.
  package init(unit: SignalUnit) {
    self.unit = unit
    zeroCount = 0
    firstBucket = 0
    buckets = []
    recordedSum = 0
    recordedRange = nil
  }

  /// Reads the slots of a histogram, by their offsets from its first one.
  package init(unit: SignalUnit, _ slot: (Int) -> UInt64) {
    typealias Part = Histogram.Part
    self.init(unit: unit)
    let least = ~slot(Part.least)
    guard least < .max else { return }
    // A value being recorded at this moment may be in only one of the two.
    recordedRange = least...max(least, slot(Part.largest))
    recordedSum = slot(Part.sum)
    zeroCount = slot(Part.zeros)
    let counts = (0..<ExponentialBuckets.count).map { slot(Part.buckets + $0) }
    guard let low = counts.firstIndex(where: { $0 > 0 }),
      let high = counts.lastIndex(where: { $0 > 0 })
    else { return }
    firstBucket = ExponentialBuckets.first(of: unit) + low
    buckets = Array(counts[low...high])
  }

  /// The slots of a histogram that has these values, as `init(unit:_:)` reads them.
  package var slots: [UInt64] {
    typealias Part = Histogram.Part
    var slots = [UInt64](repeating: 0, count: Histogram.slots)
    guard let recordedRange else { return slots }
    slots[Part.sum] = recordedSum
    slots[Part.least] = ~recordedRange.lowerBound
    slots[Part.largest] = recordedRange.upperBound
    slots[Part.zeros] = zeroCount
    let first = Part.buckets + firstBucket - ExponentialBuckets.first(of: unit)
    for (place, count) in buckets.enumerated() { slots[first + place] = count }
    return slots
  }

  /// Adds the values of `other`, which has the same unit.
  package mutating func merge(_ other: HistogramSnapshot) {
    precondition(unit == other.unit, "histograms of \(unit) and \(other.unit) cannot be merged")
    zeroCount = zeroCount.addingSaturating(other.zeroCount)
    recordedSum = recordedSum.addingSaturating(other.recordedSum)
    recordedRange =
      switch (recordedRange, other.recordedRange) {
      case (let mine?, let theirs?):
        min(mine.lowerBound, theirs.lowerBound)...max(mine.upperBound, theirs.upperBound)
      case (let range, nil), (nil, let range): range
      }
    guard !other.buckets.isEmpty else { return }
    guard !buckets.isEmpty else {
      buckets = other.buckets
      firstBucket = other.firstBucket
      return
    }
    let first = min(firstBucket, other.firstBucket)
    let end = max(firstBucket + buckets.count, other.firstBucket + other.buckets.count)
    var sums = [UInt64](repeating: 0, count: end - first)
    for part in [self, other] {
      for (index, count) in part.buckets.enumerated() {
        let place = part.firstBucket - first + index
        sums[place] = sums[place].addingSaturating(count)
      }
    }
    firstBucket = first
    buckets = sums
  }

  /// Returns the values that came since `earlier`, an older snapshot of the same histogram.
  ///
  /// The minimum and the maximum are the borders of the buckets that have grown, since a snapshot
  /// remembers only those of all values.
  package func since(_ earlier: HistogramSnapshot) -> HistogramSnapshot {
    let counts = buckets.indices.map { index in
      let place = firstBucket + index - earlier.firstBucket
      let before = earlier.buckets.indices.contains(place) ? earlier.buckets[place] : 0
      return buckets[index] - min(buckets[index], before)
    }
    var growth = HistogramSnapshot(
      unit: unit,
      zeroCount: zeroCount - min(zeroCount, earlier.zeroCount),
      firstBucket: firstBucket,
      buckets: counts,
      recordedSum: recordedSum - min(recordedSum, earlier.recordedSum)
    )
    guard let recordedRange, let borders = growth.recordedRange else { return growth }
    let lower = max(borders.lowerBound, recordedRange.lowerBound)
    growth.recordedRange = lower...max(lower, min(borders.upperBound, recordedRange.upperBound))
    return growth
  }

  /// Creates a distribution of counted buckets, whose borders stand for the minimum and the maximum.
  package init(
    unit: SignalUnit,
    zeroCount: UInt64,
    firstBucket: Int,
    buckets counts: [UInt64],
    recordedSum: UInt64
  ) {
    self.init(unit: unit)
    self.zeroCount = zeroCount
    self.recordedSum = recordedSum
    let low = counts.firstIndex { $0 > 0 }
    if let low, let high = counts.lastIndex(where: { $0 > 0 }) {
      self.firstBucket = firstBucket + low
      buckets = Array(counts[low...high])
    }
    guard count > 0 else { return }
    let first = self.firstBucket
    let least = zeroCount > 0 ? 0 : recorded(ExponentialBuckets.upperBorder(first - 1))
    let largest =
      low == nil ? 0 : recorded(ExponentialBuckets.upperBorder(first + buckets.count - 1))
    recordedRange = least...max(least, largest)
  }

  /// A number of base units in recorded ones, as near as an integer comes.
  private func recorded(_ base: Double) -> UInt64 {
    let scaled = (base * unit.recordedPerBase).rounded()
    return scaled < 0x1p64 ? UInt64(scaled) : .max
  }
}
