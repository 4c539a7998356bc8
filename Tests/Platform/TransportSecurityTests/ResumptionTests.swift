// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TransportSecurity

@Suite struct `A session that is resumed` {
  let house: TestHouse

  init() throws { house = try TestHouse.shared.get() }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `takes up an earlier one by its ticket`(version: TLSVersion) throws {
    let server = try house.server(ring: TestHouse.ring())
    let client = try house.client { $0.maximumVersion = version }
    let first = try Conversation(server, client).shakeHands()
    #expect(first.exchange())
    #expect(client.savedSessions.serverCount == 1)
    let second = try Conversation(server, client).shakeHands()
    #expect(second.exchange())
    #expect(!first.server.isResumed)
    #expect(second.server.isResumed)
    #expect(second.client.isResumed)
    #expect(second.server.version == version)
  }
}
