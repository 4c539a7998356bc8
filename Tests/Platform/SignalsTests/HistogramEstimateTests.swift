// SPDX-License-Identifier: Apache-2.0

import Signals
import Testing

@Suite struct `Estimates from a histogram` {
  private func distribution(
    of values: some Sequence<Int>,
    unit: SignalUnit = .bytes
  ) throws -> HistogramSnapshot {
    let registry = try SignalRegistry(capacity: 512)
    let name = unit == .seconds ? "portico_wait_seconds" : "portico_size_bytes"
    let histogram = try registry.histogram(name, "Values.", unit: unit)
    let shard = try registry.makeShard()
    for value in values { shard.record(histogram, value) }
    return registry.value(of: histogram)
  }

  @Test(arguments: [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999])
  func `A quantile estimated from a histogram is within 4.4 percent of the true one`(
    quantile: Double
  ) throws {
    let uniform = try distribution(of: 1...100_000)
    let estimate = try #require(uniform.quantile(quantile))
    let truth = quantile * 100_000
    #expect(abs(estimate - truth) <= truth * 0.044, "\(estimate) for \(truth)")
  }

  @Test
  func `Quantiles of a histogram begin at the least value, end at the largest and never fall`()
    throws
  {
    let values = try distribution(of: [3, 900, 17, 17, 64, 100_000, 5])
    #expect(values.quantile(0) == 3)
    #expect(values.quantile(1) == 100_000)
    var last = 0.0
    for step in 0...1000 {
      let estimate = try #require(values.quantile(Double(step) / 1000))
      #expect(estimate >= last)
      last = estimate
    }
  }

  @Test func `Every quantile of a histogram with one value is that value`() throws {
    let values = try distribution(of: [250_000_000, 250_000_000], unit: .seconds)
    #expect(values.quantile(0.5) == 0.25)
    #expect(values.quantile(0.999) == 0.25)
  }

  @Test(arguments: [-0.1, 1.1, Double.nan, .infinity])
  func `A histogram gives no quantile outside of 0 to 1`(quantile: Double) throws {
    #expect(try distribution(of: [1, 2, 3]).quantile(quantile) == nil)
  }

  @Test func `Cumulative counts of a histogram are exact at powers of two`() throws {
    let values = try distribution(of: 0...1024)
    let bounds = (0...10).map { Double(1 << $0) }
    #expect(bounds.map(values.count(upTo:)) == (0...10).map { UInt64(1 << $0) + 1 })
  }

  @Test
  func `Cumulative counts for the usual bounds of durations never fall and are within 5 percent`()
    throws
  {
    let values = try distribution(
      of: stride(from: 0, to: 12_000_000_000, by: 1_777_777),
      unit: .seconds
    )
    let bounds = [
      0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, .infinity,
    ]
    let counts = bounds.map(values.count(upTo:))
    #expect(counts == counts.sorted())
    #expect(counts.last == values.count)
    for (bound, count) in zip(bounds, counts).dropLast() {
      let truth = bound / 0.001777777 + 1
      #expect(abs(Double(count) - truth) <= truth * 0.05 + 1, "\(bound)")
    }
    #expect(values.count(upTo: -1) == 0)
    #expect(values.count(upTo: .nan) == 0)
  }

  @Test func `A classic bucket never loses counts when a larger value is recorded`() throws {
    var values: [Int] = []
    var last = UInt64(0)
    for milliseconds in [740, 740, 745, 700, 760, 5_000, 720] {
      values.append(milliseconds * 1_000_000)
      let count = try distribution(of: values, unit: .seconds).classicBucket(upTo: 0.75)
      #expect(count >= last, "after \(milliseconds) ms")
      last = count
    }
  }
}
