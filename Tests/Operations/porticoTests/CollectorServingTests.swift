// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A service with a collector` {
  private let sites = ServedSites()

  @Test func `A service sends its signals to the collector before it ends`() async throws {
    try sites.write("shop", "")
    let received = Mutex<[String]>([])
    let server = try ScriptedServer { socket, _ in
      while true {
        let head = try socket.receive(through: "\r\n\r\n")
        let length = head.lowercased().firstMatch(of: /content-length: (\d+)/)?.1
        _ = try socket.receive(exactly: try #require(Int(length ?? "")))
        received.withLock { $0.append(head) }
        try socket.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    defer { server.stop() }
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--otlp", "http://\(server.address)"],
      environment: ["OTEL_EXPORTER_OTLP_HEADERS": "api-key=k1"]
    )
    let visitors = try await command.addresses().visitors
    _ = try await RunningCommand.ask("GET /nothing", at: visitors)
    try await command.stop()
    let heads = received.withLock { $0 }
    for signal in ["traces", "logs", "metrics"] {
      #expect(heads.contains { $0.hasPrefix("POST /v1/\(signal) HTTP/1.1") }, "\(heads)")
    }
    #expect(heads.allSatisfy { $0.contains("content-type: application/x-protobuf") })
    #expect(heads.allSatisfy { $0.contains("api-key: k1") })
  }

  @Test func `A service serves and stops without its collector, and says so`() async throws {
    try sites.write("shop", "")
    let port = try ReservedPort()
    defer { withExtendedLifetime(port) {} }
    let place = port.address
    let command = try RunningCommand(sites.arguments(["shop"]) + ["--otlp", "http://\(place)"])
    let visitors = try await command.addresses().visitors
    #expect(try await RunningCommand.ask("GET /config", at: visitors).hasPrefix("HTTP/1.1 200"))
    #expect(try await command.until("is reached\n").contains("portico: http://\(place): "))
    try await command.stop()
    #expect(try await command.until("\u{4}").contains("events are lost: "))
  }

  @Test(arguments: [
    (["--otlp", "localhost:4318"], "--otlp: localhost:4318 is no address of a collector"),
    (["--otlp-format", "json"], "--otlp-format is for --otlp, which is not given"),
    (
      ["--otlp", "http://h", "--otlp-format", "xml"],
      "--otlp-format is xml, expected protobuf or json"
    ),
    (
      ["--otlp", "http://h", "--otlp-signal", "profiles"],
      "--otlp-signal is profiles, expected traces, logs or metrics"
    ),
  ])
  func `Wrong options of the collector are refused with the reason`(
    _ words: [String],
    _ why: String
  ) async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]) + words)
    #expect(try await command.until(why).contains(why))
    #expect(try await command.ended() == 2)
  }

  @Test func `An unreadable secret for the collector is not shown in the error`() async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--otlp", "http://h"],
      environment: ["OTEL_EXPORTER_OTLP_HEADERS": "s3cret"]
    )
    let said = try await command.until("\u{4}")
    #expect(said.contains("OTEL_EXPORTER_OTLP_HEADERS: entry 1 is no field; expected name=value"))
    #expect(!said.contains("s3cret"))
  }
}
