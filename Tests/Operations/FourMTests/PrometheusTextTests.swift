// SPDX-License-Identifier: Apache-2.0

import FourM
import Signals
import Testing

@Suite struct `Signals as Prometheus reads them` {
  @Test func `have their help, their type and their labels`() throws {
    let registry = try SignalRegistry()
    let counters = try registry.counters(
      "portico_things_total",
      "Things, \"quoted\" and \\ so on.",
      labels: [SignalLabel("kind", ["a\"b", "c\\d"])]
    )
    let gauge = try registry.gauge("portico_level", "A level.")
    let shard = try registry.makeShard()
    shard.add(counters[0], 3)
    shard.set(gauge, -2)
    var text = PrometheusText()
    text.write(registry.snapshot())
    #expect(
      text.text == """
        # HELP portico_things_total Things, "quoted" and \\\\ so on.
        # TYPE portico_things_total counter
        portico_things_total{kind="a\\"b"} 3
        portico_things_total{kind="c\\\\d"} 0
        # HELP portico_level A level.
        # TYPE portico_level gauge
        portico_level -2

        """
    )
  }

  @Test func `have buckets that add up`() throws {
    let registry = try SignalRegistry()
    let histogram = try registry.histogram("portico_wait_seconds", "Waits.", unit: .seconds)
    let shard = try registry.makeShard()
    for milliseconds in [0, 1, 2, 30, 400, 20_000] {
      shard.record(histogram, milliseconds * 1_000_000)
    }
    var text = PrometheusText()
    text.write(registry.snapshot())
    let lines = text.text.split(separator: "\n").map(String.init)
    #expect(lines.contains(#"portico_wait_seconds_bucket{le="0.0025"} 3"#))
    #expect(lines.contains(#"portico_wait_seconds_bucket{le="0.05"} 4"#))
    #expect(lines.contains(#"portico_wait_seconds_bucket{le="10.0"} 5"#))
    #expect(lines.contains(#"portico_wait_seconds_bucket{le="+Inf"} 6"#))
    #expect(lines.contains("portico_wait_seconds_count 6"))
    let counts = lines.filter { $0.contains("_bucket") }
      .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(counts == counts.sorted())
  }
}
