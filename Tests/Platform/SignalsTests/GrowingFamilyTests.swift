// SPDX-License-Identifier: Apache-2.0

import Signals
import Testing

@Suite struct `A family that grows with use` {
  let registry: SignalRegistry
  let requests: GrowingFamily<Counter>
  let shard: SignalShard

  init() throws {
    registry = try SignalRegistry(capacity: 1 << 14)
    requests = try registry.growing(
      "portico_requests_total",
      "Requests.",
      labels: ["method", "route", "status"],
      folding: ["route", "method"]
    )
    shard = try registry.makeShard()
  }

  private var family: SignalSnapshot.Family? { registry.snapshot()["portico_requests_total"] }

  @Test func `A growing family has no series before one is asked for, except that of the overflow`()
    throws
  {
    #expect(family?.series.map(\.labelValues) == [["_overflow", "_overflow", "_overflow"]])
  }

  @Test func `A growing family gives the same series for the same label values`() throws {
    let series = requests.series(["GET", "/a", "200"])
    #expect(series == requests.series(["GET", "/a", "200"]))
    #expect(series != requests.series(["GET", "/a", "404"]))
    shard.add(series, 2)
    #expect(family?["GET", "/a", "200"] == .counter(2))
    #expect(
      registry.snapshot()["portico_metric_overflow_total"]?["portico_requests_total"] == .counter(0)
    )
  }

  @Test func `A full growing family folds only the route into the overflow, and counts that`()
    throws
  {
    for number in 0..<3_000 { shard.add(requests.series(["GET", "/\(number)", "200"])) }
    shard.add(requests.series(["GET", "/new", "500"]))
    shard.add(requests.series(["GET", "/0", "200"]))
    let family = try #require(family)
    #expect(family["GET", "/0", "200"] == .counter(2))
    #expect(family["GET", "_overflow", "200"] == .counter(1_001))
    #expect(family["GET", "_overflow", "500"] == .counter(1))
    let folded = registry.snapshot()["portico_metric_overflow_total"]
    #expect(folded?["portico_requests_total"] == .counter(1_002))
  }

  @Test func `A full growing family keeps statuses apart, however many values other labels have`()
    throws
  {
    for number in 0..<4_000 {
      shard.add(requests.series(["M\(number)", "/\(number)", number % 2 == 0 ? "200" : "500"]))
    }
    let family = try #require(family)
    #expect(family.series.count <= 2_503)
    for status in ["200", "500"] {
      let sum = family.series.filter { $0.labelValues[2] == status }.reduce(UInt64(0)) {
        sum,
        series in
        if case .counter(let count) = series.value { sum + count } else { sum }
      }
      #expect(sum == 2_000)
    }
  }

  @Test func `A million distinct label values take no memory beyond the limit of a family`() throws
  {
    for number in 0..<3_000 { shard.add(requests.series(["GET", "/\(number)", "200"])) }
    let before = try #require(family).series.count
    for number in 0..<1_000_000 { shard.add(requests.series(["GET", "/x\(number)", "200"])) }
    #expect(family?.series.count == before)
    #expect(family?["GET", "_overflow", "200"] == .counter(1_001_001))
  }

  @Test func `A growing family counts into the overflow when the whole registry is full`() throws {
    let small = try SignalRegistry(capacity: 516)
    let waits: GrowingFamily<Histogram> = try small.growing(
      "portico_wait_seconds",
      "Waits.",
      unit: .seconds,
      labels: ["route"],
      folding: ["route"]
    )
    let shard = try small.makeShard()
    for number in 0..<10 { shard.record(waits.series(["/\(number)"]), 1_000) }
    let series = try #require(small.snapshot()["portico_wait_seconds"]).series
    #expect(series.map(\.labelValues) == [["_overflow"]])
    guard case .histogram(let histogram)? = series.first?.value else { return }
    #expect(histogram.count == 10)
  }

  @Test func `A growing family has the labels of its registry in front of its own`() throws {
    let shop: GrowingFamily<Counter> = try registry.labelled("site", "shop").growing(
      "portico_calls_total",
      "Calls.",
      labels: ["route"],
      folding: ["route"]
    )
    shard.add(shop.series(["/a"]))
    #expect(registry.snapshot()["portico_calls_total"]?["shop", "/a"] == .counter(1))
  }
}
