// SPDX-License-Identifier: Apache-2.0

import Measure
import Model
import Sites
import Testing
import TrafficTesting

@Suite struct `Traffic beside its model` {
  private typealias State = RouteConformance.State

  @Test(arguments: [
    (0, State.idle), (40, .within), (41, .aboveSteady), (80, .aboveSteady), (81, .abovePeak),
  ])
  private func `A route's traffic is judged by the rate of the last seconds`(
    rate: Int,
    state: State
  ) throws {
    let site = try ModelledSite()
    site.run(0...12) { _ in site.requests(rate, ModelledSite.item) }
    #expect(site.state(of: ModelledSite.item) == state)
    // Traffic before the window does not count.
    site.run(13...40)
    #expect(site.state(of: ModelledSite.item) == .idle)
  }

  @Test func `One instance is judged by its even share of the model's traffic`() throws {
    let site = try ModelledSite(ModelledSite.model { $0.instance.count = 4 })
    site.run(0...10) { _ in site.requests(11, ModelledSite.item) }
    #expect(site.state(of: ModelledSite.item) == .aboveSteady)
    #expect(site.expected.total.peak == 27.5)
  }

  @Test(arguments: [
    // One of a hundred may be late.
    (late: 6, failed: 0, State.within), (late: 7, failed: 0, .outOfSLA),
    // One of a thousand may fail, and less than three are no breach.
    (late: 0, failed: 2, .within), (late: 0, failed: 3, .outOfSLA),
  ])
  private func `A route is out of its SLA if more than allowed are late or fail`(
    late: Int,
    failed: Int,
    state: State
  ) throws {
    let site = try ModelledSite()
    site.run(0...60) { _ in site.requests(10, ModelledSite.item) }
    // The window of a minute ends with these.
    site.requests(late, ModelledSite.item, milliseconds: 200)
    site.requests(failed, ModelledSite.item, status: "502", error: "502")
    site.requests(50, ModelledSite.item, milliseconds: 900, status: "", error: "cancelled")
    site.run(61...61)
    #expect(site.state(of: ModelledSite.item) == state)
    let record = site.conformance?.routes.first { $0.name == ModelledSite.item }?.record
    #expect(record?.late == UInt64(late) && record?.failed == UInt64(failed))
  }

  @Test func `Routes without a model are named, the most frequent first`() throws {
    let site = try ModelledSite()
    let other = TrafficModel.RouteName(method: "POST", path: "/orders")
    site.run(0...310) { _ in
      site.requests(8, ModelledSite.home)
      site.requests(1, .init(method: "GET", path: ""))
      site.requests(1, other)
      site.requests(1, .init(method: "HEAD", path: other.path))
      site.requests(1, .init(method: "GET", path: other.path))
    }
    let conformance = try #require(site.conformance)
    let unmodelled = conformance.routes.filter { $0.state == .unmodelled }
    #expect(
      unmodelled.map { "\($0.name) \($0.rate)" } == [
        "GET /orders 2.0", "GET  1.0", "POST /orders 1.0",
      ]
    )
    #expect(conformance.unmodelledShare == 4.0 / 12)
  }

  @Test func `The mix of traffic has a distance from the model's steady mix`() throws {
    let same = try ModelledSite()
    same.run(0...310) { _ in
      same.requests(1, ModelledSite.home)
      same.requests(4, ModelledSite.item)
    }
    #expect(try #require(same.conformance?.mixDistance) < 0.001)
    let other = try ModelledSite()
    other.run(0...310) { _ in other.requests(5, .init(method: "GET", path: "/other")) }
    #expect(other.conformance?.mixDistance == 1)
    // All of the traffic where a fifth of it was expected: by hand.
    let shifted = try ModelledSite()
    shifted.run(0...310) { _ in shifted.requests(5, ModelledSite.home) }
    #expect(abs(try #require(shifted.conformance?.mixDistance) - 0.7810) < 0.0001)
  }

  @Test func `The hit ratio of each route with services stands beside the model's`() throws {
    let site = try ModelledSite()
    site.run(0...310) { _ in
      site.requests(10, ModelledSite.item)
      for (count, result) in [
        (4, "hit"), (1, "stale"), (2, "collapsed"), (2, "miss"), (1, "bypass"),
      ] {
        site.results(count, ModelledSite.item, result)
      }
      // Errors and redirects are no answers, and a route without services has nothing to hit.
      site.results(50, ModelledSite.item, "none")
      site.results(10, ModelledSite.home, "miss")
    }
    let routes = try #require(site.conformance).routes
    #expect(routes.map(\.name) == [ModelledSite.home, ModelledSite.item])
    #expect(routes[0].hits == .init(measured: nil, expected: nil))
    #expect(routes[1].hits == .init(measured: 0.7, expected: 0.9))
  }

  @Test func `A route with few answers has no hit ratio`() throws {
    let site = try ModelledSite()
    site.run(0...90) { _ in site.results(1, ModelledSite.item, "hit") }
    #expect(try #require(site.conformance).routes[1].hits == .init(measured: nil, expected: 0.9))
  }

  @Test func `Hits and calls stand beside those that follow from the model`() throws {
    let site = try ModelledSite()
    site.run(0...310) { _ in
      site.requests(10, ModelledSite.home)
      site.requests(10, ModelledSite.item)
      site.answers(13, from: "document")
      site.answers(1, from: "kept")
      site.answers(6, from: "plan")
      site.answers(30, from: "limited")
      site.calls(12, to: "catalog")
    }
    let conformance = try #require(site.conformance)
    #expect(conformance.hits == .init(measured: 0.7, expected: 0.95))
    let catalog = try #require(conformance.backends.first)
    #expect(catalog.measured == 12)
    // A tenth of ten requests, two calls each.
    #expect(abs(try #require(catalog.expected) - 2) < 1e-9)
  }

  @Test func `Shares of traffic are unknown until there are enough requests`() throws {
    let site = try ModelledSite()
    site.run(0...9) { _ in site.requests(11, ModelledSite.item) }
    #expect(site.conformance?.mixDistance == nil)
    site.run(10...10) { _ in site.requests(1, ModelledSite.item) }
    #expect(site.conformance?.mixDistance != nil)
  }

  @Test func `Traffic beside its model is shown as tables`() throws {
    let site = try ModelledSite()
    site.run(0...10) { _ in site.requests(50, ModelledSite.item, milliseconds: 400) }
    let tables = ModelTables.conformance(of: [try #require(site.conformance)])
    let text = FigureTable.text(of: tables)
    #expect(
      text.contains(
        "shop  GET /items/{id}  normal  out_of_sla  50/s    40/s  80/s  400ms     100ms     99.9%   500       0"
      ),
      "\(text)"
    )
    let json = String(decoding: FigureTable.json(of: tables), as: UTF8.self)
    #expect(
      json.contains(#""route":"GET /items/{id}","class":"normal","state":"out_of_sla","rate":50.0"#)
    )
    #expect(json.hasPrefix(#"{"routes":["#) && json.contains(#""calls":["#))
  }
}
