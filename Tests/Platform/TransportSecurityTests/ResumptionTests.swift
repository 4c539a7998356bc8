// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TransportSecurity

@Suite struct `A resumed TLS session` {
  let house: TestHouse

  init() throws { house = try TestHouse.shared.get() }

  /// Talks to the first server, then to the second; whether the second resumed the session.
  private func resumes(
    _ first: TLSServerContext,
    _ second: TLSServerContext,
    _ version: TLSVersion,
    between: () throws -> Void = {}
  ) throws -> Bool {
    let client = try house.client { $0.maximumVersion = version }
    let one = try Conversation(first, client).shakeHands()
    #expect(one.exchange())
    #expect(!one.server.isResumed)
    try between()
    let other = try Conversation(second, client).shakeHands()
    #expect(other.exchange())
    #expect(other.server.version == version)
    #expect(other.client.isResumed == other.server.isResumed)
    return other.server.isResumed
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A TLS session is resumed by its ticket`(version: TLSVersion) throws {
    let server = try house.server(ring: TestHouse.ring())
    #expect(try resumes(server, server, version))
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A TLS session is resumed by another context with the same ticket keys`(
    version: TLSVersion
  ) throws {
    let ring = try TestHouse.ring()
    let renewed = try house.server({ $0.identities = [house.shopWithRSA] }, ring: ring)
    #expect(try resumes(house.server(ring: ring), renewed, version))
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A TLS session is resumed by another process with the same ticket secret`(
    version: TLSVersion
  ) throws {
    let secret = PEMSource.bytes([UInt8](repeating: 7, count: 32), name: "secret")
    let mine = try TicketKeyRing(sharing: secret, now: TestHouse.now)
    let theirs = try TicketKeyRing(sharing: secret, now: TestHouse.now)
    #expect(try resumes(house.server(ring: mine), house.server(ring: theirs), version))
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A TLS session is resumed after one rotation of ticket keys and not after two`(
    version: TLSVersion
  ) throws {
    let ring = try TestHouse.ring()
    let server = try house.server(ring: ring)
    #expect(try resumes(server, server, version) { try ring.rotate(now: TestHouse.now + 7200) })
    #expect(
      try !resumes(server, server, version) { try ring.rotate(now: TestHouse.now + 21_600) }
    )
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A TLS session is not resumed without ticket keys or with other ones`(
    version: TLSVersion
  ) throws {
    let silent = try house.server()
    #expect(try !resumes(silent, silent, version))
    let mine = try house.server(ring: TestHouse.ring())
    #expect(try !resumes(mine, house.server(ring: TestHouse.ring()), version))
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A TLS session is not resumed for another server name`(version: TLSVersion) throws {
    let ring = try TestHouse.ring()
    let server = try house.server(ring: ring)
    let client = try house.client { $0.maximumVersion = version }
    let first = try Conversation(server, client).shakeHands()
    #expect(first.exchange())
    // A client that offers the session for another name of the same server.
    let saved = try #require(client.savedSessions.take(for: TLSServerName("shop.example")))
    client.savedSessions.keep(saved, for: try TLSServerName("rose.flowers.example"))
    let second = try Conversation(server, client, to: "rose.flowers.example").shakeHands()
    #expect(second.exchange())
    #expect(!second.server.isResumed)
  }

  @Test func `Each resumption gives the client a new ticket`() throws {
    let server = try house.server(ring: TestHouse.ring())
    let client = try house.client()
    for round in 0..<5 {
      let talk = try Conversation(server, client).shakeHands()
      #expect(talk.exchange())
      #expect(talk.server.isResumed == (round > 0))
    }
  }

  @Test func `A saved TLS session is dropped when its connection breaks the protocol`() throws {
    let server = try house.server(ring: TestHouse.ring())
    let client = try house.client { $0.maximumVersion = .tls12 }
    let name = try TLSServerName("shop.example")
    let talk = try Conversation(server, client).shakeHands()
    #expect(talk.exchange())
    // Safe: the array is read during the call only.
    _ = unsafe write(talk.sockets.server, [23, 3, 3, 0, 4, 1, 2, 3, 4] as [UInt8], 9)
    #expect(Conversation.read(talk.client).last.isFailure)
    #expect(client.savedSessions.take(for: name) == nil)
  }

  @Test func `A TLS client saves sessions for a limited number of servers`() throws {
    let server = try house.server(ring: TestHouse.ring())
    let client = try house.client { $0.sessionLimit = 2 }
    let names = ["a.flowers.example", "b.flowers.example", "c.flowers.example"]
    for name in names {
      for _ in 0..<2 * SavedSessions.limitPerServer {
        #expect(try Conversation(server, client, to: name).shakeHands().exchange())
      }
    }
    let isKept = try names.map { try client.savedSessions.take(for: TLSServerName($0)) != nil }
    #expect(isKept == [false, true, true])
  }
}
