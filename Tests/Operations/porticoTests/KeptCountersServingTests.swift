// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The counters of a service` {
  private let sites = ServedSites()

  private func start(
    _ options: [String] = [],
    at address: String = "127.0.0.1:0"
  ) throws
    -> RunningCommand
  {
    try sites.write("shop", "")
    return try RunningCommand(
      ["--site", "\(sites.folder)/shop", "--state", "\(sites.folder)/state", "--listen", address]
        + ["--admin", "127.0.0.1:0"] + options
    )
  }

  /// All counters and the counts of all histograms, without those of the process itself.
  private func counters(at operators: SocketAddress) async throws -> [String: Double] {
    let text = PlainAnswer(try await RunningCommand.ask("GET /metrics", at: operators)).body
    var counters: [String: Double] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let space = line.lastIndex(of: " ") else { continue }
      let series = line[..<space]
      let name = series.prefix { $0 != "{" }
      let isCounter = ["_total", "_count", "_bucket", "_sum"].contains { name.hasSuffix($0) }
      guard isCounter, !name.hasPrefix("process_") else { continue }
      counters[String(series)] = Double(line[line.index(after: space)...])
    }
    return counters
  }

  /// The series that are gone, or less than before.
  private func lost(_ before: [String: Double], _ after: [String: Double]) -> [String] {
    before.filter { (after[$0.key] ?? -1) < $0.value }.map { "\($0): \(after[$0.key] ?? -1)" }
  }

  @Test func `Counters do not go back when the service is killed under load`() async throws {
    var before: [String: Double] = [:]
    for round in 1...3 {
      let service = try start()
      let (visitors, operators) = try await service.addresses()
      let atStart = try await counters(at: operators)
      #expect(lost(before, atStart) == [], "round \(round)")
      async let load: Void = onThread {
        let socket = try PlainSocket(to: visitors)
        // Until the service is gone.
        while true {
          try socket.send("GET /config HTTP/1.1\r\nHost: localhost\r\n\r\n")
          let head = try socket.receive(through: "\r\n\r\n")
          let length = head.firstMatch(of: /content-length: ([0-9]+)/).flatMap { Int($0.1) }
          _ = try socket.receive(exactly: length ?? 0)
        }
      }
      let route =
        #"http_server_request_duration_seconds_count{site="shop","#
        + #"http_request_method="GET",http_route="/config",http_response_status_code="200","#
        + #"network_protocol_version="1.1",error_type="",url_scheme="http"}"#
      let wanted = (before[route] ?? 0) + 200
      repeat { before = try await counters(at: operators) } while (before[route] ?? 0) < wanted
      try await service.stop(atOnce: true)
      _ = try? await load
    }
    #expect(before.count > 100)
  }

  @Test func `Counters go on in the process that takes over`() async throws {
    let takeover = ["--takeover", "\(sites.folder)/takeover"]
    let old = try start(takeover)
    let (visitors, operators) = try await old.addresses()
    for _ in 0..<5 { _ = try await RunningCommand.ask("GET /config", at: visitors) }
    let before = try await counters(at: operators)
    let new = try start(takeover, at: "\(visitors)")
    let others = try await new.addresses().operators
    #expect(lost(before, try await counters(at: others)) == [])
    #expect(try await old.ended() == 0)
    _ = try await RunningCommand.ask("GET /config", at: visitors)
    let after = try await counters(at: others)
    #expect(lost(before, after) == [])
    #expect(after[#"portico_server_requests_total{version="1.1"}"#] == 6)
    withExtendedLifetime(new) {}
  }

  @Test
  func `The start says that counters end with the process without a state folder`() async throws {
    try sites.write("shop", "")
    let service = try RunningCommand(sites.arguments(["shop"]))
    let greeting = try await service.until("keeps them.\n", errors: false)
    let said = "Counters and the log are in memory, and end with the process; --state FOLDER keeps "
    #expect(greeting.hasSuffix("\(said)them.\n"))
  }

  @Test func `Counters begin anew, and the start says so, if their file is of another version`()
    async throws
  {
    try sites.write("shop", "")
    try FileManager.default.createDirectory(
      atPath: "\(sites.folder)/state/metrics",
      withIntermediateDirectories: true
    )
    let zeros = String(repeating: "\0", count: 8_192)
    try sites.put("portico counters 7\n\(zeros)", at: "state/metrics/totals-3")
    let service = try start()
    let said = try await service.until("or none of it\n")
    #expect(said.contains("totals-3 has version 7 of the format of counters, expected 1"))
    let visitors = try await service.addresses().visitors
    #expect(try await RunningCommand.ask("GET /config", at: visitors).contains("200 OK"))
  }
}
