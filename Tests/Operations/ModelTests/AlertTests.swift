// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Measure
import Message
import Model
import Monitor
import Signals
import Sites
import Testing
import TrafficTesting

@Suite struct `A budget for bad requests` {
  /// Ten requests a second, of which a share is bad from one time on.
  private static func history(seconds: Int, bad: (Int) -> UInt64) -> BurnHistory {
    var (history, counts) = (BurnHistory(), BurnCounts())
    for second in stride(from: 0, through: seconds, by: 10) {
      history.add(counts, at: Double(second))
      counts.judged += 100
      counts.bad += bad(second)
    }
    return history
  }

  @Test func `A budget burns too fast if both an hour and its last five minutes say so`() throws {
    // 2% of the requests, of which one in a thousand may be bad.
    let burning = Self.history(seconds: 7_200) { $0 >= 3_600 ? 2 : 0 }
    let found = try #require(burning.burning(allowed: 0.001))
    #expect(found.windows.name == "hour" && found.windows.severity == .page)
    #expect(abs(found.rate - 20) < 0.5)
    // One that ended is none any more.
    let over = Self.history(seconds: 7_200) { (3_600..<5_300).contains($0) ? 2 : 0 }
    #expect(over.burning(allowed: 0.001) == nil)
    // Failures that began a minute ago raise no alert yet, though they go on.
    let young = Self.history(seconds: 7_200) { $0 >= 7_140 ? 2 : 0 }
    #expect(young.burning(allowed: 0.001) == nil)
  }

  @Test func `A slow burn over three days is a ticket, not a page`() throws {
    // 0.2% over three days, with a window that was pruned to hours.
    let slow = Self.history(seconds: 300_000) { $0.isMultiple(of: 50) ? 1 : 0 }
    let found = try #require(slow.burning(allowed: 0.001))
    #expect(found.windows.name == "3 days" && found.windows.severity == .ticket)
    #expect(abs(found.rate - 2) < 0.1)
  }

  @Test func `A few bad requests do not burn the budget`() {
    let few = Self.history(seconds: 7_200) { $0 >= 7_110 ? 1 : 0 }
    #expect(few.growth(over: 3_600)?.bad == 9)
    #expect(few.burning(allowed: 0.000_01) == nil)
    #expect(BurnHistory().burning(allowed: 0.001) == nil)
  }

  /// The seconds, counted from its beginning, at which the alert of an incident fires and is resolved.
  private static func changes(incidentAt begin: Int, seconds: Int, until end: Int) -> [String] {
    var (history, counts, book) = (BurnHistory(), BurnCounts(), AlertBook())
    var changes: [String] = []
    for second in stride(from: 0, through: end, by: 30) {
      history.add(counts, at: Double(second))
      let isBurning = history.burning(allowed: 0.001) != nil
      let conditions = isBurning ? [AlertCondition("burn", .page, look: "/slo", "bad")] : []
      for change in book.update(conditions, at: Int64(second)) {
        switch change {
        case .fired: changes.append("fires \(second - begin)")
        case .resolved: changes.append("is over \(second - begin)")
        }
      }
      counts.judged += 300
      if (begin..<begin + seconds).contains(second) { counts.bad += 300 }
    }
    return changes
  }

  /// Those of an incident of three minutes at a process that has run for days.
  private static let ofOldProcess = changes(incidentAt: 300_000, seconds: 180, until: 390_000)

  @Test(arguments: [0, 600, 3_600, 18_000])
  func `An alert of a young process fires once for an incident, when that of an old one does`(
    begin: Int
  ) {
    let old = Self.ofOldProcess
    let young = Self.changes(incidentAt: begin, seconds: 180, until: begin + 300_000)
    #expect(old.count == 2 && young == old, "\(young), \(old)")
  }
}

@Suite struct `Conditions that are found in traffic` {
  private func conditions(_ site: ModelledSite, seconds: Int) -> [AlertCondition] {
    var alerts = ModelAlerts()
    for second in stride(from: 0, through: seconds, by: 10) {
      site.requests(0, ModelledSite.item)
      alerts.add(site.registry.snapshot(), of: [site.expected], at: Double(second))
      if second < seconds {
        site.requests(500, ModelledSite.item)
        site.requests(20, ModelledSite.item, status: "502", error: "502")
      }
    }
    let report = ModelReport(
      [site.expected],
      among: ["shop"],
      site.history,
      .failure(.init("there is no history")),
      loops: 1
    )
    return alerts.conditions(of: report)
  }

  @Test func `An alert names the promise whose budget burns, and where to look`() throws {
    let site = try ModelledSite()
    let found = conditions(site, seconds: 3_600).filter { $0.id.hasPrefix("burn/") }
    #expect(found.map(\.id) == ["burn/shop/GET /items/{id}/availability"])
    #expect(found.first?.severity == .page && found.first?.look == "/slo")
    #expect(
      found.first?.text
        == "GET /items/{id}: 38.46 times as many requests fail as 99.9% allow, over the last hour"
    )
  }

  /// Four weeks in which the peak hour gets one request a second more each day, and now has 100.
  private static let growing: [Int: [Double?]] = Dictionary(
    uniqueKeysWithValues: (72..<100).map { day in
      (day, [Double?](repeating: Double(day), count: 24))
    }
  )

  @Test func `An alert names the limit that growth reaches within two weeks, and when`() throws {
    func found(capacity: Double) throws -> [AlertCondition] {
      let site = try ModelledSite(
        ModelledSite.model { model in
          var catalog = TrafficModel.BackendCapacity()
          (catalog.name, catalog.capacity) = ("catalog", capacity)
          model.backends = [catalog]
        }
      )
      site.run(0...310) { _ in
        site.requests(40, ModelledSite.item)
        site.calls(4, to: "catalog")
      }
      let report = ModelReport(
        [site.expected],
        among: ["shop"],
        site.history,
        .failure(.init("there is no history")),
        loops: 1
      )
      let forecast = try #require(CapacityForecast(Self.growing, today: 100))
      return ModelAlerts().conditions(of: report, forecast)
        .filter { $0.id.hasPrefix("capacity-soon/") }
    }
    // 10.5 calls are those of 105 requests; the hundred and sixth day is six days away.
    let soon = try found(capacity: 10.5)
    #expect(soon.map(\.id) == ["capacity-soon/shop/backend catalog"])
    #expect(soon.first?.severity == .ticket)
    #expect(
      soon.first?.text
        == "backend catalog: 105/s of this mix are all that may be used of 10.5 calls/s, and by the last"
        + " four weeks the peak hour has more in 6 days"
    )
    #expect(try found(capacity: 12).isEmpty)
  }

  @Test(arguments: [
    (2.6, "2.6"), (2.4, nil), (1.1, nil), (0.9, "0.9"),
  ])
  func
    `Calls of a route for each request are told where they differ from the model, whatever the hits are`(
      calls: Double,
      number: String?
    ) throws
  {
    let site = try ModelledSite()
    let text = number.map {
      "GET /items/{id} makes \($0) calls to catalog for each request that needs services, and the model"
        + " expects 2"
    }
    site.run(0...310) { _ in
      site.requests(100, ModelledSite.item)
      // The model expects nine of ten to be hits.
      site.results(70, ModelledSite.item, "hit")
      site.results(30, ModelledSite.item, "miss")
      site.calls(Int((30 * calls).rounded()), of: ModelledSite.item, to: "catalog")
      // Another route's calls to the same service are its own.
      site.requests(100, ModelledSite.home)
      site.calls(90, of: ModelledSite.home, to: "catalog")
    }
    let report = ModelReport(
      [site.expected],
      among: ["shop"],
      site.history,
      .failure(.init("there is no history")),
      loops: 1
    )
    let found = ModelAlerts().conditions(of: report).filter { $0.id.contains("fan-out") }
    #expect(found.map(\.text) == (text.map { [$0] } ?? []))
    #expect(
      found.allSatisfy {
        $0.id == "drift/shop/fan-out/GET /items/{id}/catalog" && $0.patience == 1_800
      }
    )
    #expect(found.allSatisfy { $0.severity == .ticket && $0.look == "/model" })
  }

  @Test(arguments: [(99, false), (100, true)])
  func `Calls of a route for each request are unknown with too few requests`(
    requests: Int,
    isKnown: Bool
  ) throws {
    let site = try ModelledSite()
    site.run(0...310) { second in
      guard second == 300 else { return }
      site.requests(requests, ModelledSite.item)
      site.results(requests, ModelledSite.item, "miss")
      site.calls(requests * 10, of: ModelledSite.item, to: "catalog")
      site.calls(requests, of: ModelledSite.item, to: "prices")
    }
    let fanOuts = try #require(site.conformance?.fanOuts)
    #expect(fanOuts.map(\.route) == ["GET /items/{id}", "GET /items/{id}"])
    #expect(fanOuts.map(\.backend) == ["catalog", "prices"])
    #expect(fanOuts.map(\.calls.measured) == (isKnown ? [10, 1] : [nil, nil]))
    #expect(fanOuts.map(\.calls.expected) == (isKnown ? [2, 0] : [nil, nil]))
    #expect(fanOuts.map { ModelAlerts.hasDrifted($0) } == [isKnown, false])
  }

  @Test func `Alerts on drift and limits have the time for which they must hold`() throws {
    let site = try ModelledSite(
      ModelledSite.model { model in
        var catalog = TrafficModel.BackendCapacity()
        (catalog.name, catalog.capacity) = ("catalog", 4)
        model.backends = [catalog]
      }
    )
    site.run(0...310) { _ in
      site.requests(50, ModelledSite.item)
      site.requests(10, .init(method: "GET", path: "/other"))
      site.answers(60, from: "plan")
      site.results(50, ModelledSite.item, "miss")
      site.calls(5, of: ModelledSite.item, to: "catalog")
    }
    let report = ModelReport(
      [site.expected],
      among: ["shop"],
      site.history,
      .failure(.init("there is no history")),
      loops: 1
    )
    let found = ModelAlerts().conditions(of: report)
    #expect(
      found.map { "\($0.id) \($0.patience)" } == [
        "capacity/shop/backend catalog 300", "capacity-at-peak/shop/backend catalog 300",
        "drift/shop/rate/GET /items/{id} 1800", "drift/shop/unmodelled 1800",
        "drift/shop/mix 1800", "drift/shop/hits 1800",
        "drift/shop/hits/GET /items/{id} 1800",
        "drift/shop/fan-out/GET /items/{id}/catalog 1800",
      ]
    )
    #expect(found[0].text == "backend catalog: 125% of 4 calls/s is used, and 100% may be")
    // 60 requests a second make 5 calls of the 4 that there may be: nothing is soon that is now.
    let forecast = try #require(CapacityForecast(Self.growing, today: 100))
    #expect(ModelAlerts().conditions(of: report, forecast).count == found.count)
    #expect(
      found.suffix(3).map(\.text) == [
        "0% of the answers need no service, of 90% that the model expects",
        "0% of the answers of GET /items/{id} need no service, of 90% that the model expects",
        "GET /items/{id} makes 0.1 calls to catalog for each request that needs services, and the model"
          + " expects 2",
      ]
    )
  }
}
