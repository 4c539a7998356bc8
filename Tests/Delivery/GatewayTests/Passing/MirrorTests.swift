// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Testing

/// A site whose reads a second service gets as well.
private struct MirroredSite {
  let passed: PassedSite
  let next: PlainService

  static let passes = """
    "/open": { backend: "open", mirror: { backend: "next", share: 100 } },
    "/kept": { backend: "open", cache: "standard", mirror: { backend: "next", share: 100 } },
    "/mine": { backend: "closed", mirror: { backend: "next", share: 100 } },
    "/none": { backend: "open", mirror: { backend: "next", share: 0 } },
    """

  init(
    at address: String? = nil,
    _ script: @escaping PlainService.Script = PlainService.echo
  ) async throws {
    let clock = ManualClock(wallSeconds: SiteServer.start)
    next = try await PlainService(clock: clock, script)
    passed = try await PassedSite(
      passes: Self.passes,
      backends: #"next: { addresses: "\#(address ?? next.address)" },"#,
      clock: clock
    )
  }

  /// Waits until something has been compared, and answers how often with what outcome.
  func outcomes(_ count: Int = 1) async throws -> [String: Int] {
    let site = passed.site
    try await passed.moveClock(by: .milliseconds(1)) {
      MirroredSite.counted(site).values.reduce(0, +) >= count
    }
    return MirroredSite.counted(site)
  }

  static func counted(_ site: SiteServer) -> [String: Int] {
    let outcomes = ["same", "different", "failed", "dropped"]
    let names = ["closed", "next", "open"]
    let family = try? site.signals.counters(
      "portico_mirrored_total",
      "Reads that a second service was asked as well, by what came of the comparison.",
      labels: [SignalLabel("backend", names), SignalLabel("outcome", outcomes)]
    )
    guard let family else { return [:] }
    var counts: [String: Int] = [:]
    for (position, outcome) in outcomes.enumerated() {
      let count = Int(clamping: site.signals.value(of: family[1, position]))
      if count > 0 { counts[outcome] = count }
    }
    return counts
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A mirrored read` {
  @Test(arguments: ["/open/a", "/kept/a"])
  func `A mirrored read asks the second service without credentials`(_ target: String) async throws
  {
    let site = try await MirroredSite { exchange, _ in
      let fields: Fields = ["cache-control": "max-age=60"]
      try await exchange.respond(Response(.ok, fields: fields), body: Array(target.utf8))
    }
    #expect(try await site.passed.site.get(target, ["Cookie": "a=b"]).status == 200)
    #expect(try await site.outcomes() == ["same": 1])
    let seen = try #require(site.next.seen.first)
    #expect(seen.target == target && seen.fields["cookie"] == nil)
  }

  @Test(arguments: ["/open/a", "/kept/a"])
  func `A different answer to a mirrored read is counted and not shown`(
    _ target: String
  ) async throws {
    for script in [
      { @Sendable exchange, _ in try await exchange.respond(Response(.ok), body: [1, 2, 3]) },
      { @Sendable exchange, _ in try await exchange.respond(Response(.notFound)) },
    ] as [PlainService.Script] {
      let site = try await MirroredSite(script)
      let reply = try await site.passed.site.get(target)
      #expect(reply.status == 200 && reply.body == target)
      #expect(try await site.outcomes() == ["different": 1])
    }
  }

  @Test func `A failing mirror does not affect the answer`() async throws {
    let site = try await MirroredSite(at: "http://127.0.0.1:1")
    #expect(try await site.passed.site.get("/open/a").status == 200)
    #expect(try await site.outcomes() == ["failed": 1])
  }

  @Test func `Mirrored reads keep nobody waiting and are dropped beyond their limit`() async throws
  {
    let site = try await MirroredSite { _, _ in await Waiter().wait() }
    for _ in 0..<18 { #expect(try await site.passed.site.get("/open/a").status == 200) }
    let served = site.passed.site
    #expect(MirroredSite.counted(served) == ["dropped": 2])
  }

  @Test
  func `Only plain reads within the declared share are mirrored`() async throws {
    let site = try await MirroredSite()
    let served = site.passed.site
    _ = try await served.get("/open/a", ["Content-Length": "0"], method: "POST")
    _ = try await served.get("/open/a", method: "HEAD")
    _ = try await served.get("/open/a", ["If-None-Match": "\"a\""])
    _ = try await served.get("/open/a", ["Range": "bytes=0-1"])
    _ = try await served.get("/none/a")
    _ = try await served.get("/open/last")
    #expect(try await site.outcomes() == ["same": 1])
    #expect(site.next.seen.map(\.target) == ["/open/last"])
  }

  @Test func `The answers to a mirrored read are compared to their end`() async throws {
    let size = 3_000_000
    let site = try await MirroredSite { exchange, service in
      let count = service.count > 2 ? size - 1 : size
      try await exchange.respond(Response(.ok), body: [UInt8](repeating: 97, count: count))
    }
    site.passed.service.answers { exchange, _ in
      try await exchange.respond(
        Response(.ok, fields: ["cache-control": "max-age=60"]),
        body: [UInt8](repeating: 97, count: size)
      )
    }
    for target in ["/open/a", "/kept/a"] {
      #expect(try await site.passed.site.get(target).bytes == size)
    }
    #expect(try await site.outcomes(2) == ["same": 2])
    for target in ["/open/b", "/kept/b"] { _ = try await site.passed.site.get(target) }
    #expect(try await site.outcomes(4) == ["same": 2, "different": 2])
  }

  @Test(arguments: [
    (#"{"b": 1.0, "a": [1, {"x": null}]}"#, "same"), (#"{"a":[1,{"x":0}],"b":1}"#, "different"),
    ("no JSON", "different"),
  ])
  func `The answers to a mirrored call of a plan are compared as JSON`(
    _ says: String,
    _ outcome: String
  ) async throws {
    let (first, second) = (try await SampleService(), try await SampleService())
    first.says(.init(#"{"a":[1,{"x":null}],"b":1}"#), to: "/items")
    second.says(.init(says), to: "/items")
    let site = try await SiteServer(
      [
        "home": """
        { datatype: "x", body: { a: { $pick: "$.items.b" } },
          calls: { items: { backend: "closed", path: "/items" } } }
        """
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: {
            open: { addresses: "http://127.0.0.1:1" },
            closed: { addresses: "\(first.address)", mirror: { backend: "next", share: 100 } },
            next: { addresses: "\(second.address)" },
          },
        }
        """
    )
    let reply = try await site.get("/en/home")
    #expect(reply.status == 200 && reply.body.contains("\"a\":1"))
    try await onThread {
      try blockUntil("a copy is counted") { !MirroredSite.counted(site).isEmpty }
    }
    #expect(MirroredSite.counted(site) == [outcome: 1])
    #expect(second.asked() == ["/items"])
  }
}
