// SPDX-License-Identifier: Apache-2.0

import Signals
import Synchronization
import Testing

@Suite struct `Metrics observed when they are read` {
  let registry: SignalRegistry

  init() throws { registry = try SignalRegistry(capacity: 1 << 14) }

  @Test func `An observed gauge has the present values, and no series that is gone`() throws {
    let ends = Mutex([("a", 1), ("b", 2)])
    try registry.observe("portico_end", "Ends.", .gauge, labels: ["file"]) {
      ends.withLock { $0 }.map { .init([$0.0], $0.1) }
    }
    #expect(registry.snapshot()["portico_end"]?["b"] == .gauge(2))
    ends.withLock { $0 = [("a", 5)] }
    let family = try #require(registry.snapshot()["portico_end"])
    #expect(family.series.map(\.labelValues) == [["a"]] && family["a"] == .gauge(5))
  }

  @Test func `Observed metrics of the same name are told apart by their registry's label`() throws {
    for site in ["shop", "garden"] {
      try registry.labelled("site", site).observe("portico_lookups_total", "Lookups.", .counter) {
        [.init([], site.utf8.count)]
      }
    }
    let family = try #require(registry.snapshot()["portico_lookups_total"])
    #expect(family["shop"] == .counter(4) && family["garden"] == .counter(6))
  }

  @Test func `An observed family has at most 2000 series`() throws {
    try registry.observe("portico_end", "Ends.", .gauge, labels: ["file"]) {
      (0..<3_000).map { .init(["\($0)"], $0) }
    }
    try registry.observe("portico_seen_total", "Seen.", .counter, labels: ["file"]) {
      (0..<3_000).map { .init(["\($0)"], $0) }
    }
    let snapshot = registry.snapshot()
    #expect(snapshot["portico_end"]?.series.count == 2_000)
    #expect(snapshot["portico_seen_total"]?.series.count == 2_000)
  }

  @Test func `An observed metric cannot take the name of another`() throws {
    try registry.observe("portico_end", "Ends.", .gauge) { [] }
    #expect(throws: SignalFault.self) { try registry.counter("portico_end", "Ends.") }
    #expect(throws: SignalFault.self) {
      try registry.observe("portico_end", "Other ends.", .gauge) { [] }
    }
  }

  @Test func `A histogram keeps at most one exemplar a second, and one for each bucket`() throws {
    let waits = try registry.histogram("portico_wait_seconds", "Waits.", unit: .seconds)
    let shard = try registry.makeShard()
    func exemplar(_ trace: String, _ value: Double, _ second: Int64) -> Exemplar {
      Exemplar(traceID: trace, spanID: "s", value: value, seconds: second)
    }
    var asked = 0
    for (trace, value, second) in [("a", 1.0, Int64(1)), ("b", 2, 1), ("c", 2, 2), ("d", 2, 3)] {
      shard.exemplify(waits, at: second) {
        asked += 1
        return exemplar(trace, value, second)
      }
    }
    #expect(asked == 3)
    let series = try #require(registry.snapshot()["portico_wait_seconds"]?.series.first)
    #expect(series.exemplars == [exemplar("a", 1, 1), exemplar("d", 2, 3)])
  }
}
