// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import ProgramTesting
import Reactor
import Signals
import Synchronization
import Testing
import TransportSecurity

@Suite(.timeLimit(.minutes(5))) struct `Metrics of a server` {
  private func value(_ server: TestServer, _ name: String, _ label: String...) -> Int? {
    let series = server.signals.snapshot()[name]?.series.first { $0.labelValues == label }
    switch series?.value {
    case .counter(let count): return Int(clamping: count)
    case .gauge(let level): return Int(level)
    case .histogram, nil: return nil
    }
  }

  @Test func `Metrics count connections, requests, responses, refusals and bytes`() async throws {
    let server = try await TestServer()
    let peer = try server.connect()
    try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try peer.receive(through: "hello")
    try await server.settle()
    #expect(value(server, "portico_server_connections", "http1", "plain", "idle") == 1)
    try peer.send("GET /none HTTP/1.1\r\nHost: a b\r\n\r\n")
    _ = try peer.receiveAll()
    try await server.settle()
    #expect(value(server, "portico_server_requests_total", "1.1") == 1)
    #expect(value(server, "portico_server_responses_total", "2xx") == 1)
    #expect(value(server, "portico_server_responses_total", "4xx") == 1)
    #expect(value(server, "portico_server_refusals_total", "host") == 1)
    #expect(value(server, "portico_server_connections_opened_total") == 1)
    #expect((value(server, "portico_server_sent_bytes_total") ?? 0) > 100)
    #expect((value(server, "portico_server_received_bytes_total") ?? 0) > 40)
  }

  @Test(arguments: [
    ("/nothing", "unanswered", "500 "), ("/throws", "handler_error", "500 "),
    ("/twice", "out_of_order", "once"), ("/headless", "out_of_order", "500 "),
  ])
  func `A handler's mistake is counted as a bug and reported, and its connection goes on`(
    target: String,
    kind: String,
    answer: String
  ) async throws {
    let server = try await TestServer()
    let peer = try server.connect()
    try peer.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try peer.receive(through: answer)
    try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try peer.receive(through: "hello")
    #expect(value(server, "portico_server_bugs_total", kind) == 1)
    let lines = server.bugs.lines.withLock { $0 }
    #expect(lines.count == 1 && lines[0].hasPrefix("bug (\(kind)) at GET \(target): "))
  }

  /// Waits until the connections that are open stand so: the kernel of a busy machine hands over late
  /// what a client has done.
  private func wait(_ server: TestServer, for wanted: [String: Int]) async throws {
    try await waitUntil("the connections stand so") {
      try await server.settle()
      return standings(server) == wanted
    }
  }

  /// The standings of the connections that are open, as protocol, security and state.
  private func standings(_ server: TestServer) -> [String: Int] {
    var standings: [String: Int] = [:]
    for series in server.signals.snapshot()["portico_server_connections"]?.series ?? [] {
      guard case .gauge(let level) = series.value, level != 0 else { continue }
      standings[series.labelValues.joined(separator: " ")] = Int(level)
    }
    return standings
  }

  @Test func `Metrics tell active from idle connections`() async throws {
    let server = try await TestServer()
    try await wait(server, for: [:])
    let first = try await onThread { try server.connect() }
    let second = try await onThread {
      let second = try server.connect()
      try second.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = try second.receive(through: "hello")
      return second
    }
    try await wait(server, for: ["opening plain idle": 1, "http1 plain idle": 1])
    try await onThread { try second.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n") }
    await server.gate.waitUntilAsked()
    try await wait(server, for: ["opening plain idle": 1, "http1 plain active": 1])
    await server.gate.open()
    try await onThread {
      _ = try second.receive(through: "slow")
      // Half a head keeps a connection busy.
      try first.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\nGE")
      _ = try first.receive(through: "hello")
    }
    try await wait(server, for: ["http1 plain idle": 1, "http1 plain active": 1])
    try await onThread {
      for peer in [first, second] {
        peer.finishSending()
        _ = try peer.receiveAll()
      }
    }
    try await wait(server, for: [:])
  }

  @Test(arguments: [("--http1.1", "http1"), ("--http2-prior-knowledge", "http2")])
  func `Metrics count a request as active while it is answered at once`(
    option: String,
    name: String
  ) async throws {
    let seen = Mutex<[String]>([])
    let watched = Mutex<SignalRegistry?>(nil)
    let server = try await TestServer(handler: { _ in
      LookingHandler {
        let family = watched.withLock { $0 }?.snapshot()["portico_server_connections"]
        for series in family?.series ?? [] where series.value == .gauge(1) {
          seen.withLock { $0.append(series.labelValues.joined(separator: " ")) }
        }
      }
    })
    watched.withLock { $0 = server.signals }
    let outcome = try await Program("curl").run(["-s", option, "http://\(server.address)/"])
    #expect(outcome.output == "seen")
    #expect(seen.withLock { $0 } == ["\(name) plain active"])
    try await server.settle()
  }

  @Test func `Metrics tell connections apart by protocol and security`() async throws {
    let certificate = try await TestCertificate()
    let store = try TLSCertificateStore(
      TLSServerConfiguration(
        identities: [TLSIdentity(chainFile: certificate.certificate, keyFile: certificate.key)]
      ),
      ticketKeys: TicketKeyRing(now: 0)
    )
    for (option, name) in [("--http1.1", "http1"), ("--http2", "http2")] {
      let server = try await TestServer(configure: { $0.security = store })
      async let outcome = Program("curl").run([
        "-s", option, "--cacert", certificate.certificate,
        "https://127.0.0.1:\(server.address.port)/slow",
      ])
      await server.gate.waitUntilAsked()
      try await wait(server, for: ["\(name) tls active": 1])
      await server.gate.open()
      #expect(try await outcome.output == "slow")
    }
  }

  @Test func `Metrics show the connection limits, and count refusals by client`() async throws {
    var limits = ServerLimits()
    limits.connections = 2
    limits.connectionsPerClient = 1
    let server = try await TestServer(limits: limits)
    let peer = try await onThread { try server.connect() }
    #expect(value(server, "portico_server_connection_limits", "connections") == 2)
    #expect(value(server, "portico_server_connection_limits", "connections_per_client") == 1)
    let answer = try await onThread { try server.connect().receiveAll() }
    #expect(answer.hasPrefix("HTTP/1.1 503 "))
    #expect(value(server, "portico_server_refusals_total", "connections_per_client") == 1)
    #expect(server.refused["connections_per_client"]?.ip == "127.0.0.1")
    withExtendedLifetime(peer) {}
  }
}

/// Answers everything at first sight, and looks at something before.
private final class LookingHandler: RequestHandler {
  private let look: () -> Void

  init(_ look: @escaping () -> Void) { self.look = look }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    look()
    return .response(Response(.ok), body: Array("seen".utf8))
  }
}
