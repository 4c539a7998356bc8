// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import LoopTesting
import Reactor
import Testing

/// What operators see while services and routes fail: the checks, the tables and the console.
@Suite(.timeLimit(.minutes(5))) struct `The troubles of a served site` {
  private let sites = ServedSites()

  /// A service that answers each request with the status that the path begins with: `/500/x`.
  private static func service() throws -> ScriptedServer {
    try ScriptedServer { peer, _ in
      while true {
        let head = try peer.receive(through: "\r\n\r\n")
        let path = head.split(separator: " ").dropFirst().first ?? ""
        let status = path.split(separator: "/").first.flatMap { Int($0) } ?? 200
        try peer.send("HTTP/1.1 \(status) Told\r\nContent-Length: 2\r\n\r\n{}")
      }
    }
  }

  private func serve(
    _ settings: String,
    _ documents: [String: String] = [:]
  ) async throws -> (command: RunningCommand, visitors: SocketAddress, operators: SocketAddress) {
    try sites.write("shop", settings)
    for (path, text) in documents { try sites.put(text, at: "shop/Content/\(path).json5") }
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    return (command, visitors, operators)
  }

  /// The reason of a check that is not well, after so many requests again and again.
  private func reason(
    of check: String,
    at operators: SocketAddress,
    after ask: () async throws -> Void
  ) async throws -> (outcome: String, reason: String) {
    try await waitFor("\(check) is not well") {
      try await ask()
      let answer = PlainAnswer(
        try await RunningCommand.ask("GET /health?verbose", at: operators)
      )
      let found = try answer.json.list("health").first {
        $0.text("check") == check && $0.text("outcome") != "ok"
      }
      return found.map { ($0.text("outcome") ?? "", $0.text("reason") ?? "") }
    }
  }

  private func page(_ target: String, at operators: SocketAddress) async throws -> String {
    try await RunningCommand.ask("GET \(target)", at: operators, accept: "text/html")
  }

  @Test func `A service behind a pass that answers 500 to everything is named, and its route too`()
    async throws
  {
    let service = try Self.service()
    defer { service.stop() }
    let (command, visitors, operators) = try await serve(
      #"backends: { orders: { addresses: "http://\#(service.address)", health: false } }, "#
        + #"passes: { "/500": { backend: "orders" } }"#
    )
    let ask = { _ = try await RunningCommand.ask("GET /500/x", at: visitors) }
    let check = try await reason(of: "backend orders", at: operators, after: ask)
    #expect(check.outcome == "failure", "\(check)")
    #expect(check.reason.contains(" failed, most: wrong status 500"), "\(check)")
    let route = try await reason(of: "route GET /500", at: operators, after: ask)
    #expect(route.outcome == "failure", "\(route)")
    #expect(
      route.reason.contains(" failed, most: status 500, and 1% may; it calls orders, which fails"),
      "\(route)"
    )
    let backends = PlainAnswer(try await RunningCommand.ask("GET /backends", at: operators))
    let row = try #require(try backends.json.list("backends").first)
    #expect(row.text("failed") != "0" && row.text("why") == "wrong_status", "\(backends.body)")
    let promises = PlainAnswer(try await RunningCommand.ask("GET /slo", at: operators))
    #expect(try promises.json.list("promises").first?.text("stated") == "default")
    let html = try await page("/", at: operators)
    #expect(html.contains("Failing: GET /500; suspect: orders"), "\(html)")
    let troubles = try #require(html.firstMatch(of: /<ul class="troubles">(.*?)<\/ul>/)?.1)
    let first = try #require(troubles.firstMatch(of: /<li(.*?)<\/li>/)?.1)
    #expect(first.contains("backend orders: ") && first.contains("/log?q="), "\(troubles)")
    #expect(!html.contains("unmodelled"), "the state of the route")
    withExtendedLifetime(command) {}
  }

  @Test func `Answers with a 404 that become most of a route's are told with the route's name`()
    async throws
  {
    let service = try Self.service()
    defer { service.stop() }
    let (command, visitors, operators) = try await serve(
      #"backends: { items: { addresses: "http://\#(service.address)", health: false } }, "#
        + #"passes: { "/": { backend: "items" } }"#
    )
    let check = try await reason(of: "route GET /", at: operators) {
      for status in [404, 404, 200, 404, 404] {
        _ = try await RunningCommand.ask("GET /\(status)/x", at: visitors)
      }
    }
    #expect(check.outcome == "failure" && check.reason.contains("are a 4xx, most: 404"), "\(check)")
    let backend = PlainAnswer(try await RunningCommand.ask("GET /health?verbose", at: operators))
    let checks = try backend.json.list("health")
    #expect(checks.first { $0.text("check") == "backend items" }?.text("outcome") == "ok")
    let routes = PlainAnswer(try await RunningCommand.ask("GET /routes", at: operators))
    let row = try routes.json.list("routes").first { $0.text("route") == "/" }
    #expect(row?.text("errors") == "0" && row?.text("refused") != "0", "\(routes.body)")
    let html = try await page("/", at: operators)
    #expect(html.contains("Failing: GET /"), "\(html)")
    withExtendedLifetime(command) {}
  }

  @Test func `Calls that end with another one's failure do not make their service a suspect`()
    async throws
  {
    let service = try Self.service()
    defer { service.stop() }
    let hanging = try ScriptedServer { peer, _ in
      while true { _ = try peer.receive(through: "\r\n\r\n") }
    }
    defer { hanging.stop() }
    let (command, visitors, operators) = try await serve(
      #"backends: { bad: { addresses: "http://\#(service.address)", health: false, retries: 0 }, "#
        + #"good: { addresses: "http://\#(hanging.address)", health: false, timeout: "30s" } }"#,
      [
        "both":
          #"{ datatype: "both", calls: { a: { backend: "bad", path: "/500/x" }, "#
          + #"b: { backend: "good", path: "/200/x" } }, "#
          + #"body: { a: { $pick: "$.a.x" }, b: { $pick: "$.b.x" } } }"#
      ]
    )
    let check = try await reason(of: "backend bad", at: operators) {
      for _ in 1...4 { _ = try await RunningCommand.ask("GET /both", at: visitors) }
    }
    #expect(check.outcome == "failure")
    let answer = PlainAnswer(try await RunningCommand.ask("GET /health?verbose", at: operators))
    let good = try answer.json.list("health").first { $0.text("check") == "backend good" }
    #expect(good?.text("outcome") == "ok", "\(answer.body)")
    let backends = PlainAnswer(try await RunningCommand.ask("GET /backends", at: operators))
    let rows = try backends.json.list("backends")
    #expect(rows.first { $0.text("backend") == "good" }?.text("failed") == "0", "\(backends.body)")
    withExtendedLifetime(command) {}
  }

  @Test func `What differs names the service, the route and the rest that failed requests share`()
    async throws
  {
    let service = try Self.service()
    defer { service.stop() }
    let (command, visitors, operators) = try await serve(
      #"backends: { orders: { addresses: "http://\#(service.address)", health: false }, "#
        + #"files: { addresses: "http://\#(service.address)", health: false } }, "#
        + #"passes: { "/500": { backend: "orders" }, "/200": { backend: "files" } }"#
    )
    for path in ["500/a", "200/a", "config", "500/b", "200/b", "config", "500/c", "nothing"] {
      _ = try await RunningCommand.ask("GET /\(path)", at: visitors)
    }
    let failed = "failed=status%20%3E%3D%20500"
    let answer = PlainAnswer(
      try await RunningCommand.ask("GET /log/differences?\(failed)", at: operators)
    )
    try #require(answer.status == "200", "\(answer.body)")
    let compared = try #require(try answer.json.list("compared").first)
    // The request for nothing failed as well, and is no example of the others.
    #expect(compared.text("failed") == "3" && compared.text("others") == "4", "\(answer.body)")
    let rows = try answer.json.list("differences")
    #expect(rows.first?.text("field") == "failed service", "\(answer.body)")
    #expect(rows.first?.text("value") == "orders" && rows.first?.text("filter") != nil)
    let values = rows.map { "\($0.text("field") ?? "") \($0.text("value") ?? "")" }
    #expect(values.contains("service orders") && values.contains("route /500"), "\(values)")
    #expect(!values.contains { $0.hasPrefix("method") || $0.hasPrefix("site") }, "\(values)")
    let html = try await page("/log/differences?\(failed)", at: operators)
    #expect(html.contains("What differs") && html.contains("failed service"), "\(html)")
    let wrong = PlainAnswer(
      try await RunningCommand.ask("GET /log/differences?failed=staus%3D404", at: operators)
    )
    #expect(wrong.status == "400" && wrong.body.contains("did you mean status?"))
    withExtendedLifetime(command) {}
  }
}
