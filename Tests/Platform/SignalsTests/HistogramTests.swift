// SPDX-License-Identifier: Apache-2.0

import Signals
import Testing

@Suite struct `A histogram` {
  let registry: SignalRegistry
  let shard: SignalShard
  let sizes: Histogram
  let times: Histogram

  init() throws {
    registry = try SignalRegistry(capacity: 1 << 14)
    shard = try registry.makeShard()
    sizes = try registry.histogram("portico_size_bytes", "Sizes.", unit: .bytes)
    times = try registry.histogram("portico_wait_seconds", "Waiting.", unit: .seconds)
  }

  /// A histogram of its own for each value would need too many: the bucket is where the count of
  /// one more value appears.
  private func bucket(of value: Int, in unit: SignalUnit = .bytes) throws -> Int {
    let registry = try SignalRegistry(capacity: 512)
    let name = unit == .seconds ? "portico_wait_seconds" : "portico_size_bytes"
    let histogram = try registry.histogram(name, "One value.", unit: unit)
    try registry.makeShard().record(histogram, value)
    let distribution = registry.value(of: histogram)
    #expect(distribution.buckets == [1])
    return distribution.firstBucket
  }

  @Test func `A histogram puts each number into the bucket that exact integer arithmetic gives`()
    throws
  {
    // value <= 2^(i/8) is value^8 <= 2^i, which 128 bits decide exactly up to 65535.
    for value in Array(1...600) + [4095, 4096, 4097, 46340, 46341, 46342, 65535] {
      let square = UInt128(value) * UInt128(value)
      let power = square * square * square * square
      let expected = 128 - (power - 1).leadingZeroBitCount
      #expect(try bucket(of: value) == expected, "\(value)")
    }
  }

  @Test(arguments: 0..<63)
  func `A histogram puts a power of two into the lower bucket, and the next number above`(
    power: Int
  ) throws {
    #expect(try bucket(of: 1 << power) == power * 8)
    if power > 3 && power < 53 {
      #expect(try bucket(of: 1 << power + 1) == power * 8 + 1)
      #expect(try bucket(of: 1 << power - 1) == power * 8)
    }
  }

  @Test(arguments: [
    (1, -239), (1_953_125, -72), (1_953_126, -71), (500_000_000, -8), (500_000_001, -7),
    (1_000_000_000, 0), (1_000_000_001, 1), (1_090_507_732, 1), (1_090_507_733, 2),
    (2_000_000_000, 8), (60_000_000_000, 48), (Int.max, 265),
  ])
  func `A histogram in seconds sorts nanoseconds into the buckets of their seconds`(
    nanoseconds: Int,
    number: Int
  ) throws {
    #expect(try bucket(of: nanoseconds, in: .seconds) == number)
  }

  @Test func `A histogram counts zero and negative values in a bucket of their own`() {
    for value in [0, -1, Int.min] { shard.record(times, value) }
    let distribution = registry.value(of: times)
    #expect(distribution.zeroCount == 3)
    #expect(distribution.count == 3)
    #expect(distribution.buckets.isEmpty)
    #expect(distribution.minimum == 0)
    #expect(distribution.quantile(0.99) == 0)
  }

  @Test func `A histogram knows the exact sum, minimum and maximum of its values`() {
    for value in [700, 30, 9000] { shard.record(sizes, value) }
    let distribution = registry.value(of: sizes)
    #expect(distribution.sum == 9730)
    #expect(distribution.minimum == 30)
    #expect(distribution.maximum == 9000)
    #expect(distribution.count == 3)
    shard.record(times, 1_500_000_000)
    #expect(registry.value(of: times).sum == 1.5)
  }

  @Test func `The sum of a histogram stops at its largest value instead of overflowing`() {
    for _ in 0..<3 { shard.record(sizes, .max) }
    let distribution = registry.value(of: sizes)
    #expect(distribution.recordedSum == .max)
    #expect(distribution.count == 3)
  }

  @Test func `An empty histogram has no estimates`() {
    let empty = HistogramSnapshot(unit: .bytes)
    #expect(registry.value(of: sizes) == empty)
    #expect(empty.quantile(0.5) == nil)
    #expect(empty.minimum == nil)
    #expect(empty.count(upTo: 100) == 0)
  }

  @Test func `Merged histograms equal one that has recorded all values`() throws {
    let other = try SignalRegistry(capacity: 1 << 14)
    let otherSizes = try other.histogram("portico_size_bytes", "Sizes.", unit: .bytes)
    let otherShard = try other.makeShard()
    let all = try SignalRegistry(capacity: 1 << 14)
    let allSizes = try all.histogram("portico_size_bytes", "Sizes.", unit: .bytes)
    let allShard = try all.makeShard()
    for value in [0, 5, 70, 70] {
      shard.record(sizes, value)
      allShard.record(allSizes, value)
    }
    for value in [3, 80, 100_000] {
      otherShard.record(otherSizes, value)
      allShard.record(allSizes, value)
    }
    var merged = HistogramSnapshot(unit: .bytes)
    merged.merge(registry.value(of: sizes))
    merged.merge(other.value(of: otherSizes))
    merged.merge(HistogramSnapshot(unit: .bytes))
    #expect(merged == all.value(of: allSizes))
  }
}
