// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues
import LoopTesting
import ProgramTesting
import Reactor
import Testing
import TransportSecurity

@Suite(.timeLimit(.minutes(5))) struct `Listeners of a server` {
  private func secured(_ certificate: TestCertificate) throws -> TLSCertificateStore {
    try TLSCertificateStore(
      TLSServerConfiguration(
        identities: [TLSIdentity(chainFile: certificate.certificate, keyFile: certificate.key)]),
      ticketKeys: TicketKeyRing(now: 0)
    )
  }

  @Test(arguments: [("--http1.1", "HTTP/1.1 200"), ("--http2", "HTTP/2 200")])
  func `A listener with TLS speaks the protocol that the client asks for`(
    option: String,
    answer: String
  ) async throws {
    let certificate = try await TestCertificate()
    let store = try secured(certificate)
    let server = try await TestServer(configure: { $0.security = store })
    let outcome = try await Program("curl").run([
      "-sSi", option, "--max-time", "10", "--cacert", certificate.certificate,
      "https://127.0.0.1:\(server.address.port)/hello",
    ])
    #expect(outcome.output.hasPrefix(answer))
    #expect(outcome.errors == "")
  }

  @Test func `A body of 20 MB is streamed both ways over TLS`() async throws {
    let certificate = try await TestCertificate()
    let store = try secured(certificate)
    let server = try await TestServer(configure: { $0.security = store })
    for option in ["--http1.1", "--http2"] {
      let outcome = try await Program("sh").run([
        "-c",
        "head -c 20000000 /dev/zero | curl -sS \(option) --max-time 20 --cacert "
          + "\(certificate.certificate) -T - -X POST "
          + "https://127.0.0.1:\(server.address.port)/echo | wc -c",
      ])
      #expect(outcome.output.contains("20000000"))
      #expect(outcome.errors == "")
    }
  }

  @Test func `A reloaded certificate is shown to new connections`() async throws {
    let certificate = try await TestCertificate()
    let store = try secured(certificate)
    let server = try await TestServer(configure: { $0.security = store })
    let before = try await shown(server)
    try await certificate.renew()
    try store.reload()
    let after = try await shown(server)
    #expect(before != after)
    #expect(before.contains("BEGIN CERTIFICATE") && after.contains("BEGIN CERTIFICATE"))
  }

  private func shown(_ server: TestServer) async throws -> String {
    let outcome = try await Program("sh").run([
      "-c",
      "openssl s_client -connect 127.0.0.1:\(server.address.port) -servername localhost </dev/null "
        + "2>/dev/null | sed -n '/BEGIN/,/END/p'",
    ])
    return outcome.output
  }

  @Test func `A TLS handshake that does not come is given up after ten seconds`() async throws {
    let clock = ManualClock()
    let certificate = try await TestCertificate()
    let store = try secured(certificate)
    let server = try await TestServer(
      clock: .manual(clock),
      configure: { $0.security = store }
    )
    let peer = try server.connect()
    try peer.send([0x16, 0x03])
    try await server.settle()
    clock.advance(by: .seconds(10))
    #expect(try peer.receiveAll() == "")
  }

  @Test(
    arguments: [
      Array("PROXY TCP4 192.0.2.7 198.51.100.1 4711 443\r\n".utf8),
      [
        0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A, 0x21, 0x11, 0, 12,
        192, 0, 2, 7, 198, 51, 100, 1, 0x12, 0x67, 0x01, 0xBB,
      ],
    ]
  )
  func `The client's address is read from a PROXY header`(header: [UInt8]) async throws {
    let server = try await TestServer(configure: { $0.expectsProxyHeader = true })
    let peer = try server.connect()
    for byte in header { try peer.send([byte]) }
    try peer.send("GET /who HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try peer.receive(through: "192.0.2.7:4711").contains("200 OK"))
  }

  @Test func `A connection without the expected PROXY header is closed`() async throws {
    let server = try await TestServer(configure: { $0.expectsProxyHeader = true })
    let peer = try server.connect()
    try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
    var received = "nothing"
    do { received = try peer.receiveAll() } catch { received = "" }
    #expect(received == "")
  }

  @Test func `Connections whose PROXY header does not come are limited as all are`() async throws {
    var limits = ServerLimits()
    limits.connections = 2
    let server = try await TestServer(limits: limits) { $0.expectsProxyHeader = true }
    let silent = try server.connect()
    let served = try server.connect()
    try served.send("PROXY UNKNOWN\r\nGET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try served.receive(through: "hello")
    #expect(try server.connect().receiveAll().hasPrefix("HTTP/1.1 503 "))
    silent.close()
    try await waitUntil("there is room again") {
      let next = try server.connect()
      try next.send("PROXY UNKNOWN\r\nGET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      return (try? next.receiveAll().hasSuffix("hello")) == true
    }
  }

  @Test func `A client's connection beyond its limit is answered with 503`() async throws {
    var limits = ServerLimits()
    limits.connectionsPerClient = 2
    let server = try await TestServer(limits: limits)
    let first = try server.connect()
    let second = try server.connect()
    for peer in [first, second] {
      try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = try peer.receive(through: "hello")
    }
    let third = try server.connect()
    #expect(try third.receiveAll().hasPrefix("HTTP/1.1 503 "))
    first.finishSending()
    #expect(try first.receiveAll() == "")
    try await server.settle()
    let fourth = try server.connect()
    try fourth.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try fourth.receive(through: "hello").contains("200"))
  }
}
