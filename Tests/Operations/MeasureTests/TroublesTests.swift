// SPDX-License-Identifier: Apache-2.0

import Files
import Measure
import Sites
import Testing
import TrafficTesting

extension ModelledSite {
  /// Records answers of a route.
  fileprivate func ask(_ count: Int, _ path: String, _ status: Int, calling backend: String? = nil)
  {
    let route = RouteName(method: "GET", path: path)
    requests(
      count,
      route,
      milliseconds: 1,
      status: "\(status)",
      error: status < 500 ? "" : "\(status)"
    )
    if let backend { calls(count, of: route, to: backend) }
  }

  /// The troubles, where the operators of some services promise that calls take at most so long.
  fileprivate func troubles(services: [String: Duration] = [:]) -> Troubles {
    var capacities: [BackendFigures.Place: TrafficModel.ServiceLevel] = [:]
    for (backend, within) in services {
      var level = TrafficModel.ServiceLevel()
      level.within = within
      capacities[.init(site: "shop", backend: backend)] = level
    }
    return Troubles(history, [:], capacities)
  }
}

@Suite struct `The troubles of services and routes` {
  @Test func `A service that becomes slow is named within seconds, and not one that is as before`()
    throws
  {
    let site = try ModelledSite()
    site.run(0...299) { _ in
      site.calls(10, to: "prices", milliseconds: 20)
      site.calls(10, to: "reviews", milliseconds: 400)
    }
    #expect(site.troubles().services.isEmpty)
    site.run(300...304) { _ in
      site.calls(10, to: "prices", milliseconds: 300)
      site.calls(10, to: "reviews", milliseconds: 400)
    }
    let found = site.troubles().services
    #expect(found.map(\.place.backend) == ["prices"])
    #expect(found.first?.isFailure == false)
    #expect(found.first?.text.hasPrefix("50 of ") == true, "\(found)")
    #expect(found.first?.text.contains("; before, 95 of 100 took at most ") == true, "\(found)")
    // It is as fast as before.
    site.run(305...329) { _ in
      site.calls(10, to: "prices", milliseconds: 20)
      site.calls(10, to: "reviews", milliseconds: 400)
    }
    #expect(site.troubles().services.isEmpty)
  }

  @Test
  func
    `A service is slow by what its operators promise, and where nothing is known from a second on`()
    throws
  {
    let site = try ModelledSite()
    site.run(0...4) { _ in
      site.calls(10, to: "promised", milliseconds: 200)
      site.calls(10, to: "unknown", milliseconds: 900)
      site.calls(10, to: "slow", milliseconds: 1_500)
    }
    let found = site.troubles(services: ["promised": .milliseconds(100)]).services
    #expect(found.map(\.place.backend) == ["promised", "slow"])
    #expect(found.map(\.isFailure) == [true, false])
  }

  @Test
  func `A service whose callers give up on it is slow, and one that is never waited for is not`()
    throws
  {
    let site = try ModelledSite()
    site.run(0...4) { _ in
      site.calls(5, to: "hanging", milliseconds: 3_000, error: "cancelled")
      site.calls(5, to: "healthy", milliseconds: 4, error: "cancelled")
      site.calls(5, to: "dead", milliseconds: 0, error: "circuit_open")
    }
    #expect(site.troubles().services.map(\.place.backend) == ["hanging"])
  }

  @Test func `A route names the services that it calls and that are in trouble`() throws {
    let site = try ModelledSite()
    site.run(0...4) { _ in
      site.ask(10, "/items", 502, calling: "slow")
      site.ask(10, "/home", 200, calling: "slow")
      site.calls(20, to: "slow", milliseconds: 1_500)
    }
    let found = site.troubles().routes
    #expect(found.map(\.name) == ["GET /items"])
    #expect(found.first?.isFailure == true)
    #expect(
      found.first?.text.hasSuffix(
        "failed, most: status 502, and 1% may; it calls slow, which is slow"
      ) == true,
      "\(found)"
    )
  }

  /// Answers in a second: of a route's, so many of ten are 404; so many requests are for no route.
  private func refusals(
    _ site: ModelledSite,
    _ seconds: ClosedRange<Int>,
    of route: Int,
    elsewhere: Int
  ) {
    site.run(seconds) { _ in
      site.ask(route, "/items", 404)
      site.ask(10 - route, "/items", 200)
      site.ask(elsewhere, "", 404)
    }
  }

  @Test(arguments: [
    // Usual refusals are none, and more of them are told.
    (before: 2, now: 2, elsewhere: 0, name: nil, isFailure: false),
    (before: 0, now: 1, elsewhere: 0, name: "GET /items", isFailure: false),
    (before: 1, now: 4, elsewhere: 0, name: "GET /items", isFailure: false),
    (before: 0, now: 8, elsewhere: 0, name: "GET /items", isFailure: true),
    // Most of a route's answers are never usual.
    (before: 8, now: 8, elsewhere: 0, name: "GET /items", isFailure: true),
    // What no route takes is judged among all requests of the site.
    (before: 0, now: 0, elsewhere: 1, name: nil, isFailure: false),
    (before: 0, now: 0, elsewhere: 10, name: "GET elsewhere", isFailure: false),
  ])
  func `Answers with a 4xx are told where they are more than before, or most`(
    before: Int,
    now: Int,
    elsewhere: Int,
    name: String?,
    isFailure: Bool
  ) throws {
    let site = try ModelledSite()
    refusals(site, 0...299, of: before, elsewhere: 0)
    refusals(site, 300...309, of: now, elsewhere: elsewhere)
    let found = site.troubles().routes
    #expect(found.map(\.name) == (name.map { [$0] } ?? []), "\(found)")
    #expect(found.contains(where: \.isFailure) == isFailure, "\(found)")
  }

  @Test func `A disk near its end is a warning and then a failure, by its bytes or its files`() {
    for (used, files, tone) in [
      (50, 50, FigureTable.Tone.usual), (91, 50, .warning), (98, 50, .failure), (50, 96, .failure),
    ] {
      let level = ResourceLevel(
        disk: .init(
          disk: 1,
          usedBytes: used << 20,
          freeBytes: (100 - used) << 20,
          usedFiles: files,
          freeFiles: 100 - files
        ),
        of: "/state"
      )
      #expect(level.tone == tone, "\(level.text)")
      #expect(level.name == "disk of /state")
    }
  }
}
