// SPDX-License-Identifier: Apache-2.0

import Signals
import Testing

@testable import Gateway

@Suite struct `The calls of a route to a service` {
  /// A meter, and the counts by route.
  private struct Measured {
    let meter: RouteCallMeter
    private let registry: SignalRegistry

    init() throws {
      registry = try SignalRegistry()
      let family: GrowingFamily<Counter> = try registry.growing(
        "portico_route_calls_total",
        "Calls.",
        labels: ["http_route", "backend"],
        folding: ["http_route"]
      )
      meter = RouteCallMeter(family, of: "stock", try registry.makeShard())
    }

    var counts: [String: UInt64] {
      var counts: [String: UInt64] = [:]
      for series in registry.snapshot()["portico_route_calls_total"]?.series ?? [] {
        guard case .counter(let count) = series.value, count > 0, series.labelValues[1] == "stock"
        else { continue }
        counts[series.labelValues[0]] = count
      }
      return counts
    }
  }

  @Test func `Routes that share a place of the table keep their own counts`() throws {
    let measured = try Measured()
    for _ in 0..<3 {
      measured.meter.called(for: "items/{id}", 7)
      measured.meter.called(for: "home", 7 + 256)
    }
    measured.meter.called(for: "home", 8)
    #expect(measured.counts == ["/items/{id}": 3, "/home": 4])
  }

  @Test func `Routes of a site with very many documents are counted by folder`() throws {
    let measured = try Measured()
    measured.meter.called(for: "items/1", 1)
    measured.meter.renew(documents: RouteLabels.mostDocuments + 1)
    measured.meter.called(for: "items/1", 1)
    measured.meter.called(for: "items/2", 2)
    #expect(measured.counts == ["/items/1": 1, "/items/*": 2])
  }

  @Test func `A pass is counted by its prefix`() throws {
    let measured = try Measured()
    let call = measured.meter.calls(ofPass: "/account")
    for _ in 0..<2 { call() }
    #expect(measured.counts == ["/account": 2])
  }

  @Test(.timeLimit(.minutes(5)))
  func `A call is counted for the route that was asked, and not while its answer is kept`()
    async throws
  {
    let service = try await SampleService()
    service.says(.init(#"{"name":"rose"}"#, cacheControl: "max-age=60"), to: "/items/7")
    let site = try await SiteServer(
      [
        "items/{id}": """
        {
          datatype: "item", calls: { item: { backend: "shop", path: "/items/{id}" } },
          body: { name: { $pick: "$.item.name" } },
        }
        """
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: "\(service.address)" } },
          passes: { "/p": { backend: "shop" } },
        }
        """
    )
    for _ in 0..<2 { #expect(try await site.get("/items/7").body.contains("rose")) }
    for _ in 0..<3 { _ = try await site.get("/p/items/7") }
    let calls = try #require(site.signals.snapshot()["portico_route_calls_total"])
    #expect(calls["/items/{id}", "shop"] == .counter(1))
    #expect(calls["/p", "shop"] == .counter(3))
    #expect(try await site.get("/items/8").status == 404)
    let results = try #require(site.signals.snapshot()["portico_route_answers_total"])
    // A request for what does not exist needs its service like any other.
    #expect(results["/items/{id}", "miss"] == .counter(2))
  }
}
