// SPDX-License-Identifier: Apache-2.0

import LoadTest
import SeededTesting
import Testing

@Suite struct `A distribution of latencies` {
  @Test func `A latency quantile is at most 0.8% above the exact one and never below`() {
    var numbers = SeededNumbers(7)
    var values: [Int64] = [0, 1, 255, 256, 257, Int64.max]
    for _ in 0..<20_000 {
      values.append(Int64(truncatingIfNeeded: numbers.next() >> UInt64(numbers.next() % 60 + 1)))
    }
    var distribution = LatencyDistribution()
    for value in values { distribution.record(value) }
    values.sort()
    for quantile in [0, 0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 1] {
      let rank = max(1, Int((quantile * Double(values.count)).rounded(.up)))
      let exact = values[rank - 1]
      let found = distribution.quantile(quantile) ?? -1
      #expect(found >= exact && Double(found) <= Double(exact) * 1.008, "\(quantile): \(exact)")
    }
    #expect(distribution.maximum == .max)
  }

  @Test func `A latency distribution without values has no quantile`() {
    var distribution = LatencyDistribution()
    #expect(distribution.quantile(0.5) == nil)
    distribution.record(-5)
    #expect(distribution.quantile(1) == 0)
  }

  @Test func `A latency distribution can be merged and subtracted`() {
    var (all, first, second) =
      (LatencyDistribution(), LatencyDistribution(), LatencyDistribution())
    for value in stride(from: Int64(1), to: 1_000_000, by: 997) {
      all.record(value)
      if value < 400_000 { first.record(value) } else { second.record(value) }
    }
    let since = all.since(first)
    #expect(since.count == second.count)
    #expect(since.quantile(0.3) == second.quantile(0.3))
    second.merge(first)
    #expect(second == all)
  }
}
