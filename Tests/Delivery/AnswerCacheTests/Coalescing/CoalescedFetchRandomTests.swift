// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import SeededTesting
import Testing

private struct Outage: Error {}

@Suite struct `Coalesced fetches under random use` {
  private struct Passenger {
    let client: Client
    let ticket: WaiterTicket
    var hasLeft = false
  }

  @Test(arguments: 1...30)
  func `Coalesced fetches in random use end each wait exactly once and leave none behind`(
    seed: UInt64
  ) {
    var random = SeededNumbers(seed)
    let store = AnswerStore(
      limits: StoreLimits(bytes: 1 << 20, shards: 4),
      coalescing: CoalescingLimits(waiters: 6, alone: 2)
    )
    let executor = ManualExecutor()
    var passengers: [Passenger] = []
    var now: Int64 = 0
    for step in 0..<1_500 {
      let place = passengers.indices.randomElement(using: &random)
      let lease = place.flatMap { passengers[$0].client.lease }
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<6:
        let name = "/\(Int.random(in: 0..<4, using: &random))"
        let deadline = now + Int64.random(in: 1..<100, using: &random)
        let (client, ticket) = store.join(name, at: executor, until: deadline, now: now)
        passengers.append(Passenger(client: client, ticket: ticket))
      case 6:
        if let place, passengers[place].ticket.leave() { passengers[place].hasLeft = true }
      case 7: lease?.deliver(Blob(step), at: now, fresh: 20, tags: ["t\(step % 3)"])
      case 8: lease?.deliver(alone: Blob(step), at: now, passUntil: now + 20)
      case 9: lease?.fail(Outage(), privacy: .shared, nextFetch: now + 5)
      case 10: place.map { passengers[$0].client.releaseDuties() }
      case 11: place.map { passengers[$0].client.releasePermits() }
      case 12: store.purge(tag: "t\(step % 3)", step % 2 == 0 ? .hard : .soft, at: now)
      case 13:
        now += Int64.random(in: 0..<20, using: &random)
        store.releaseLate(at: now)
      default: executor.turn()
      }
    }
    repeat {
      for passenger in passengers {
        passenger.client.releaseDuties()
        passenger.client.releasePermits()
      }
    } while executor.turn()
    #expect(store.coalescingStatistics.fetches == 0)
    #expect(store.coalescingStatistics.waiters == 0)
    for passenger in passengers {
      #expect(passenger.client.count == (passenger.hasLeft ? 0 : 1))
    }
    let counts = store.coalescingStatistics
    #expect(
      counts.answered + counts.alone + counts.late + counts.crowded + counts.disappointed
        == passengers.count { !$0.hasLeft }
    )
  }
}
