// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import FolderTesting
import Foundation
import Measure
import Model
import Monitor
import Signals
import Sites
import Synchronization
import Testing
import TrafficTesting

/// The room that promises have in the history of a site with more series than rows can keep.
@Suite struct `The room of promises in the history` {
  /// The beginning of a day, in UTC.
  private static let midnight = 1_700_006_400

  /// A site and its history, which rows of 512 bytes have no room for.
  private struct Recorded {
    let site: ModelledSite
    let monitor: StoredHistory
    let said = Said()

    final class Said: Sendable {
      let lines = Mutex<[String]>([])
    }

    init(_ site: ModelledSite, in folder: String) throws {
      self.site = site
      let said = said
      monitor = try StoredHistory(
        site.registry,
        in: folder,
        limit: 64 << 20,
        Annotations(in: folder, at: Int64(midnight)) { _ in },
        report: { line in said.lines.withLock { $0.append(line) } }
      )
    }

    func record(at time: Int, _ promises: RoutePromises? = nil) {
      let snapshot = site.registry.snapshot()
      let promises = promises ?? site.expected.promises
      monitor.record(snapshot, promises, at: Int64(time), uptime: Double(time))
    }

    /// The rows of promised availability, by their routes, and the number of breaches.
    func promises(at now: Int) throws -> (rows: [String: [String: Figure]], breaches: Int) {
      let history = try #require(monitor.promises(site.expected.objectives, now: now))
      let tables = PromiseTables.tables(history, [:])
      var found: [String: [String: Figure]] = [:]
      for row in tables[0].rows {
        let figures = Dictionary(
          uniqueKeysWithValues: zip(tables[0].columns.map(\.key), row.figures)
        )
        guard case .text(let route)? = figures["route"], figures["promise"] == .text("availability")
        else { continue }
        found[route] = figures
      }
      return (found, tables[1].rows.count)
    }
  }

  @Test func `Failures that come last are in the long steps of a history without room for all`()
    throws
  {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/history"
    let site = try ModelledSite()
    for number in 0..<400 { _ = try site.registry.gauge("portico_level\(number)_now", "A level.") }
    let recorded = try Recorded(site, in: folder)
    let (incident, end) = (Self.midnight + 3_600, Self.midnight + 7_200)
    recorded.record(at: Self.midnight)
    for time in stride(from: Self.midnight, to: end, by: 60) {
      site.requests(time == incident ? 75 : 100, ModelledSite.item)
      if time == incident { site.requests(25, ModelledSite.item, status: "502", error: "502") }
      recorded.record(at: time + 59)
    }
    #expect(recorded.monitor.gaps.series > 0, "the rows have room for all")
    let (rows, breaches) = try recorded.promises(at: end - 1)
    let row = try #require(rows["GET /items/{id}"])
    #expect(row["bad"] == .count(25) && row["judged"] == .count(12_000), "\(row)")
    #expect(row["stated"] == .text("model") && breaches == 1)
    recorded.monitor.end()
  }

  @Test func `Promises that a row has no room for get larger rows when they are published`() throws
  {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/history"
    let pages = (0..<100).map { TrafficModel.RouteName(method: "GET", path: "/page/\($0)") }
    let site = try ModelledSite(
      ModelledSite.model { model in
        for page in pages {
          var route = TrafficModel.Route(name: Placed(page, at: FilePlace("site")))
          route.promise = TrafficModel.ServiceLevel()
          (route.steady, route.peak) = (1, 1)
          model.routes.append(route)
        }
      }
    )
    let recorded = try Recorded(site, in: folder)
    for second in 0..<30 {
      let isPublished = second >= 10
      if second > 0 { site.requests(1, ModelledSite.item, status: "502", error: "502") }
      for page in pages where isPublished {
        site.requests(300, page, status: "502", error: "502")
      }
      let all = site.expected.promises
      recorded.record(
        at: Self.midnight + second,
        isPublished ? all : all.filter { $0.key.name == ModelledSite.item }
      )
    }
    let rows = try recorded.promises(at: Self.midnight + 29).rows
    #expect(rows["GET /items/{id}"]?["bad"] == .count(29))
    #expect(rows.count { $1["bad"] == .count(6_000) && $1["judged"] == .count(6_000) } == 100)
    let said = recorded.said.lines.withLock { $0 }
    #expect(said.count { $0.contains("at most") } == 2, "\(said)")
    recorded.monitor.end()
  }
}
