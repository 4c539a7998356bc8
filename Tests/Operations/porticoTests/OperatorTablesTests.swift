// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import LoopTesting
import Measure
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The tables for operators` {
  private let sites = ServedSites()

  /// Settings of a site with the pass `/p` to the backend `near`, at whose address nobody listens.
  private static let unreachableService =
    #"backends: { near: { addresses: "http://127.0.0.1:1" } }, "#
    + #"passes: { "/p": { backend: "near" } }"#

  private func serve(
    _ settings: String = ""
  ) async throws -> (RunningCommand, SocketAddress, SocketAddress) {
    try sites.write("shop", settings)
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    return (command, visitors, operators)
  }

  /// A table as JSON, once it contains a text.
  private func table(
    _ target: String,
    containing text: String,
    at operators: SocketAddress,
    asking request: () async throws -> Void = {}
  ) async throws -> String {
    var body = ""
    try await waitUntil("\(target) has \(text)") {
      try await request()
      let answer = try await RunningCommand.ask("GET \(target)", at: operators)
      try #require(PlainAnswer(answer).status == "200", "\(answer)")
      #expect(answer.contains("content-type: application/json"))
      body = PlainAnswer(answer).body
      return answer.contains(text)
    }
    return body
  }

  /// Returns the response to a client that prefers text.
  private func text(of target: String, at operators: SocketAddress) async throws -> String {
    try await onThread {
      let socket = try PlainSocket(to: operators)
      try socket.send(
        "GET \(target) HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain\r\nConnection: close\r\n\r\n"
      )
      return try socket.receiveAll()
    }
  }

  @Test func `Every path of the listener that is declared is answered, or one below it`()
    async throws
  {
    let (command, _, operators) = try await serve()
    defer { withExtendedLifetime(command) {} }
    func isKnown(_ path: String) async throws -> Bool {
      try await !RunningCommand.ask("GET \(path)", at: operators, accept: "text/html")
        .contains("there are /metrics")
    }
    for path in OperatorPath.allCases where ![.logStream, .statsStream].contains(path) {
      if try await isKnown(path.text) { continue }
      #expect(try await isKnown(path.below("a")), "\(path)")
    }
    #expect(try await !isKnown("/nothing"))
  }

  @Test func `The table of counters has the used counters with rates and meaning`() async throws {
    let (command, visitors, operators) = try await serve()
    for _ in 0..<3 { _ = try await RunningCommand.ask("GET /config", at: visitors) }
    let target = "/stats?usedonly&filter=server_requests_total"
    // The snapshot of the next second has them all.
    let row = #"{"name":"portico_server_requests_total{version=1.1}","value":3,"#
    let table = try await table(target, containing: row, at: operators)
    #expect(table.contains(#""help":"#))
    #expect(!table.contains("version=2"))
    withExtendedLifetime(command) {}
  }

  @Test func `The overview has alerts, routes with their slowest phase, services and caches`()
    async throws
  {
    let (command, visitors, operators) = try await serve(Self.unreachableService)
    // Its figures are those of the last ten seconds.
    let table = try await table("/top", containing: #"{"route":"/p","#, at: operators) {
      for _ in 0..<3 { _ = try await RunningCommand.ask("GET /config", at: visitors) }
      _ = try await RunningCommand.ask("GET /p/7", at: visitors)
    }
    let failed = try #require(table.firstRange(of: #"{"route":"/p","#))
    let busy = try #require(table.firstRange(of: #"{"route":"/config","#))
    #expect(failed.lowerBound < busy.lowerBound, "what fails is shown first")
    #expect(table.contains(#""phase":"#) && table.contains(#"{"backend":"near","state":"#))
    let parts = try await text(of: "/top", at: operators).components(separatedBy: "\r\n\r\n")
    let lines = try #require(parts.last).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count { $0.isEmpty } == 5, "five tables, each with an empty line behind it")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    withExtendedLifetime(command) {}
  }

  @Test func `Health names a service that two passed requests in a row could not reach`()
    async throws
  {
    let (command, visitors, operators) = try await serve(Self.unreachableService)
    for _ in 0..<2 { _ = try await RunningCommand.ask("GET /p/7", at: visitors) }
    let reason = " failed, most: refused; its endpoint gets calls"
    let checks = try await table("/health?verbose", containing: reason, at: operators)
    #expect(checks.contains(#""check":"backend near","outcome":"failure""#), "\(checks)")
    withExtendedLifetime(command) {}
  }

  @Test func `Health names a service that accepts no connections, though nobody calls it`()
    async throws
  {
    let (command, _, operators) = try await serve(Self.unreachableService)
    let problem = "connect to 127.0.0.1:1: Connection refused (errno 111); expected a connection"
    let reason =
      #""outcome":"failure","reason":"its endpoint accepts no connections: \#(problem)""#
    let checks = try await table("/health?verbose", containing: reason, at: operators)
    #expect(checks.contains(#""check":"backend near","outcome":"failure""#), "\(checks)")
    let services = try await table("/backends", containing: "no connection", at: operators)
    #expect(services.contains(#""state":"accepts no connections""#), "\(services)")
    #expect(services.contains(#""problem":"\#(problem)""#), "\(services)")
    withExtendedLifetime(command) {}
  }

  @Test func `The table of durations has a window, and a wrong one is refused`() async throws {
    let (command, visitors, operators) = try await serve()
    _ = try await RunningCommand.ask("GET /config", at: visitors)
    let row =
      #"{"name":"http_server_request_duration_seconds{site=shop,http_request_method=GET,"#
      + "http_route=/config,http_response_status_code=200,network_protocol_version=1.1,"
      + #"error_type=,url_scheme=http}","count":1,"#
    let target = "/timers?window=5m&filter=request_duration"
    let table = try await table(target, containing: row, at: operators)
    #expect(table.contains(#""p99":"#))
    let refused = PlainAnswer(
      try await RunningCommand.ask("GET /timers?window=2m", at: operators)
    )
    #expect(refused.status == "400")
    #expect(refused.body.contains("window is 2m, expected one of 10s, 1m, 5m, 1h"))
    withExtendedLifetime(command) {}
  }

  @Test func `Durations and the tables of top fit 80 columns, or those that are asked for`()
    async throws
  {
    let route = "a-name-that-is-far-longer-than-the-column-of-names-would-ever-be"
    try sites.write("shop", "")
    try sites.put("{ datatype: \"a\", body: { a: 1 } }", at: "shop/Content/\(route).json5")
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    for path in ["/timers", "/top"] {
      _ = try await table(path, containing: route, at: operators) {
        _ = try await RunningCommand.ask("GET /en/\(route)", at: visitors)
      }
      for (query, columns) in [("", 80), ("?columns=80", 80), ("?columns=100", 100)] {
        let text = PlainAnswer(try await text(of: path + query, at: operators)).body
        let widest = text.split(separator: "\n").map(\.count).max() ?? 0
        #expect((40...columns).contains(widest), "\(path)\(query) has \(widest):\n\(text)")
      }
    }
    let refused = PlainAnswer(try await text(of: "/top?columns=79", at: operators))
    #expect(refused.status == "400")
    #expect(refused.body.contains("columns is 79, expected 80 to 1000"), "\(refused.body)")
    withExtendedLifetime(command) {}
  }

  @Test func `A table is aligned text if that is preferred, with colours on request`() async throws
  {
    let (command, _, operators) = try await serve()
    let text = try await text(of: "/cache", at: operators)
    #expect(text.contains("content-type: text/plain; charset=utf-8"))
    let plain = PlainAnswer(text)
    #expect(plain.body.hasPrefix("site"))
    #expect(plain.body.contains("\nshop "))
    let coloured = PlainAnswer(try await self.text(of: "/cache?colour", at: operators))
    #expect(coloured.body.hasPrefix("\u{1B}[1msite"))
    withExtendedLifetime(command) {}
  }

  @Test func `A backend's last error has its URL, its kind and the request that its event is of`()
    async throws
  {
    let (command, visitors, operators) = try await serve(Self.unreachableService)
    _ = try await RunningCommand.ask("GET /p/7?secret=1", at: visitors)
    let table = try await table("/backends", containing: #""error":"refused""#, at: operators)
    #expect(table.contains(#""url":"http://127.0.0.1:1/p/7""#), "\(table)")
    #expect(!table.contains("secret"), "\(table)")
    for part in ["connect", "first byte", "total"] {
      #expect(table.contains(#""backend":"near","part":"\#(part)","#), "\(table)")
    }
    let id = try #require(table.firstMatch(of: /"request":"([0-9a-f]+)"/)?.1, "\(table)")
    let event = try await RunningCommand.ask("GET /log/\(id)", at: operators)
    #expect(event.contains(#""outcome":"failed""#), "\(event)")
    withExtendedLifetime(command) {}
  }

  @Test func `The tables of requests and backends are empty where there is nothing`() async throws {
    let (command, _, operators) = try await serve()
    for (target, expected) in [
      ("/inflight", "{\"inflight\":[]}\n"),
      (
        "/backends",
        "{\"backends\":[],\n\"durations\":[],\n\"outages\":[],\n\"endpoints\":[]}\n"
      ),
    ] {
      let answer = PlainAnswer(try await RunningCommand.ask("GET \(target)", at: operators))
      #expect(answer.status == "200")
      #expect(answer.body == expected)
    }
    withExtendedLifetime(command) {}
  }

  @Test func `A table is streamed each second until the service stops`() async throws {
    let (command, _, operators) = try await serve()
    let client = try PlainSocket(to: operators)
    try client.send("GET /stats/stream?filter=ready HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let first = try await onThread { try client.receive(through: "\n\n") }
    #expect(first.contains("text/event-stream"))
    #expect(first.contains("data: {\"stats\":["))
    _ = try await onThread { try client.receive(through: "\n\n") }
    async let stopped: Void = command.stop()
    _ = try await onThread { try client.receiveAll() }
    try await stopped
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The command top` {
  private let sites = ServedSites()

  @Test func `The command top shows a service on a terminal until q is pressed`() async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (_, operators) = try await command.addresses()
    // A pseudo-terminal, as a person has one.
    let terminal = Process()
    let (typed, shown) = (Pipe(), Pipe())
    terminal.executableURL = URL(fileURLWithPath: "/usr/bin/script")
    terminal.arguments = [
      "-qec", "\(BuiltCommand.path) top --admin \(operators)", "/dev/null",
    ]
    terminal.environment = ["TERM": "xterm", "PATH": "/usr/bin:/bin"]
    terminal.standardInput = typed
    terminal.standardOutput = shown
    try terminal.run()
    let reader = shown.fileHandleForReading
    let before = try await onThread { () -> String in
      var text = ""
      while !text.contains("Cache") {
        let bytes = reader.availableData
        guard !bytes.isEmpty else { break }
        text += String(decoding: bytes, as: UTF8.self)
      }
      return text
    }
    #expect(before.contains("portico at http://\(operators)"))
    typed.fileHandleForWriting.write(Data("q".utf8))
    let after = try await onThread { String(decoding: reader.readDataToEndOfFile(), as: UTF8.self) }
    #expect(after.contains("\u{1B}[?1049l"), "the screen is given back")
    terminal.waitUntilExit()
    #expect(terminal.terminationStatus == 0)
    withExtendedLifetime(command) {}
  }
}
