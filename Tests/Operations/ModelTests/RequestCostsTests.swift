// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import FolderTesting
import Foundation
import Measure
import Model
import Monitor
import SeededTesting
import Signals
import Sites
import Testing
import TrafficTesting

@Suite struct `What requests of each class cost` {
  @Test func `Costs are those of the busiest minutes that a class has most of`() throws {
    let costs = try RequestCosts(MeasuredDay.usual.minutes)
    for (work, truth) in MeasuredDay().costs {
      let cost = try #require(costs.costs[work])
      #expect(abs(cost.seconds / truth - 1) < 0.06, "\(work): \(cost)")
      #expect(cost.minutes == 10)
    }
    let (mix, truth) = ([RequestClass.kept: 3_000.0, .composed: 200, .passed: 100], 1.08)
    #expect(abs(costs.processor(mix) / truth - 1) < 0.06)
  }

  @Test func `Processor time that is used without requests is no request's`() throws {
    var day = MeasuredDay()
    for _ in 0..<5 {
      day.add([.kept: 300])
      day.add([:])
    }
    let costs = try RequestCosts(day.minutes)
    #expect(abs(costs.idle - 0.01) < 1e-9)
    #expect(abs(try #require(costs.costs[.kept]).seconds - 0.000_2) < 1e-9)
  }

  @Test func `Waking a loop at low loads does not make requests near the limit dearer`() throws {
    var day = MeasuredDay()
    (day.costs, day.wait) = ([.kept: 0.000_003, .composed: 0.000_05], 0.000_005)
    day.add([:])
    for load in 1...20 {
      // While little is to do, each request wakes a loop, and the more there is, the fewer do.
      let rate = 5_000 * Double(load)
      day.add([.kept: rate], waits: rate / (1 + rate / 50_000))
    }
    for load in 1...5 {
      let rate = 500 * Double(load)
      day.add([.composed: rate], waits: 4 * rate)
    }
    let costs = try RequestCosts(day.minutes)
    #expect(abs(costs.wait / 0.000_005 - 1) < 0.05, "\(costs.wait)")
    for (work, truth) in day.costs {
      #expect(abs(try #require(costs.costs[work]).seconds / truth - 1) < 0.06, "\(costs)")
    }
  }

  @Test func `A wait has its usual cost where all loads are alike`() throws {
    var day = MeasuredDay()
    day.costs = [.kept: 0.000_006]
    for load in 1...5 { day.add([.kept: 10_000 + Double(load)], waits: 5_000) }
    let costs = try RequestCosts(day.minutes)
    #expect(costs.wait == 0.000_004)
    // Half a wait for each request, and the time that is used without any.
    #expect(abs(try #require(costs.costs[.kept]).seconds - 0.000_005) < 0.000_000_1)
  }

  @Test func `A class that no minute shows costs the usual multiple of one that was measured`()
    throws
  {
    var day = MeasuredDay()
    for load in 1...5 { day.add([.kept: 1_000 * Double(load)]) }
    let costs = try RequestCosts(day.minutes)
    let (kept, record) = (
      try #require(costs.costs[.kept]), try #require(costs.costs[.record])
    )
    #expect(kept.minutes == 5 && record.minutes == 0)
    #expect(abs(record.seconds / kept.seconds - 7) < 1e-9)
  }

  @Test func `A mix that is always the same has the need that was measured`() throws {
    var day = MeasuredDay()
    for load in 1...5 { day.add([.kept: 1_000 * Double(load), .composed: 100 * Double(load)]) }
    let costs = try RequestCosts(day.minutes)
    let need = costs.processor([.kept: 2_000, .composed: 200])
    #expect(abs(need / 0.8 - 1) < 0.03, "\(need)")
  }

  @Test func `With less than 5% of a core in three minutes nothing is known`() {
    var day = MeasuredDay()
    for _ in 0..<2 { day.add([.kept: 300]) }
    for _ in 0..<100 { day.add([.kept: 100]) }
    #expect(
      throws: PlainError("not enough load: 2 minutes of the last day with 5% of a core, of 3")
    ) { try RequestCosts(day.minutes) }
  }

  @Test func `Costs are those of the last day, and the busiest minutes those of all days`() throws {
    var day = MeasuredDay.usual
    var old = LoadMinute()
    (old.time, old.processor, old.isKept) = (MeasuredDay.end - 86_401, 9, true)
    old.work = [.kept: 1]
    day.minutes.insert(old, at: 0)
    let capacity = day.capacity
    #expect(try #require(try capacity.costs.get().costs[.kept]).seconds < 0.000_3)
    #expect(capacity.held?.time == old.time)
  }

  @Test func `The busiest minute with kept promises and the first broken one above are found`() {
    var day = MeasuredDay()
    for (number, isKept) in [true, false, true, true, false, false, nil].enumerated() {
      day.add([.kept: 1_000 * Double(number + 1)])
      day.minutes[number].isKept = isKept
    }
    #expect(day.capacity.held == day.minutes[3])
    #expect(day.capacity.broken == day.minutes[4])
  }

  @Test func `Egress counts the bytes of heads with those of bodies, for known routes only`() throws
  {
    let capacity = MeasuredDay.usual.capacity
    let egress = try capacity.egress([MeasuredDay.home: 10, MeasuredDay.item: 1])
    #expect(abs(egress - 17_200) < 1)
    let unmeasured = SiteRoute(site: "shop", name: .init(method: "POST", path: "/orders"))
    #expect(
      throws: PlainError("not enough data: POST /orders has had no request in the last day")
    ) { try capacity.egress([MeasuredDay.home: 10, unmeasured: 1]) }
  }

  @Test func `Minutes of the history have the work, the use and whether promises were kept`() throws
  {
    let temporary = TemporaryFolder()
    let folder = "\(temporary.path)/history"
    let site = try ModelledSite()
    let begin = 1_700_006_400
    let monitor = try StoredHistory(
      site.registry,
      in: folder,
      limit: 64 << 20,
      Annotations(in: folder, at: Int64(begin)) { _ in },
      report: { _ in }
    )
    monitor.record(site.registry.snapshot(), at: Int64(begin), uptime: 0)
    // The promise is of 100 ms; the other route has none.
    let kinds: [() -> Void] = [
      { site.requests(100, ModelledSite.item) },
      { site.requests(100, ModelledSite.item, milliseconds: 150) },
      { site.requests(100, ModelledSite.home, milliseconds: 150) },
      { site.requests(100, ModelledSite.item, status: "502", error: "502") },
      { site.requests(100, ModelledSite.item, status: "499", error: "cancelled") },
    ]
    for (number, bring) in kinds.enumerated() {
      for second in 0..<60 {
        bring()
        for source in ["hit", "plan", "passed", "record", "document"] {
          site.answers(1, from: source)
        }
        let time = begin + number * 60 + second
        monitor.record(site.registry.snapshot(), at: Int64(time), uptime: Double(time - begin))
      }
    }
    let minutes = try #require(
      monitor.loadMinutes(days: 1, site.expected.promises, now: begin + 300)
    )
    #expect(minutes.map(\.isKept) == [true, false, nil, false, nil])
    #expect(minutes[1].work == [.kept: 2, .passed: 1, .record: 1])
    #expect(minutes.map(\.time) == (0..<5).map { begin + $0 * 60 })
    let unpromised = monitor.loadMinutes(days: 1, [:], now: begin + 300)
    #expect(unpromised?.allSatisfy { $0.isKept == nil } == true)
    monitor.end()
  }
}
