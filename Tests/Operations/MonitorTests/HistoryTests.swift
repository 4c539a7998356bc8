// SPDX-License-Identifier: Apache-2.0

import Files
import FolderTesting
import Foundation
import Signals
import Synchronization
import Testing
import TrafficTesting

@testable import Monitor

/// A process whose signals a monitor keeps, by a clock of the test; it may be started again.
final class RecordedProcess {
  static let start: Int64 = 1_700_000_000
  let folder: String
  let registry: SignalRegistry
  let counter: Counter
  let level: Gauge
  let wait: Histogram
  let shard: SignalShard
  let monitor: StoredHistory
  let said: Said
  var now: Int64

  /// The sentences for the log.
  final class Said: Sendable {
    let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
  }

  init(_ folder: String, at now: Int64 = start, limit: Int = 512 << 20) throws {
    self.folder = folder
    self.now = now
    registry = try SignalRegistry(capacity: 8_192)
    counter = try registry.counter("portico_things_total", "Things.")
    level = try registry.gauge("portico_level", "A level.")
    wait = try registry.histogram("portico_wait_seconds", "Waits.", unit: .seconds)
    shard = try registry.makeShard()
    let said = Said()
    self.said = said
    let report = { @Sendable (line: String) in said.lines.withLock { $0.append(line) } }
    monitor = try StoredHistory(
      registry,
      in: folder,
      limit: limit,
      Annotations(in: folder, at: now, report: report),
      report: report
    )
    monitor.record(registry.snapshot(), at: now, uptime: Double(now))
  }

  /// Lets time pass, and records each time what `each` does at a second.
  func run(_ seconds: Int, by step: Int = 1, each: (RecordedProcess) -> Void = { _ in }) {
    for _ in 0..<seconds / step {
      now += Int64(step)
      each(self)
      monitor.record(registry.snapshot(), at: now, uptime: Double(now))
    }
  }

  /// The rows of a tier with the cells of the series of a name.
  func rows(_ tier: Int, of name: String) throws -> [(step: Int, milliseconds: Int, HistoryCell?)] {
    let store = try #require(monitor.store)
    let series = store.catalog.all
    let number = series.firstIndex { $0.name == name }
    var rows: [(step: Int, milliseconds: Int, HistoryCell?)] = []
    let span = Int(now) - HistoryTier.all[tier].span..<Int(now) + 1
    let units = store.catalog.units.filter { $0.key == number }
    let file = store.files[tier]
    let step = file.tier.step
    file.read(span.lowerBound / step..<span.upperBound / step + 1, units: units) { row in
      rows.append((row.step, row.milliseconds, number.flatMap { row.cells[$0] }))
    }
    return rows
  }
}

@Suite struct `Cells of the history` {
  private static let histogram: HistoryCell = {
    var values = HistogramSnapshot(
      unit: .seconds,
      zeroCount: 3,
      firstBucket: -100,
      buckets: [1, 0, 0, 0, 900_000, 2],
      recordedSum: 12_345_678_901
    )
    values.merge(values)
    return .histogram(values)
  }()

  @Test(arguments: [
    HistoryCell.counter(0), .counter(1), .counter(.max),
    .gauge(.init(last: -5, least: -9, largest: 1_000_000)),
    .gauge(.init(last: 0, least: .min, largest: .max)), histogram,
    .histogram(HistogramSnapshot(unit: .seconds)),
  ])
  func `A history cell is read as it was written, and not if cut off`(cell: HistoryCell) {
    var bytes: [UInt8] = []
    cell.write(to: &bytes)
    #expect(HistoryCell(code: cell.code, bytes.span, unit: .seconds) == cell)
    if !bytes.isEmpty, case .gauge = cell {
      let cut = Array(bytes.dropLast())
      #expect(HistoryCell(code: cell.code, cut.span, unit: .seconds) == nil)
    }
  }

  @Test func `A histogram's history cell takes about two bytes for each bucket in use`() {
    let values = HistogramSnapshot(
      unit: .seconds,
      zeroCount: 0,
      firstBucket: -80,
      buckets: [UInt64](repeating: 100, count: 36),
      recordedSum: 3_600_000_000
    )
    var bytes: [UInt8] = []
    HistoryCell.histogram(values).write(to: &bytes)
    #expect(bytes.count <= 80, "\(bytes.count)")
  }
}

@Suite struct `Rows of the history` {
  private let row = HistoryRow(
    step: 77,
    milliseconds: 1_003,
    cells: [3: .counter(9), 200: .gauge(.init(last: 1, least: 0, largest: 2)), 4: .counter(1)]
  )

  @Test func `A history row is read as it was written, whole or for some series`() {
    let bytes = row.encoded(limit: 512, worths: [:]).bytes
    let all: [Int: SignalUnit] = [3: .none, 4: .none, 200: .none]
    #expect(HistoryRow(step: 77, bytes.span, units: all) == row)
    let one = HistoryRow(step: 77, bytes.span, units: [3: .none])
    #expect(one?.cells == [3: .counter(9)])
  }

  @Test func `A history row of another step, damaged or cut off is not read`() {
    let bytes = row.encoded(limit: 512, worths: [:]).bytes
    #expect(HistoryRow(step: 78, bytes.span, units: [:]) == nil)
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x10
      #expect(HistoryRow(step: 77, damaged.span, units: [:]) == nil, "byte \(index)")
      let cut = Array(bytes.prefix(index))
      #expect(HistoryRow(step: 77, cut.span, units: [:]) == nil, "\(index) bytes")
    }
  }

  @Test func `A history row without room leaves out the series of the least worth and counts them`()
  {
    let units = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, SignalUnit.none) })
    let cells = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, HistoryCell.counter(300)) })
    let worths = Dictionary(
      uniqueKeysWithValues: (0..<100).map { ($0, $0 < 60 ? HistoryWorth.level : .failure) }
    )
    let (bytes, leftOut) = HistoryRow(step: 1, cells: cells).encoded(limit: 200, worths: worths)
    let read = HistoryRow(step: 1, bytes.span, units: units)
    #expect(bytes.count <= 200)
    #expect(read?.cells.keys.sorted() == Array(0..<4) + Array(60..<100))
    #expect(leftOut == 56)
  }
}

@Suite struct `A monitor` {
  private let temporary = TemporaryFolder()
  private var folder: String { "\(temporary.path)/history" }

  @Test func `The monitor records growth, levels and values for each second`() throws {
    let process = try RecordedProcess(folder)
    process.run(30) { process in
      process.shard.add(process.counter, 3)
      process.shard.set(process.level, Int(process.now - RecordedProcess.start))
      process.shard.record(process.wait, 1_000_000)
    }
    let things = try process.rows(0, of: "portico_things_total")
    #expect(things.map(\.step) == (1...30).map { Int(RecordedProcess.start) + $0 })
    #expect(things.allSatisfy { $0.milliseconds == 1_000 && $0.2 == .counter(3) })
    let levels = try process.rows(0, of: "portico_level")
    #expect(levels.last?.2 == .gauge(.init(last: 30, least: 30, largest: 30)))
    guard case .histogram(let values) = try process.rows(0, of: "portico_wait_seconds").last?.2
    else {
      Issue.record("no values of the last second")
      return
    }
    #expect(values.count == 1 && values.recordedSum == 1_000_000)
  }

  @Test func `The monitor sums up seconds into ten seconds, minutes and ten minutes`() throws {
    // Ten-minute steps begin at whole ones.
    let process = try RecordedProcess(folder, at: 1_699_999_800)
    // A coarse row is complete with the first finer one of the next step.
    process.run(1_880) { process in
      process.shard.add(process.counter, 2)
      process.shard.set(process.level, Int(process.now % 600))
      process.shard.record(process.wait, 5_000_000)
    }
    let tens = try process.rows(1, of: "portico_things_total")
    #expect(tens.dropFirst().allSatisfy { $0.2 == .counter(20) && $0.milliseconds == 10_000 })
    #expect(tens.count == 188)
    let minutes = try process.rows(2, of: "portico_level")
    #expect(minutes[29].2 == .gauge(.init(last: 599, least: 540, largest: 599)))
    let long = try process.rows(3, of: "portico_wait_seconds")
    guard long.count == 3, case .histogram(let values) = long[1].2 else {
      Issue.record("\(long.count) rows of ten minutes")
      return
    }
    #expect(values.count == 600)
  }

  @Test func `A killed process's history goes on with all but the last second`() throws {
    try RecordedProcess(folder, at: 1_699_999_800).run(1_195) { process in
      process.shard.add(process.counter, 1)
    }
    // Without `end`: as `kill -9` leaves it. Another one starts three seconds later.
    let second = try RecordedProcess(folder, at: 1_699_999_800 + 1_198)
    second.run(620) { $0.shard.add($0.counter, 1) }
    for (tier, length) in HistoryTier.all.enumerated() {
      let rows = try second.rows(tier, of: "portico_things_total")
      let total = rows.reduce(0) { sum, row in
        guard case .counter(let growth) = row.2 else { return sum }
        return sum + Int(growth)
      }
      // Rows after the last complete step are read from the finer tier.
      let newest = try #require(second.monitor.store).files[tier].newest
      let end = (newest + 1) * length.step - 1_699_999_800
      #expect(total == end - 1 - 3 && end > 1_200 - length.step, "tier \(tier)")
    }
    #expect(!second.said.all.contains { $0.contains("set aside") })
  }

  @Test func `The history keeps 400 days of ten-minute steps and no more`() throws {
    let registry = try SignalRegistry(capacity: 512)
    let counter = try registry.counter("portico_things_total", "Things.")
    let shard = try registry.makeShard()
    var now: Int64 = 1_699_999_800
    let annotations = Annotations(in: folder, at: now) { _ in }
    let monitor = try StoredHistory(registry, in: folder, limit: 512 << 20, annotations) { _ in }
    monitor.record(registry.snapshot(), at: now, uptime: 0)
    for _ in 0..<57_700 {
      now += 600
      shard.add(counter, 1)
      monitor.record(registry.snapshot(), at: now, uptime: Double(now))
    }
    let store = try #require(monitor.store)
    var growth: [Int] = []
    let year = 365 * 86_400
    store.read(3, Int(now) - year..<Int(now) + 1, units: [0: .none]) { _, row in
      if case .counter(let more) = row.cells[0] { growth.append(Int(more)) }
    }
    // The rows that are not complete yet come from the finer tiers.
    #expect(growth.count == 365 * 144 + 1 && growth.allSatisfy { $0 == 1 })
    var count = 0
    store.files[3].read(0..<Int(now) / 600 + 1, units: [:]) { _ in count += 1 }
    #expect(count == 57_600 - 3)
  }

  @Test func `A file that is no history of this version is set aside with a message`() throws {
    try RecordedProcess(folder).run(5)
    try Files.write(Array("portico history 9\n".utf8), to: "\(folder)/every-10s")
    try Files.write(Array("nonsense\n".utf8), to: "\(folder)/annotations")
    let process = try RecordedProcess(folder, at: RecordedProcess.start + 10)
    let said = process.said.all
    #expect(
      said.contains {
        $0.contains(#"every-10s begins with "portico history 9", expected"#)
          && $0.contains("every-10s.unreadable-1700000010")
      },
      "\(said)"
    )
    #expect(said.contains { $0.contains("annotations.unreadable-1700000010") }, "\(said)")
    #expect(Files.exists("\(folder)/every-10s.unreadable-1700000010"))
    #expect(try process.rows(0, of: "portico_things_total").count == 5, "the other files stay")
  }

  @Test func `A history written by one process is not written by a second one`() throws {
    let first = try RecordedProcess(folder)
    first.run(10) { $0.shard.add($0.counter, 1) }
    let second = try RecordedProcess(folder, at: first.now)
    second.run(1) { $0.shard.add($0.counter, 5) }
    #expect(second.monitor.store == nil)
    first.monitor.end()
    second.run(1) { $0.shard.add($0.counter, 5) }
    let rows = try second.rows(0, of: "portico_things_total")
    #expect(rows.last?.2 == .counter(10) && rows.last?.milliseconds == 2_000)
    #expect(rows.count == 11)
  }

  @Test func `History rows wait in memory while the disk is full and are written later`() throws {
    let process = try RecordedProcess(folder)
    process.run(5) { $0.shard.add($0.counter, 1) }
    // A folder in the place of the catalog refuses writes as a full disk does.
    try Files.move("\(folder)/series", to: "\(folder)/away")
    try Files.makeFolder("\(folder)/series/x")
    let late = try process.registry.counter("portico_late_total", "Late.")
    process.run(5) {
      $0.shard.add($0.counter, 1)
      $0.shard.add(late, 1)
    }
    #expect(try process.rows(0, of: "portico_late_total").count { $0.2 == .counter(1) } == 5)
    #expect(process.said.all.contains { $0.contains("rows wait in memory") })
    let waiting = process.registry.snapshot()["portico_history_rows_in_memory"]
    #expect(waiting?.series[0].value == .gauge(6))
    try FileManager.default.removeItem(atPath: "\(folder)/series")
    process.run(1)
    #expect(process.said.all.last?.contains("all rows are written") == true)
    let again = try RecordedProcess(folder, at: process.now, limit: 512 << 20)
    _ = again
    let other = try #require(try HistoryCatalog("\(folder)/series"))
    #expect(other.all.contains { $0.name == "portico_late_total" })
  }

  @Test func `A history whose folder cannot be used stays in memory and says so`() throws {
    try Files.write([], to: folder)
    let process = try RecordedProcess("\(folder)/history")
    process.run(20) { $0.shard.add($0.counter, 1) }
    #expect(try process.rows(0, of: "portico_things_total").count == 20)
    #expect(process.said.all.contains { $0.contains("kept in memory until the next start") })
  }

  @Test
  func `The history's files grow with the number of series, within their limit`() throws {
    let first = try RecordedProcess(folder)
    first.run(3) { $0.shard.add($0.counter, 1) }
    let bytes = try #require(first.monitor.store?.files[0].rowBytes)
    #expect(bytes == 512)
    first.monitor.end()
    let registry = try SignalRegistry(capacity: 1 << 16)
    let things = try registry.counter("portico_things_total", "Things.")
    for number in 0..<20 {
      _ = try registry.histogram("portico_h\(number)_seconds", "Times.", unit: .seconds)
    }
    let shard = try registry.makeShard()
    let start = Double(first.now)
    let second = try StoredHistory(
      registry,
      in: folder,
      limit: 512 << 20,
      first.monitor.annotations
    ) { _ in }
    second.record(registry.snapshot(), at: first.now, uptime: start)
    shard.add(things, 7)
    second.record(registry.snapshot(), at: first.now + 1, uptime: start + 1)
    let store = try #require(second.store)
    #expect(store.files.allSatisfy { $0.rowBytes > 1_600 && $0.rowBytes.isMultiple(of: 512) })
    var growth: [HistoryCell?] = []
    let number = store.catalog.all.firstIndex { $0.name == "portico_things_total" }
    store.files[0].read(
      Int(first.now) - 10..<Int(first.now) + 2,
      units: store.catalog.units
    ) { growth.append($0.cells[number ?? 0]) }
    #expect(growth.compactMap { $0 } == [.counter(1), .counter(1), .counter(1), .counter(7)])
    let room = HistoryRoom.forRow(registry.snapshot(), promises: 0, limit: 100 << 20)
    #expect(room.given * HistoryTier.rowsOfAll <= 100 << 20)
  }
}
