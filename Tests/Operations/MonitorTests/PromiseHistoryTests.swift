// SPDX-License-Identifier: Apache-2.0

import FolderTesting
import Foundation
import Measure
import Model
import Monitor
import Signals
import Sites
import Testing
import TrafficTesting

/// The promises of a site by the history of days that a test says minute by minute.
@Suite struct `The promises of the last 30 days` {
  /// The beginning of a day, in UTC.
  private static let midnight = 1_700_006_400
  private static let (minute, hour, day) = (60, 3_600, 86_400)

  /// What a minute brings: requests that are answered, that are late, and that fail.
  private typealias Minute = (good: Int, late: Int, failed: Int)

  /// A site and its history, recorded each minute from one time to before another.
  private func record(
    _ times: Range<Int>,
    in folder: String,
    _ traffic: (Int) -> Minute
  ) throws -> (site: ModelledSite, monitor: StoredHistory) {
    let site = try ModelledSite()
    let monitor = try StoredHistory(
      site.registry,
      in: folder,
      limit: 64 << 20,
      Annotations(in: folder, at: Int64(times.lowerBound)) { _ in },
      report: { _ in }
    )
    func record(at time: Int) {
      let snapshot = site.registry.snapshot()
      monitor.record(snapshot, site.expected.promises, at: Int64(time), uptime: Double(time))
      site.history.add(snapshot, at: Double(time))
    }
    record(at: times.lowerBound)
    for time in stride(from: times.lowerBound, to: times.upperBound, by: Self.minute) {
      let minute = traffic(time)
      site.requests(minute.good, ModelledSite.item)
      site.requests(minute.late, ModelledSite.item, milliseconds: 150)
      site.requests(minute.failed, ModelledSite.item, status: "502", error: "502")
      // A row belongs to the second before its end.
      record(at: time + Self.minute - 1)
    }
    return (site, monitor)
  }

  private func tables(
    _ site: ModelledSite,
    _ monitor: StoredHistory,
    now: Int
  ) throws -> [FigureTable] {
    let history = try #require(monitor.promises(site.expected.objectives, now: now))
    let minute = try #require(site.history.window(PromiseRecord.window))
    return PromiseTables.tables(history, minute.requests)
  }

  private func row(_ table: FigureTable, _ number: Int) -> [String: Figure] {
    Dictionary(uniqueKeysWithValues: zip(table.columns.map(\.key), table.rows[number].figures))
  }

  @Test func `Days and hours are kept, broken at times or broken, and say when there was nothing`()
    throws
  {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/history"
    let end = Self.midnight + 3 * Self.day
    // Of the three days the second has ten late minutes, which is less than one in a hundred, and the
    // third twenty failing ones from ten o'clock on and no request in its last two hours.
    let (late, failing) = (Self.midnight + Self.day + Self.hour, end - 14 * Self.hour)
    let (site, monitor) = try record(Self.midnight..<end, in: folder) { time in
      switch time {
      case late..<late + 600: (0, 10, 0)
      case failing..<failing + 1_200: (0, 0, 10)
      case (end - 2 * Self.hour)...: (0, 0, 0)
      default: (10, 0, 0)
      }
    }
    let tables = try tables(site, monitor, now: end - 1)
    try #require(tables.map(\.name) == ["promises", "breaches"])
    let (answered, inTime) = (row(tables[0], 0), row(tables[0], 1))
    let nothing = String(repeating: ".", count: 27)
    #expect(answered["promise"] == .text("availability") && inTime["promise"] == .text("latency"))
    #expect(answered["days"] == .text(nothing + "++x"))
    #expect(inTime["days"] == .text(nothing + "+!+"))
    #expect(answered["hours"] == .text("++++++++++x+++++++++++--"))
    #expect(answered["from"] == .text("2023-11-15T00:00:00Z"))
    #expect(answered["judged"] == .count(42_000) && answered["bad"] == .count(200))
    // 200 of 42,000 failed, and one in a thousand may.
    guard case .share(let left)? = answered["budget"] else {
      Issue.record("no budget: \(answered)")
      return
    }
    #expect(abs(left - (1 - 200 / 42.0)) < 1e-9, "\(left)")
    #expect(inTime["bad"] == .count(100) && inTime["within"] == .seconds(0.1))
    #expect(tables[0].rows.map(\.tone) == [.warning, .usual])
    let breaches = tables[1].rows.indices.map { row(tables[1], $0) }
    #expect(breaches.map { $0["promise"] } == [.text("availability"), .text("latency")])
    #expect(breaches[0]["from"] == .text("2023-11-17T10:00:00Z"))
    #expect(breaches.map { $0["for"] } == [.seconds(1_200), .seconds(600)])
    #expect(breaches.map { $0["bad"] } == [.count(200), .count(100)])
    monitor.end()
  }

  @Test func `A budget burns by the requests of each window, and a fast burn is a failure`() throws
  {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/history"
    let end = Self.midnight + 12 * Self.hour
    let (site, monitor) = try record(Self.midnight..<end, in: folder) { time in
      time < end - 600 ? (100, 0, 0) : (50, 0, 50)
    }
    let promises = try tables(site, monitor, now: end - 1)[0]
    let row = row(promises, 0)
    // Half of the requests of ten minutes fail, and one in a thousand may.
    for (key, share) in [
      ("burn5m", 0.5), ("burn30m", 0.5 / 3), ("burn1h", 0.5 / 6), ("burn6h", 0.5 / 36),
      ("burn3d", 0.5 / 72),
    ] {
      guard case .factor(let rate)? = row[key] else {
        Issue.record("\(key) is missing: \(row)")
        continue
      }
      #expect(abs(rate - share * 1_000) < share, "\(key): \(rate)")
    }
    #expect(row["state"] == .text("broken") && row["now"] == .share(0.5))
    #expect(promises.rows.map(\.tone) == [.failure, .usual])
    monitor.end()
  }

  @Test func `A route without a promise has no objective, and one without a time none of latency`()
    throws
  {
    let site = try ModelledSite(ModelledSite.model { $0.routes[1].promise?.within = nil })
    #expect(site.expected.objectives.map(\.kind) == [.availability])
    #expect(site.expected.objectives.map(\.route.name) == [ModelledSite.item])
  }
}
