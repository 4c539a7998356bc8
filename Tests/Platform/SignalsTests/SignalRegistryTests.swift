// SPDX-License-Identifier: Apache-2.0

import Signals
import Testing

@Suite struct `Declaring signals` {
  let registry: SignalRegistry
  let result = SignalLabel("result", ["hit", "miss"])

  init() throws { registry = try SignalRegistry(capacity: 1 << 14) }

  @Test(arguments: [
    "", "requests", "Portico_requests_total", "portico__requests_total", "_requests_total",
    "portico_requests_total_", "portico-requests_total", "portico_requests_count_total", "_total",
    "9_requests_total", "portico_9_total", "pörtico_requests_total", "portico_total_total",
  ])
  func `A counter whose name breaks Prometheus' rules is refused`(name: String) {
    #expect(throws: SignalFault.self) { try registry.counter(name, "Something.") }
  }

  @Test(arguments: [
    "portico_wait", "portico_wait_second", "portico_wait_bytes", "portico_wait_seconds_sum",
  ])
  func `A duration whose name does not end in its unit is refused`(name: String) {
    #expect(throws: SignalFault.self) {
      try registry.histogram(name, "Waiting.", unit: .seconds)
    }
  }

  @Test func `A counter whose unit does not stand before _total is refused`() throws {
    _ = try registry.counter("portico_sent_bytes_total", "Bytes sent.", unit: .bytes)
    #expect(throws: SignalFault.self) {
      try registry.counter("portico_bytes_sent_total", "Bytes sent.", unit: .bytes)
    }
  }

  @Test func `A name that ends in _info is for info metrics alone, and they need it`() throws {
    try registry.observe("portico_build_info", "What runs.", .info) { [] }
    #expect(throws: SignalFault.self) {
      try registry.observe("portico_build", "What runs.", .info) { [] }
    }
    #expect(throws: SignalFault.self) { try registry.gauge("portico_host_info", "No.") }
    #expect(throws: SignalFault.self) { try registry.counter("portico_build_info_total", "No.") }
  }

  @Test func `A metric without a description is refused`() {
    #expect(throws: SignalFault.self) { try registry.gauge("portico_connections", "") }
  }

  @Test(arguments: [
    [SignalLabel("le", ["1"])], [SignalLabel("quantile", ["1"])], [SignalLabel("", ["1"])],
    [SignalLabel("__name", ["1"])], [SignalLabel("route", [])],
    [SignalLabel("route", ["a", "b", "a"])],
    [SignalLabel("route", ["a"]), SignalLabel("route", ["b"])],
  ])
  func `A metric with malformed labels or repeated values is refused`(labels: [SignalLabel]) {
    #expect(throws: SignalFault.self) {
      try registry.counters("portico_requests_total", "Requests.", labels: labels)
    }
  }

  @Test func `Each combination of label values is a series of its own`() throws {
    let route = SignalLabel("route", ["/a", "/b", "/c"])
    let requests = try registry.counters(
      "portico_requests_total",
      "Requests.",
      labels: [route, result]
    )
    let shard = try registry.makeShard()
    for first in 0..<3 {
      for second in 0..<2 {
        #expect(requests[first, second] == requests[positions: [first, second]])
        shard.add(requests[first, second], first * 10 + second + 1)
      }
    }
    let family = try #require(registry.snapshot()["portico_requests_total"])
    #expect(family.series.count == 6)
    #expect(family["/c", "miss"] == .counter(22))
    #expect(family["/a", "hit"] == .counter(1))
    #expect(family["/a", "other"] == nil)
  }

  @Test func `A counter that is declared again gives the same series`() throws {
    let first = try registry.counter("portico_requests_total", "Requests.")
    let second = try registry.counter("portico_requests_total", "Requests.")
    #expect(first == second)
    #expect(registry.snapshot().families.count == 1)
  }

  @Test func `A family that is declared with new label values keeps the old ones`() throws {
    let shard = try registry.makeShard()
    let old = try registry.counters(
      "portico_requests_total",
      "Requests.",
      labels: [SignalLabel("route", ["/a", "/b"])]
    )
    shard.add(old[1], 5)
    let new = try registry.counters(
      "portico_requests_total",
      "Requests.",
      labels: [SignalLabel("route", ["/b", "/c"])]
    )
    shard.add(new[0])
    shard.add(new[1])
    let family = try #require(registry.snapshot()["portico_requests_total"])
    #expect(family.series.map(\.labelValues) == [["/a"], ["/b"], ["/c"]])
    #expect(family["/b"] == .counter(6))
    #expect(family["/c"] == .counter(1))
  }

  @Test func `A metric cannot take the name of one with another type or other labels`() throws {
    _ = try registry.gauge("portico_waiting", "Waiting.")
    let fault = #expect(throws: SignalFault.self) {
      try registry.histogram("portico_waiting", "Waiting.", unit: .none)
    }
    #expect(fault?.kind == .conflict)
    #expect(throws: SignalFault.self) {
      try registry.gauges("portico_waiting", "Waiting.", labels: [result])
    }
  }

  @Test func `A family of more than 2000 series is refused and leaves nothing behind`() throws {
    let many = SignalLabel("route", (0..<1000).map { "/\($0)" })
    _ = try registry.counters("portico_requests_total", "Requests.", labels: [many, result])
    let more = SignalLabel("route", ["/more"])
    let fault = #expect(throws: SignalFault.self) {
      try registry.counters("portico_requests_total", "Requests.", labels: [more, result])
    }
    #expect(fault?.kind == .tooManySeries)
    #expect(registry.snapshot()["portico_requests_total"]?.series.count == 2000)
    let wide = SignalLabel("code", ["1", "2", "3"])
    #expect(throws: SignalFault.self) {
      try registry.counters("portico_answers_total", "Answers.", labels: [many, wide])
    }
    #expect(registry.snapshot()["portico_answers_total"] == nil)
  }

  @Test func `A metric beyond the capacity of its registry is refused`() throws {
    let small = try SignalRegistry(capacity: 514)
    _ = try small.counter("portico_requests_total", "Requests.")
    _ = try small.histogram("portico_wait_seconds", "Waiting.", unit: .seconds)
    _ = try small.gauge("portico_connections", "Connections.")
    let fault = #expect(throws: SignalFault.self) {
      try small.gauge("portico_streams", "Streams.")
    }
    #expect(fault?.kind == .tooManySeries)
  }

  @Test func `Recording one signal does not change another`() throws {
    let sizes = try registry.histograms(
      "portico_size_bytes",
      "Sizes.",
      unit: .bytes,
      labels: [result]
    )
    let count = try registry.counter("portico_requests_total", "Requests.")
    let shard = try registry.makeShard()
    for value in [0, 1, Int.max] { shard.record(sizes[0], value) }
    #expect(registry.value(of: sizes[1]).count == 0)
    #expect(registry.value(of: count) == 0)
    shard.record(sizes[1], 1)
    #expect(registry.value(of: sizes[0]).count == 3)
  }

  @Test func `A snapshot lists families in the order of their declaration`() throws {
    _ = try registry.gauge("portico_zebra", "Z.")
    _ = try registry.counter("portico_ant_total", "A.")
    let families = registry.snapshot().families
    #expect(families.map(\.description.name) == ["portico_zebra", "portico_ant_total"])
    #expect(families.map(\.description.kind) == [.gauge, .counter])
    #expect(families[0][] == .gauge(0))
  }

  @Test func `The same metric of two labelled registries is told apart by their label`() throws {
    let shop = registry.labelled("site", "shop")
    let garden = registry.labelled("site", "garden")
    let outcomes = [SignalLabel("outcome", ["done", "failed"])]
    let declared = try [shop, garden].map {
      try $0.counters("portico_purges_total", "Purges.", labels: outcomes)
    }
    let shard = try garden.makeShard()
    shard.add(declared[0][1], 2)
    shard.add(declared[1][1], 3)
    #expect(registry.value(of: declared[0][1]) == 2)
    #expect(shop.value(of: declared[1][1]) == 3)
    let family = try #require(registry.snapshot().families.first)
    #expect(family.description.labelNames == ["site", "outcome"])
    #expect(
      family.series.map(\.labelValues) == [
        ["shop", "done"], ["shop", "failed"], ["garden", "done"], ["garden", "failed"],
      ]
    )
    #expect(throws: SignalFault.self) {
      try registry.counters("portico_purges_total", "Purges.", labels: outcomes)
    }
  }
}
