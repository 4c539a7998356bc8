// SPDX-License-Identifier: Apache-2.0

import Testing
import TransportSecurity

@Suite struct `A TLS context shared by all loops` {
  let house: TestHouse

  init() throws { house = try TestHouse.shared.get() }

  @Test func `A TLS context serves four threads at once while certificates and ticket keys change`()
    async throws
  {
    let house = house
    let ring = try TestHouse.ring()
    let store = try TLSCertificateStore(
      TLSServerConfiguration(identities: [house.shop, house.shopWithRSA]),
      ticketKeys: ring
    )
    let client = try house.client()
    let completed = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var completed = 0
          for round in 0..<40 {
            let name = round.isMultiple(of: 2) ? "shop.example" : "rose.flowers.example"
            let talk = try Conversation(store.context, client, to: name).shakeHands()
            if talk.exchange() { completed += 1 }
            talk.client.close()
          }
          return completed
        }
      }
      group.addTask {
        for round in 1...20 {
          try store.reload()
          try ring.rotate(now: TestHouse.now + Int64(round) * 3600)
        }
        return 0
      }
      return try await group.reduce(0, +)
    }
    #expect(completed == 160)
  }
}
