// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Reactor
import Testing

@testable import TransportSecurity

@Suite struct `A peer that sends TLS records without data` {
  let house: TestHouse

  init() throws { house = try TestHouse.shared.get() }

  private func updateKeys(_ session: TLSSession) {
    // Safe: the session lives as long as its owner.
    _ = unsafe SSL_key_update(session.session, SSL_KEY_UPDATE_REQUESTED)
    _ = unsafe SSL_do_handshake(session.session)
  }

  @Test func `A TLS peer that updates its keys now and then is served`() throws {
    let talk = try Conversation(house.server(), house.client()).shakeHands()
    for _ in 0..<200 {
      for _ in 0..<3 { updateKeys(talk.client) }
      #expect(talk.exchange())
    }
  }

  @Test(arguments: [TLSVersion.tls12, .tls13])
  func `A TLS 1.3 server announces a new key after the records that one key may protect`(
    version: TLSVersion
  ) throws {
    let client = try house.client { $0.maximumVersion = version }
    let talk = try Conversation(house.server(), client).shakeHands()
    talk.server.recordsUntilKeyUpdate = 3
    for round in 1...6 {
      #expect(talk.exchange())
      // Safe: the session lives as long as its owner.
      let pending = unsafe SSL_get_key_update_type(talk.server.session)
      let isDue = round == 3 && version == .tls13
      #expect(pending == (isDue ? SSL_KEY_UPDATE_NOT_REQUESTED : SSL_KEY_UPDATE_NONE))
    }
    #expect(talk.server.recordsUntilKeyUpdate == TLSSession.recordsPerKey - 3)
  }

  @Test func `A TLS peer that sends nothing but key updates is cut off`() throws {
    let talk = try Conversation(house.server(), house.client()).shakeHands()
    #expect(talk.exchange())
    for _ in 0..<TLSSession.emptyRecordLimit + 8 { updateKeys(talk.client) }
    guard case .failed(let failure) = Conversation.read(talk.server).last else {
      Issue.record("no failure")
      return
    }
    #expect(failure.kind == .security)
    #expect(talk.server.refusal == .flood)
    #expect(Conversation.read(talk.server).last.isFailure)
  }

  @Test func `A TLS peer that sends only key updates is cut off even when they come slowly`() throws
  {
    let talk = try Conversation(house.server(), house.client()).shakeHands()
    #expect(talk.exchange())
    var rounds = 0
    while rounds < 100, !Conversation.read(talk.server).last.isFailure {
      updateKeys(talk.client)
      rounds += 1
    }
    #expect(rounds == TLSSession.emptyRecordLimit + 1)
    #expect(talk.server.refusal == .flood)
  }
}
