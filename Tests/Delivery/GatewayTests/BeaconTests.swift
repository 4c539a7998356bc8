// SPDX-License-Identifier: Apache-2.0

import Gateway
import LoopTesting
import Message
import Reactor
import Signals
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The beacon of a site` {
  private static func settings(_ beacon: String) -> String {
    """
    {
      languages: { published: ["en"], source: "en" }, roots: ["*"],
      apps: { "com.example.shop": { versions: ["2.2", "2.3"] } },
      \(beacon)
    }
    """
  }

  private func start(
    _ beacon: String = #"beacon: { path: "beacon", perSecond: 1000 },"#
  ) async throws -> SiteServer {
    try await SiteServer(
      [
        "home": #"{ datatype: "screen", body: { x: 1 } }"#,
        "help": #"{ datatype: "screen", body: { x: 2 } }"#,
      ],
      settings: Self.settings(beacon)
    )
  }

  private func report(
    _ server: SiteServer,
    _ body: String,
    _ fields: [String: String] = [:]
  ) async throws -> SiteServer.Reply {
    try await server.get("/beacon", fields, method: "POST", body: body)
  }

  /// The series of a family that have counted something.
  private func counts(_ server: SiteServer, _ family: String) -> [String: UInt64] {
    var counts: [String: UInt64] = [:]
    for series in server.signals.snapshot()[family]?.series ?? [] {
      let name = series.labelValues.joined(separator: " ")
      switch series.value {
      case .counter(let count) where count > 0: counts[name] = count
      case .histogram(let values) where values.count > 0: counts[name] = values.count
      case .counter, .histogram, .gauge: break
      }
    }
    return counts
  }

  @Test func `The beacon counts reported outcomes by the paths, apps and versions of the site`()
    async throws
  {
    let server = try await start()
    let reply = try await report(
      server,
      """
      { "app": "com.example.shop", "version": "2.3", "reports": [
        { "path": "/en/home?view=light", "outcome": "ok", "milliseconds": 184 },
        { "path": "/home", "outcome": "ok" },
        { "path": "/help", "outcome": "render_error", "milliseconds": 3 },
        { "path": "/../etc/passwd", "outcome": "timeout" } ] }
      """
    )
    #expect(reply.status == 204)
    #expect(reply.fields["cache-control"] == "no-store")
    #expect(
      counts(server, "portico_app_reports_total") == [
        "/home com.example.shop 2.3 ok": 2, "/help com.example.shop 2.3 render_error": 1,
        "_other com.example.shop 2.3 timeout": 1,
      ]
    )
    #expect(
      counts(server, "portico_app_reported_latency_seconds") == [
        "/home com.example.shop 2.3": 1
      ]
    )
  }

  @Test func `The beacon counts the use of prefetched answers by app and version`() async throws {
    let server = try await start()
    let figures = #""prefetch": { "requests": 5, "useful": 3, "bytes": 800, "usefulBytes": 600 }"#
    let bodies = [
      #"{ "app": "com.example.shop", "version": "2.3", \#(figures) }"#,
      #"{ "app": "evil", \#(figures), "reports": [{ "path": "/home", "outcome": "ok" }] }"#,
    ]
    for body in bodies + bodies.prefix(1) {
      #expect(try await report(server, body).status == 204)
    }
    let families = [
      "prefetches": UInt64(5), "useful_prefetches": 3, "prefetched_bytes": 800,
      "useful_prefetched_bytes": 600,
    ]
    for (name, figure) in families {
      #expect(
        counts(server, "portico_app_\(name)_total") == [
          "com.example.shop 2.3": 2 * figure, "_other _other": figure,
        ]
      )
    }
  }

  @Test func `The beacon takes app and version from X-App if the site declares them`() async throws
  {
    let server = try await start()
    let body = #"{ "reports": [{ "path": "/home", "outcome": "offline" }] }"#
    let known = "app=\"com.example.shop\", version=2.2"
    _ = try await report(server, body, ["X-App": known])
    _ = try await report(server, body, ["X-App": "app=\"com.example.shop\", version=9.9"])
    _ = try await report(server, body, ["X-App": "app=\"evil\", version=2.2"])
    #expect(
      counts(server, "portico_app_reports_total") == [
        "/home com.example.shop 2.2 offline": 1, "/home com.example.shop _other offline": 1,
        "/home _other _other offline": 1,
      ]
    )
  }

  @Test func `Reports of unknown names to the beacon add no series, however many they are`()
    async throws
  {
    let server = try await start()
    func hostile(_ numbers: Range<Int>) async throws {
      for number in numbers {
        let reports = (0..<50).map { #"{"path":"/p\#(number)/\#($0)","outcome":"ok"}"# }
        let body = #"{"app":"a\#(number)","version":"\#(number).0","reports":["#
        let reply = try await report(server, body + reports.joined(separator: ",") + "]}")
        #expect(reply.status == 204)
      }
    }
    try await hostile(0..<1)
    try await hostile(1..<40)
    #expect(counts(server, "portico_app_reports_total") == ["_other _other _other ok": 2_000])
  }

  @Test(
    arguments: [
      "", "[]", "{}", #"{"reports":[]}"#, #"{"reports":[{"path":"home","outcome":"ok"}]}"#,
      #"{"reports":[{"path":"/home","outcome":"fine"}]}"#,
      #"{"reports":[{"path":"/home","outcome":"ok","milliseconds":-1}]}"#,
      #"{"reports":[{"path":"/home","outcome":"ok","milliseconds":600001}]}"#,
      #"{"reports":[{"path":"/home","outcome":"ok","milliseconds":"1"}]}"#,
      #"{"prefetch":{"requests":1,"useful":1,"bytes":1}}"#,
      #"{"prefetch":{"requests":-1,"useful":1,"bytes":1,"usefulBytes":1}}"#,
      #"{"prefetch":{"requests":1,"useful":1,"bytes":1000000001,"usefulBytes":1}}"#,
      #"{"reports":[],"prefetch":{"requests":1,"useful":1,"bytes":1,"usefulBytes":1}}"#,
    ]
  )
  func `The beacon refuses reports that it cannot read and counts none of them`(
    _ body: String
  ) async throws {
    let server = try await start()
    let reply = try await report(server, body)
    #expect(reply.status == 400)
    #expect(reply.body.contains("expected") || reply.body.contains("no JSON"), "\(reply.body)")
    #expect(counts(server, "portico_app_reports_total").isEmpty)
    #expect(counts(server, "portico_app_reports_dropped_total") == ["malformed": 1])
  }

  @Test func `The beacon limits the size, the rate and the origin of reports`() async throws {
    let server = try await start(#"beacon: { path: "beacon", perSecond: 3 },"#)
    let body = #"{ "reports": [{ "path": "/home", "outcome": "ok" }] }"#
    let foreign = try await report(server, body, ["Origin": "https://evil.example"])
    #expect(foreign.status == 400 && foreign.body.contains("https://evil.example"))
    #expect(try await report(server, body, ["Sec-Fetch-Site": "cross-site"]).status == 400)
    #expect(try await report(server, body, ["Origin": "http://a"]).status == 204)
    let large = body + String(repeating: " ", count: 16_384)
    #expect(try await report(server, large).status == 413)
    #expect(try await report(server, body).status == 204)
    #expect(try await report(server, body).status == 429)
    server.clock.advance(by: .seconds(1))
    #expect(try await report(server, body).status == 204)
    #expect(
      counts(server, "portico_app_reports_dropped_total") == ["origin": 2, "size": 1, "rate": 1]
    )
  }

  @Test func `The beacon counts the declared share of the reports`() async throws {
    let server = try await start(#"beacon: { path: "beacon", share: 25 },"#)
    let body = #"{ "reports": [{ "path": "/home", "outcome": "ok" }] }"#
    for _ in 0..<8 { #expect(try await report(server, body).status == 204) }
    #expect(counts(server, "portico_app_reports_total") == ["/home _other _other ok": 2])
    #expect(counts(server, "portico_app_reports_dropped_total") == ["sampled": 6])
  }

  @Test
  func `A client that leaves in the middle of a report is recorded in the events`() async throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let server = try await SiteServer(
      ["home": #"{ datatype: "screen", body: { x: 1 } }"#],
      settings: Self.settings(#"beacon: { path: "beacon", perSecond: 1000 },"#),
      events: log
    )
    try await onThread {
      let socket = try PlainSocket(to: server.address)
      try socket.send("POST /beacon HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
    }
    try await waitUntil("its event is recorded") { try !EventLines.of(log).isEmpty }
    let event = try #require(try EventLines.of(log).first)
    #expect(event.contains(#""step":"beacon""#) && event.contains(#""document":"beacon""#))
    #expect(event.contains(#""error_message":"broken_off""#) && !event.contains(#""status""#))
  }

  @Test func `There is no beacon unless the site declares one`() async throws {
    let server = try await start("")
    let body = #"{ "reports": [{ "path": "/home", "outcome": "ok" }] }"#
    #expect(try await report(server, body).status == 405)
    let declared = try await start()
    #expect(try await declared.get("/beacon").status == 404)
  }
}
