// SPDX-License-Identifier: Apache-2.0

import Bytes
import Glibc
import Reactor
import Testing
import TransportSecurity

@Suite struct `Bytes sent through a TLS session` {
  let house: TestHouse

  init() throws { house = try TestHouse.shared.get() }

  private static func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  }

  /// Lets both sides send so many bytes at the same time and returns what each received.
  private func cross(
    _ talk: Conversation,
    _ bytes: [UInt8],
    in size: Int
  ) -> (server: [UInt8], client: [UInt8], waits: Int) {
    let up = Flow(from: talk.client, to: talk.server, bytes, in: size)
    let down = Flow(from: talk.server, to: talk.client, bytes, in: size)
    for _ in 0..<200_000 where !(up.isDone && down.isDone) {
      up.step()
      down.step()
    }
    return (up.received, down.received, up.waits + down.waits)
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `Bytes sent through TLS arrive whole through tiny socket buffers, in both directions`(
    version: TLSVersion
  ) throws {
    let client = try house.client { $0.maximumVersion = version }
    let talk = try Conversation(house.server(), client, bufferSize: 2304).shakeHands()
    let bytes = Self.pattern(2_000_000)
    let (server, other, waits) = cross(talk, bytes, in: 100_000)
    #expect(server == bytes)
    #expect(other == bytes)
    #expect(waits > 100)
  }

  @Test func `Bytes sent through TLS arrive whole in pieces of every size`() throws {
    let talk = try Conversation(house.server(), house.client()).shakeHands()
    for size in [1, 2, 100, 16_383, 16_384, 16_385, 70_000] {
      let bytes = Self.pattern(min(200_000, size * 300))
      let (server, client, _) = cross(talk, bytes, in: size)
      #expect(server == bytes)
      #expect(client == bytes)
    }
  }

  @Test func `A TLS read takes several records at once, up to its limit`() throws {
    let talk = try Conversation(house.server(), house.client()).shakeHands()
    let bytes = Self.pattern(2000)
    for _ in 0..<20 {
      guard case .bytes(2000) = talk.client.write(bytes.span) else {
        Issue.record("blocked")
        return
      }
    }
    var buffer = ByteBuffer()
    let first = talk.server.read(into: &buffer)
    #expect(first.count > 16_384)
    var total = first.count
    while total < 40_000 {
      let count = talk.server.read(into: &buffer).count
      #expect(count > 0 && count <= 65_536)
      if count == 0 { break }
      total += count
    }
    #expect(total == 40_000)
    #expect(!talk.server.hasPendingInput)
  }

  @Test func `Bytes that wait inside a TLS session are reported as pending input`() throws {
    let talk = try Conversation(house.server(), house.client()).shakeHands()
    let bytes = Self.pattern(16_000)
    var sent = 0
    while sent < 8, case .bytes(16_000) = talk.client.write(bytes.span) { sent += 1 }
    #expect(sent == 8)
    var buffer = ByteBuffer()
    var total = 0
    // As a channel does: read once, and again only when told that something waits.
    while total < 128_000 {
      let count = talk.server.read(into: &buffer).count
      total += count
      let isInSocket = Loopback.hasInput(talk.sockets.server)
      #expect(count > 0)
      if total < 128_000 { #expect(talk.server.hasPendingInput || isInSocket) }
      if count == 0 { break }
    }
    #expect(!talk.server.hasPendingInput)
  }

  @Test func `Bytes that came with the end of a TLS handshake are reported as pending input`()
    throws
  {
    let talk = try Conversation(house.server(), house.client())
    // The client finishes first and writes at once: one read of the server's takes it all.
    while !talk.client.isOpen {
      if case .failed(let failure) = talk.client.handshake() { throw failure }
      if !talk.client.isOpen, case .failed(let failure) = talk.server.handshake() { throw failure }
    }
    guard case .bytes(5) = talk.client.write("early".utf8Span.span) else { return }
    guard case .done = talk.server.handshake() else {
      Issue.record("not done")
      return
    }
    #expect(talk.server.hasPendingInput)
    #expect(String(decoding: Conversation.read(talk.server).bytes, as: UTF8.self) == "early")
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A TLS handshake and data that arrive byte by byte are understood`(
    version: TLSVersion
  ) throws {
    let client = try house.client { $0.maximumVersion = version }
    let near = try SocketPair()
    let far = try SocketPair()
    let clientSession = try client.session(on: near.client, to: TLSServerName("shop.example"))
    let serverSession = try house.server().session(on: far.server)
    var received = ByteBuffer()
    var isSent = false
    for _ in 0..<20_000 where received.count < 5 {
      if clientSession.isOpen {
        if !isSent, case .bytes(5) = clientSession.write("drops".utf8Span.span) { isSent = true }
      } else if case .failed(let failure) = clientSession.handshake() {
        throw failure
      }
      // One byte in each direction between two steps.
      Loopback.carryByte(from: near.server, to: far.client)
      if serverSession.isOpen {
        if case .failed(let failure) = serverSession.read(into: &received) { throw failure }
        // A part of a record is not reported as input that could be read.
        if received.isEmpty { #expect(!serverSession.hasPendingInput) }
      } else if case .failed(let failure) = serverSession.handshake() {
        throw failure
      }
      Loopback.carryAll(from: far.client, to: near.server)
    }
    #expect(received.span.text == "drops")
  }
}

extension Loopback {
  static func hasInput(_ socket: Int32) -> Bool {
    var request = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    // Safe: the pointer is to a local.
    return unsafe poll(&request, 1, 0) == 1
  }

  static func carryByte(from source: Int32, to target: Int32) { carry(1, from: source, to: target) }

  static func carryAll(from source: Int32, to target: Int32) {
    carry(65_536, from: source, to: target)
  }

  private static func carry(_ limit: Int, from source: Int32, to target: Int32) {
    var bytes = [UInt8](repeating: 0, count: limit)
    // Safe: the array has room for as many bytes as are asked for.
    let count = unsafe read(source, &bytes, limit)
    if count > 0 { _ = unsafe write(target, bytes, count) }
  }
}
