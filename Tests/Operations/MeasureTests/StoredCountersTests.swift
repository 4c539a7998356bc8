// SPDX-License-Identifier: Apache-2.0

import Bytes
import Files
import FolderTesting
import Foundation
import Signals
import Synchronization
import Testing

@testable import Measure

@Suite struct `Counters in a state folder` {
  private let temporary = TemporaryFolder()
  private var folder: String { "\(temporary.path)/counters" }
  private static let slots = 1 << 13

  /// The registry of one process, with a shard and signals of each kind.
  private struct Process {
    let registry: SignalRegistry
    let shard: SignalShard
    let calls: SignalFamily<Counter>
    let waits: Histogram
    let routes: GrowingFamily<Counter>
    let open: Gauge

    init(_ folder: String) throws {
      let storage = try StoredCounters(in: folder, slots: slots) { Issue.record($0) }
      registry = try SignalRegistry(capacity: slots, storage: storage)
      shard = try registry.makeShard()
      calls = try registry.counters(
        "portico_calls_total",
        "Calls.",
        labels: [SignalLabel("outcome", ["done", "fai\"led\n"])]
      )
      waits = try registry.histogram("portico_wait_seconds", "Waits.", unit: .seconds)
      routes = try registry.growing(
        "portico_requests_total",
        "Requests.",
        labels: ["route"],
        folding: ["route"]
      )
      open = try registry.gauge("portico_connections", "Connections.")
    }

    func count(_ family: String, _ label: String) -> SignalValue? {
      registry.snapshot()[family]?.series.first { $0.labelValues == [label] }?.value
    }

    var waited: HistogramSnapshot? {
      guard
        case .histogram(let histogram)? = registry.snapshot()["portico_wait_seconds"]?.series
          .first?.value
      else { return nil }
      return histogram
    }

    func work() {
      shard.add(calls[0], 3)
      shard.add(calls[1])
      for milliseconds in [0, 1, 250] { shard.record(waits, milliseconds * 1_000_000) }
      shard.add(routes.series(["/a"]), 5)
      shard.set(open, 7)
    }
  }

  private func names() throws -> [String] { try FileTree.names(in: folder).sorted() }

  @Test func `Counters go on after a restart from where they were, and gauges do not`() throws {
    for round in 1...4 {
      let process = try Process(folder)
      process.work()
      #expect(process.count("portico_calls_total", "done") == .counter(UInt64(3 * round)))
      #expect(process.count("portico_calls_total", "fai\"led\n") == .counter(UInt64(round)))
      #expect(process.count("portico_requests_total", "/a") == .counter(UInt64(5 * round)))
      #expect(process.waited?.count == UInt64(3 * round))
      #expect(process.waited?.sum == 0.251 * Double(round))
      #expect(process.waited?.maximum == 0.25 && process.waited?.minimum == 0)
      #expect(process.registry.snapshot()["portico_connections"]?[] == .gauge(7))
      #expect(try names().count == (round == 1 ? 2 : 3))
    }
  }

  @Test func `A growing counter series is shown after a restart before it is used`() throws {
    try Process(folder).work()
    #expect(try Process(folder).count("portico_requests_total", "/a") == .counter(5))
  }

  @Test func `A growing counter is declared without another look at the files`() throws {
    try Process(folder).work()
    let reports = Atomic(0)
    let storage = try StoredCounters(in: folder, slots: Self.slots) { _ in
      reports.add(1, ordering: .relaxed)
    }
    let registry = try SignalRegistry(capacity: Self.slots, storage: storage)
    try Files.write(Array("something else\n".utf8), to: "\(folder)/segment-99")
    let _: GrowingFamily<Counter> = try registry.growing(
      "portico_requests_total",
      "Requests.",
      labels: ["route"],
      folding: ["route"]
    )
    #expect(reports.load(ordering: .relaxed) == 0)
    // A snapshot looks, and shows the series with what was read last.
    let series = registry.snapshot()["portico_requests_total"]?.series
    #expect(series?.first { $0.labelValues == ["/a"] }?.value == .counter(5))
    #expect(reports.load(ordering: .relaxed) == 1)
  }

  @Test func `Two processes that replace one another show the sum of both counters`() throws {
    var old: Process? = try Process(folder)
    old?.work()
    let new = try Process(folder)
    new.work()
    #expect(new.count("portico_calls_total", "done") == .counter(6))
    // The old one goes on for a while, and sees the new one's counts as well.
    old?.work()
    #expect(new.count("portico_calls_total", "done") == .counter(9))
    #expect(old?.count("portico_calls_total", "done") == .counter(9))
    old = nil
    #expect(new.count("portico_calls_total", "done") == .counter(9))
    #expect(try names().count == 3, "the old one's file is absorbed")
    new.work()
    #expect(new.count("portico_calls_total", "done") == .counter(12))
    #expect(try Process(folder).count("portico_calls_total", "done") == .counter(12))
  }

  @Test func `A counter file that was absorbed but not removed is not counted again`() throws {
    try Process(folder).work()
    let name = try #require(try names().first { $0.hasPrefix("segment-") })
    let segment = try Files.read("\(folder)/\(name)")
    #expect(try Process(folder).count("portico_calls_total", "done") == .counter(3))
    try Files.write(segment, to: "\(folder)/\(name)")
    #expect(try Process(folder).count("portico_calls_total", "done") == .counter(3))
  }

  @Test func `The counts of ended shards are counted once after a restart`() throws {
    do {
      let process = try Process(folder)
      for _ in 0..<3 {
        let shard = try process.registry.makeShard()
        shard.add(process.calls[0], 10)
        shard.record(process.waits, 5)
      }
      #expect(process.count("portico_calls_total", "done") == .counter(30))
    }
    let next = try Process(folder)
    #expect(next.count("portico_calls_total", "done") == .counter(30))
    #expect(next.waited?.count == 3)
  }

  @Test func `Observed counters go on after a restart, except those of the process`() throws {
    for round in 1...3 {
      let process = try Process(folder)
      for (name, survives) in [("portico_lookups_total", true), ("process_faults_total", false)] {
        try process.registry.observe(name, "Counted elsewhere.", .counter) { [.init([], 4)] }
        let family = process.registry.snapshot()[name]
        #expect(family?[] == .counter(UInt64(survives ? 4 * round : 4)), "\(name)")
      }
    }
  }

  @Test(arguments: [
    ("portico counters 2\n", "has version 2 of the format of counters, expected 1"),
    ("something else\n", "is no file with counters"),
  ])
  func `A counter file of another format is refused with its path and the reason`(
    title: String,
    reason: String
  )
    throws
  {
    try Files.makeFolder(folder)
    let bytes = Array(title.utf8) + [UInt8](repeating: 0, count: 8_192)
    try Files.write(bytes, to: "\(folder)/totals-4")
    let fault = #expect(throws: PlainError.self) { try Process(folder) }
    #expect(fault?.description == "\(folder)/totals-4 \(reason)")
  }

  @Test func `A counter file cut off by a crash is read up to its last whole entry`() throws {
    try Process(folder).work()
    let name = try #require(try names().first { $0.hasPrefix("segment-") })
    let file = try PositionedFile(writing: "\(folder)/\(name)")
    let header = try CounterSegmentHeader(reading: file)
    // An entry whose length was never written does not exist yet.
    try file.write([1, 2, 3], at: CounterSegmentHeader.bytes + header.directoryBytes)
    #expect(try Process(folder).count("portico_calls_total", "done") == .counter(3))
  }

  @Test func `A histogram stored in slots is read back as it was`() throws {
    let registry = try SignalRegistry(capacity: 1 << 13)
    let waits = try registry.histogram("portico_wait_seconds", "Waits.", unit: .seconds)
    let shard = try registry.makeShard()
    for value in [0, 1, 17, 1_000_000, Int.max] { shard.record(waits, value) }
    let histogram = registry.value(of: waits)
    let slots = histogram.slots
    #expect(HistogramSnapshot(unit: .seconds) { slots[$0] } == histogram)
    let empty = HistogramSnapshot(unit: .bytes).slots
    #expect(HistogramSnapshot(unit: .bytes) { empty[$0] } == HistogramSnapshot(unit: .bytes))
  }
}
