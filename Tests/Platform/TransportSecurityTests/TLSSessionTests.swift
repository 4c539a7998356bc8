// SPDX-License-Identifier: Apache-2.0

import Bytes
import Reactor
import Testing
import TransportSecurity

@Suite struct `A TLS session between our client and server` {
  let house: TestHouse

  init() throws { house = try TestHouse.shared.get() }

  @Test func `Our TLS client and server agree on TLS 1.3 and HTTP/2 and exchange bytes`() throws {
    let talk = try Conversation(house.server(), house.client()).shakeHands()
    #expect(talk.exchange())
    #expect(talk.server.version == .tls13)
    #expect(talk.client.suite == "TLS_AES_128_GCM_SHA256")
    #expect(talk.server.applicationProtocol == "h2")
    #expect(talk.client.applicationProtocol == "h2")
    #expect(talk.server.serverName == "shop.example")
    #expect(talk.client.peer?.subject == "CN=shop")
    #expect(!talk.server.isResumed)
  }
}
