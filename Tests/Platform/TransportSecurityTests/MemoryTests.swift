// SPDX-License-Identifier: Apache-2.0

import CLinux
import Testing
import TransportSecurity

@Suite struct `An idle TLS session` {
  /// What a connection with TLS may cost at most, less what the connection itself needs.
  static let limit = 15_360

  @Test func `An idle TLS session holds less than 15 KiB of memory`() async throws {
    // In a process of its own, where no other test allocates.
    await #expect(processExitsWith: .success) {
      let house = try TestHouse()
      let server = try house.server(ring: TestHouse.ring())
      let client = try house.client { $0.sessionLimit = 0 }
      for _ in 0..<20 { #expect(try Conversation(server, client).shakeHands().exchange()) }
      var sessions: [TLSSession] = []
      sessions.reserveCapacity(200)
      let before = clinux_heap_in_use()
      for _ in 0..<200 {
        let talk = try Conversation(server, client).shakeHands()
        #expect(talk.exchange())
        sessions.append(talk.server)
      }
      let each = Int(clinux_heap_in_use() - before) / sessions.count
      precondition(each < `An idle TLS session`.limit, "\(each) bytes")
    }
  }
}
