// SPDX-License-Identifier: Apache-2.0

import Bytes
import Dispatch
import Glibc
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Connecting to servers` {
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  private func server() throws -> ScriptedServer {
    try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        try peer.send(Self.answer)
      }
    }
  }

  private func resolver(
    _ lookup: @escaping Resolver.Lookup
  ) -> Resolver { Resolver(pool: WorkerPool("names", threads: 1), lookup: lookup) }

  private func fetch(
    _ client: ClientFixture,
    _ host: String,
    _ port: UInt16,
    _ options: CallOptions = CallOptions()
  ) async throws -> FetchedResponse {
    try await client.with { client in
      let origin = Origin(.http, host: host, port: port)
      let request = Request(authority: origin.authority, target: "/")
      return try await client.fetch(request, to: Destination(origin), options: options)
    }
  }

  @Test func `A connection is made to none of the addresses of a name that are refused`()
    async throws
  {
    let server = try server()
    let own = server.address.place
    guard let other = SocketAddress(ip: "127.0.0.2", port: 0)?.place else { return }
    let client = try await ClientFixture(
      resolver: resolver { name throws(SystemError) in name == "some.test" ? [other, own] : [own] }
    ) {
      $0.refusal = { origin, address in
        address.place == other || origin.host == "none.test" ? "\(origin.host) is refused" : nil
      }
    }
    let found = try await fetch(client, "some.test", server.address.port)
    #expect(found.body == Array("ok".utf8))
    let error = await #expect(throws: ClientError.self) {
      try await fetch(client, "none.test", server.address.port)
    }
    #expect(error?.kind == .connect && error?.seen == "none.test is refused")
    #expect(error?.wasNeverSent == true)
    server.stop()
  }

  @Test func `Twenty calls to the same host resolve its name once`() async throws {
    let lookups = Mutex<[String]>([])
    let server = try server()
    let client = try await ClientFixture(
      resolver: resolver { name throws(SystemError) in
        lookups.withLock { $0.append(name) }
        return [server.address.place]
      }
    )
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask { try await fetch(client, "origin.test", server.address.port).body }
      }
      for try await body in group { #expect(body == Array("ok".utf8)) }
    }
    #expect(lookups.withLock { $0 } == ["origin.test"])
    server.stop()
  }

  @Test func `A call goes on to the next address when one refuses the connection`() async throws {
    let server = try server()
    let client = try await ClientFixture(
      resolver: resolver { _ throws(SystemError) in
        // Nothing listens at the first two.
        [.v4(0x7F00_0009), .v4(0x7F00_0008), server.address.place]
      }
    )
    #expect(try await fetch(client, "origin.test", server.address.port).response.status == .ok)
    server.stop()
  }

  @Test
  func
    `A call tries the next address after 250 ms without an answer, and takes the first that connects`()
    async throws
  {
    let clock = ManualClock()
    let server = try server()
    let silent = try SilentPlace(port: server.address.port)
    let resolver = resolver { _ throws(SystemError) in
      [silent.address.place, server.address.place]
    }
    // Known beforehand, so that the call begins to connect at once.
    _ = try await resolver.addresses(of: "origin.test", port: 1)
    let client = try await ClientFixture(clock: .manual(clock), resolver: resolver)
    let call = Task { try await fetch(client, "origin.test", server.address.port) }
    try await client.until { $0.count($0.signals.waits) >= 1 }
    clock.advance(by: .milliseconds(249))
    await client.settle()
    #expect(server.connections == 0)
    clock.advance(by: .milliseconds(1))
    #expect(try await call.value.response.status == .ok)
    #expect(server.connections == 1)
    server.stop()
  }

  @Test func `A call fails with a connect timeout when no address answers within five seconds`()
    async throws
  {
    let clock = ManualClock()
    let silent = try SilentPlace(port: 0)
    let client = try await ClientFixture(clock: .manual(clock))
    let call = Task { try await fetch(client, silent.address.ip, silent.address.port) }
    try await client.until { $0.count($0.signals.waits) >= 1 }
    clock.advance(by: .milliseconds(4_999))
    await client.settle()
    #expect(client.failures(.connectTimeout) == 0)
    clock.advance(by: .milliseconds(1))
    #expect(await kindOfError { try await call.value } == .connectTimeout)
    #expect(client.count(client.signals.connectionsOpened) == 0)
  }

  @Test func `A call to a host whose name does not resolve fails as such`() async throws {
    let client = try await ClientFixture(
      resolver: resolver { name throws(SystemError) in
        throw SystemError("resolve \(name): unknown", code: 2)
      }
    )
    #expect(await kindOfError { try await fetch(client, "nowhere.test", 80) } == .resolve)
  }

  @Test func `A call that waits for a name server fails when the time to connect is over`()
    async throws
  {
    let clock = ManualClock()
    let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
    let answer = DispatchSemaphore(value: 0)
    let client = try await ClientFixture(
      clock: .manual(clock),
      resolver: resolver { _ throws(SystemError) in
        continuation.yield()
        answer.wait()
        return [.v4(0x7F00_0001)]
      }
    )
    let call = Task { try await fetch(client, "slow.test", 1) }
    for await _ in asked { break }
    clock.advance(by: .seconds(5))
    #expect(await kindOfError { try await call.value } == .connectTimeout)
    answer.signal()
  }

  @Test func `A call cancelled while its host is resolved ends at once`() async throws {
    let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
    let answer = DispatchSemaphore(value: 0)
    let client = try await ClientFixture(
      resolver: resolver { _ throws(SystemError) in
        continuation.yield()
        answer.wait()
        return [.v4(0x7F00_0001)]
      }
    )
    let call = Task { try await fetch(client, "slow.test", 1) }
    for await _ in asked { break }
    call.cancel()
    #expect(await kindOfError { try await call.value } == .cancelled)
    answer.signal()
  }

  @Test
  func `A call to a server that never completes the TLS handshake fails with a connect timeout`()
    async throws
  {
    let clock = ManualClock()
    let (arrived, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { peer, _ in
      continuation.yield()
      _ = try peer.receive()
    }
    let client = try await ClientFixture(clock: .manual(clock)) {
      $0.security = { _ in SilentSecurity() }
    }
    let call = Task {
      try await client.with { client in
        let origin = Origin(.https, host: server.address.ip, port: server.address.port)
        let request = Request(scheme: .https, authority: origin.authority, target: "/")
        return try await client.fetch(request, to: Destination(origin))
      }
    }
    for await _ in arrived { break }
    clock.advance(by: .seconds(5))
    #expect(await kindOfError { try await call.value } == .connectTimeout)
    server.stop()
  }

  @Test func `A call reaches a server at a Unix socket`() async throws {
    let name = "portico-client-\(UInt32.random(in: 0 ... .max))"
    let place = SocketAddress.Place.unix("@\(name)")
    let server = try ScriptedServer(at: SocketAddress(place)) { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send(Self.answer)
    }
    let client = try await ClientFixture()
    #expect(try await fetch(client, "unix:@\(name)", 0).body == Array("ok".utf8))
    server.stop()
  }
}

/// An address at which connecting takes for ever: the listener's queue is full.
private final class SilentPlace: Sendable {
  let address: SocketAddress
  private let listener: Int32
  private let last: PlainSocket

  init(port: UInt16) throws {
    let socket = try ListeningSocket(binding: SocketAddress(.v4(0x7F00_0009), port: port))
    address = socket.address
    listener = socket.release()
    _ = listen(listener, 0)
    last = try PlainSocket(to: address)
  }

  deinit { close(listener) }
}

/// A security protocol that waits for the server's first word for ever.
private struct SilentSecurity: StreamSecurity {
  func makeLayer(on socket: Int32) -> any StreamLayer { Layer() }

  private final class Layer: StreamLayer {
    func handshake() -> HandshakeOutcome { .wait(.readable) }
    func read(into buffer: inout ByteBuffer) -> ReadOutcome { .wait(.readable) }
    func write(_ bytes: Span<UInt8>) -> WriteOutcome { .wait(.writable) }
    var applicationProtocol: String? { nil }
    var hasPendingInput: Bool { false }
    func close() {}
  }
}
