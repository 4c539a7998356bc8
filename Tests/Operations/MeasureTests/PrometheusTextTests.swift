// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals
import Testing

/// Signals of each kind, with some values.
struct SomeSignals {
  let registry: SignalRegistry
  let shard: SignalShard

  init() throws {
    registry = try SignalRegistry(capacity: 1 << 14)
    shard = try registry.makeShard()
    let counters = try registry.counters(
      "portico_things_total",
      "Things, \"quoted\" and \\ so on.",
      labels: [SignalLabel("kind", ["a\"b", "c\\d"])]
    )
    shard.add(counters[0], 3)
    shard.set(try registry.gauge("portico_level", "A level."), -2)
    try registry.observe("portico_build_info", "What runs.", .info, labels: ["version"]) {
      [.init(["1.0"], 1)]
    }
    try registry.observe(
      "portico_circuit_state",
      "Circuits.",
      .stateSet,
      labels: ["backend", "portico_circuit_state"]
    ) { [.init(["prices", "open"], 1), .init(["prices", "closed"], 0)] }
    try registry.observe("portico_pressure_ratio", "Pressure.", .gauge, unit: .ratio) {
      [.init([], 250_000)]
    }
    let waits = try registry.histogram("portico_wait_seconds", "Waits.", unit: .seconds)
    for milliseconds in [0, 1, 2, 30, 400, 20_000] {
      shard.record(waits, milliseconds * 1_000_000)
    }
    let trace = Exemplar(
      traceID: String(repeating: "ab", count: 16),
      spanID: String(repeating: "c", count: 16),
      value: 0.4,
      seconds: 1_700_000_000
    )
    shard.exemplify(waits, at: 1_700_000_000) { trace }
  }

  func text(_ format: MetricsFormat) -> String {
    String(decoding: format.bytes(of: registry.snapshot()), as: UTF8.self)
  }
}

@Suite struct `Signals in text formats` {
  private func signals() throws -> SomeSignals { try SomeSignals() }

  @Test func `Prometheus text 0.0.4 has help, type and escaped labels`() throws {
    let text = try signals().text(.text)
    #expect(
      text.hasPrefix(
        """
        # HELP portico_things_total Things, "quoted" and \\\\ so on.
        # TYPE portico_things_total counter
        portico_things_total{kind="a\\"b"} 3
        portico_things_total{kind="c\\\\d"} 0
        # HELP portico_level A level.
        # TYPE portico_level gauge
        portico_level -2
        # HELP portico_build_info What runs.
        # TYPE portico_build_info gauge
        portico_build_info{version="1.0"} 1

        """
      )
    )
    #expect(text.contains("portico_pressure_ratio 0.25\n"))
    #expect(!text.contains("# EOF") && !text.contains("trace_id"))
  }

  @Test
  func `OpenMetrics text has family names without suffix, units, exemplars and an end`() throws {
    let text = try signals().text(.openMetrics)
    for line in [
      "# TYPE portico_things counter", #"portico_things_total{kind="a\"b"} 3"#,
      #"# HELP portico_things Things, \"quoted\" and \\ so on."#,
      "# TYPE portico_build info", #"portico_build_info{version="1.0"} 1"#,
      "# TYPE portico_circuit_state stateset", "# UNIT portico_wait_seconds seconds",
      #"portico_circuit_state{backend="prices",portico_circuit_state="open"} 1"#,
      #"portico_wait_seconds_bucket{le="0.5"} 5 # {trace_id="\#(String(repeating: "ab", count: 16))","#
        + #"span_id="cccccccccccccccc"} 0.4 1700000000"#,
    ] {
      #expect(text.contains(line + "\n"), "\(line)\n\(text)")
    }
    #expect(text.hasSuffix("\n# EOF\n"))
    #expect(text.ranges(of: "trace_id").count == 1, "only its own bucket has it")
  }

  @Test func `A histogram's buckets add up in both text formats`() throws {
    for format in [MetricsFormat.text, .openMetrics] {
      let lines = try signals().text(format).split(separator: "\n").map(String.init)
      #expect(lines.contains(#"portico_wait_seconds_bucket{le="0.0025"} 3"#))
      #expect(lines.contains(#"portico_wait_seconds_bucket{le="0.05"} 4"#))
      #expect(lines.contains(#"portico_wait_seconds_bucket{le="10.0"} 5"#))
      #expect(lines.contains(#"portico_wait_seconds_bucket{le="+Inf"} 6"#))
      #expect(lines.contains("portico_wait_seconds_count 6"))
      let counts = lines.filter { $0.contains("_wait_seconds_bucket") }
        .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
      #expect(counts.count == 20 && counts == counts.sorted())
    }
  }

  @Test func `The overflow series of a growing counter is shown only when it is used`() throws {
    let registry = try SignalRegistry(capacity: 1 << 14)
    let calls: GrowingFamily<Counter> = try registry.growing(
      "portico_calls_total",
      "Calls.",
      labels: ["route"],
      folding: ["route"]
    )
    func text() -> String {
      String(decoding: MetricsFormat.text.bytes(of: registry.snapshot()), as: UTF8.self)
    }
    #expect(!text().contains("portico_calls_total{"))
    for number in 0..<2_001 { try registry.makeShard().add(calls.series(["/\(number)"])) }
    #expect(text().contains("portico_calls_total{route=\"_overflow\"} 2\n"))
  }

  @Test func `Bucket bounds from a million on are written as OpenMetrics wants numbers`() throws {
    let registry = try SignalRegistry(capacity: 1 << 14)
    _ = try registry.histogram("portico_size_bytes", "Sizes.", unit: .bytes)
    let text = String(
      decoding: MetricsFormat.openMetrics.bytes(of: registry.snapshot()),
      as: UTF8.self
    )
    #expect(text.contains(#"{le="100000.0"} 0"#) && text.contains(#"{le="1e+06"} 0"#))
  }
}
