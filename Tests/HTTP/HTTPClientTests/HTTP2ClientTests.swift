// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPServer
import HTTPValues
import LoopTesting
import ProgramTesting
import Reactor
import Signals
import Testing
import TransportSecurity

@Suite(.timeLimit(.minutes(5))) struct `The HTTP/2 client` {
  @Test func `A hundred calls share one HTTP/2 connection`() async throws {
    let server = try await OwnServer()
    let client = try await ClientFixture { $0.cleartextHTTP2 = .always }
    try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          let fetched = try await client.fetch("/\(number)", from: server.address)
          return String(decoding: fetched.body, as: UTF8.self) == "/\(number)"
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
    #expect(client.count(client.signals.connectionsOpened) == 1)
  }

  @Test func `Cancelling an HTTP/2 call resets its stream and not the connection`() async throws {
    let server = try await OwnServer()
    let client = try await ClientFixture { $0.cleartextHTTP2 = .always }
    let call = Task { try await client.fetch("/hang", from: server.address) }
    for await _ in server.hung { break }
    call.cancel()
    let error = await #expect(throws: ClientError.self) { try await call.value }
    #expect(error?.kind == .cancelled)
    #expect(try await client.fetch("/after", from: server.address).response.status == .ok)
    #expect(client.count(client.signals.connectionsOpened) == 1)
  }

  @Test func `An HTTP/2 call that is not answered fails at its deadline`() async throws {
    let clock = ManualClock()
    let server = try await OwnServer()
    let client = try await ClientFixture(clock: .manual(clock)) { $0.cleartextHTTP2 = .always }
    var options = CallOptions()
    options.deadline = clock.now + .seconds(3)
    let limits = options
    let call = Task { try await client.fetch("/hang", from: server.address, options: limits) }
    for await _ in server.hung { break }
    clock.advance(by: .seconds(3))
    let error = await #expect(throws: ClientError.self) { try await call.value }
    #expect(error?.kind == .timeout)
  }

  @Test func `A response body of 20 MB is read whole over HTTP/2`() async throws {
    let server = try await OwnServer()
    let client = try await ClientFixture { $0.cleartextHTTP2 = .always }
    let count = try await client.with { client in
      let origin = Origin(.http, host: server.address.ip, port: server.address.port)
      let exchange = try await client.open(
        Request(authority: origin.authority, target: "/large"),
        to: Destination(origin)
      )
      var buffer = ByteBuffer()
      var count = 0
      while try await exchange.read(into: &buffer) {
        count += buffer.count
        buffer.removeAll()
      }
      return count
    }
    #expect(count == 20_000_000)
  }

  @Test func `Calls that HTTP/2 cannot make take no room from those that follow`() async throws {
    let server = try await OwnServer()
    let client = try await ClientFixture { $0.cleartextHTTP2 = .always }
    _ = try await client.fetch("/a", from: server.address)
    var options = CallOptions()
    options.upgrade = "websocket"
    for _ in 0..<200 {
      let kind = await kindOfError { [options] in
        try await client.fetch("/a", from: server.address, options: options)
      }
      #expect(kind == .invalidRequest)
    }
    #expect(try await client.fetch("/a", from: server.address).response.status == .ok)
    #expect(client.count(client.signals.connectionsOpened) == 1)
  }

  @Test(arguments: ["h2", "http/1.1"])
  func `A client speaks the protocol that ALPN chose, and refuses a certificate for another host`(
    agreed: String
  ) async throws {
    let certificate = try await TestCertificate()
    let server = try await OwnServer(certificate, protocols: [agreed])
    var trust = TLSClientConfiguration()
    trust.trust = .authorities([.file(certificate.certificate)])
    let context = try TLSClientContext(trust)
    let client = try await ClientFixture { configuration in
      configuration.security = { origin in
        TLSClientSecurity(context, to: try TLSServerName(origin.host))
      }
    }
    for (host, isRight) in [("127.0.0.1", true), ("localhost", true), ("127.0.0.2", false)] {
      let origin = Origin(.https, host: host, port: server.address.port)
      let status = try? await client.with { client in
        try await client.fetch(
          Request(scheme: .https, authority: origin.authority, target: "/x"),
          to: Destination(origin)
        ).response.status
      }
      #expect(status == (isRight ? .ok : nil))
    }
  }
}

/// Our own server at the other end.
final class OwnServer: Sendable {
  private let group: LoopGroup
  private let server: HTTPServer
  private let certificate: TestCertificate?
  /// Tells of each call that gets no answer.
  let hung: AsyncStream<Void>
  var address: SocketAddress { server.addresses[0] }

  init(_ certificate: TestCertificate? = nil, protocols: [String] = ["h2"]) async throws {
    self.certificate = certificate
    group = try LoopGroup(count: 1, name: "own")
    let (hung, continuation) = AsyncStream.makeStream(of: Void.self)
    self.hung = hung
    var listener = ListenerConfiguration(.loopback(port: 0))
    if let certificate {
      var configuration = TLSServerConfiguration(
        identities: [TLSIdentity(chainFile: certificate.certificate, keyFile: certificate.key)])
      configuration.protocols = protocols
      listener.security = try TLSCertificateStore(
        configuration,
        ticketKeys: TicketKeyRing(now: 0)
      )
    }
    server = try await HTTPServer.start(
      [listener],
      on: group,
      signals: ServerSignals(SignalRegistry())
    ) { _ in Handler { continuation.yield() } }
  }

  deinit { group.stop() }

  private final class Handler: RequestHandler {
    private let hangs: () -> Void
    init(_ hangs: @escaping () -> Void) { self.hangs = hangs }

    func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer { .later(handle) }

    private func handle(_ exchange: Exchange) async throws {
      switch exchange.request.target {
      case "/hang":
        hangs()
        // Ends when the client gives up: the request has no more body than this.
        try await Task.sleep(for: .seconds(3600))
      case "/large":
        try await exchange.start(Response(.ok))
        let piece = [UInt8](repeating: 7, count: 50_000)
        for _ in 0..<400 { try await exchange.write(piece.span) }
        try await exchange.finish()
      case let target: try await exchange.respond(Response(.ok), body: Array(target.utf8))
      }
    }
  }
}
