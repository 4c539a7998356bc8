// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
import Synchronization
import Testing

private struct Outage: Error, CustomStringConvertible {
  var description: String { "outage" }
}

@Suite struct `A coalesced fetch` {
  let store = AnswerStore(
    limits: StoreLimits(bytes: 1 << 20, shards: 4),
    coalescing: CoalescingLimits(waiters: 20_000, alone: 3)
  )
  let executor = ManualExecutor()

  private func crowd(_ count: Int, _ name: String = "/a") -> [Client] {
    (0..<count).map { _ in store.join(name, at: executor).client }
  }

  @Test func `Five callers of one key share one fetch, and all get its answer`() {
    let clients = crowd(5)
    #expect(clients.map(\.leads) == [1, 0, 0, 0, 0])
    clients[0].lease?.deliver(Blob(7))
    #expect(clients.allSatisfy { $0.arrivals.isEmpty })
    executor.turn()
    #expect(clients.allSatisfy { $0.summary == "answer 7" })
    #expect(store.summary("/a", at: 0) == "fresh 7")
    #expect(store.coalescingStatistics.fetches == 0)
    #expect(store.coalescingStatistics.answered == 5)
  }

  @Test func `Callers of different keys get fetches of their own`() {
    let one = store.join("/a", at: executor).client
    let other = store.join("/b", at: executor).client
    #expect(one.leads == 1 && other.leads == 1)
    one.lease?.deliver(Blob(1))
    executor.turn()
    #expect(one.summary == "answer 1")
    #expect(other.summary == "")
  }

  @Test func `Ten thousand waiting on four loops get one fetch, and each loop one wake-up`() {
    let homes = (0..<4).map { _ in ManualExecutor() }
    let clients = (0..<10_000).map { store.join("/a", at: homes[$0 % 4]).client }
    #expect(clients.reduce(0) { $0 + $1.leads } == 1)
    clients[0].lease?.deliver(Blob(1))
    for executor in homes {
      #expect(executor.hops.load(ordering: .relaxed) == 1)
      executor.turn()
    }
    #expect(clients.allSatisfy { $0.summary == "answer 1" })
    #expect(clients.reduce(0) { $0 + $1.leads } == 1)
    #expect(store.coalescingStatistics.rounds == 1)
  }

  @Test func `Each caller of a shared fetch is answered on the loop that it waits on`() {
    let other = ManualExecutor()
    let first = store.join("/a", at: executor).client
    let second = store.join("/a", at: other).client
    first.lease?.deliver(Blob(1))
    other.turn()
    #expect(first.summary == "" && second.summary == "answer 1")
    executor.turn()
    #expect(first.summary == "answer 1")
  }

  @Test func `A failed fetch is told to all who wait, and none of them fetches again`() {
    let clients = crowd(100)
    clients[0].lease?.fail(Outage(), privacy: .shared, nextFetch: 0)
    executor.turn()
    #expect(clients.allSatisfy { $0.summary == "outage" })
    #expect(clients.reduce(0) { $0 + $1.leads } == 1)
    #expect(store.coalescingStatistics.fetches == 0)
    #expect(crowd(1)[0].leads == 1)
  }

  @Test func `After a failed fetch a stale answer stands in, and no fetch begins for a while`() {
    let entry = store.put("/a", Blob(1), fresh: 100, error: 1_000)
    #expect(store.summary("/a", at: 100) == "onlyOnError 1")
    let client = store.join("/a", at: executor, now: 100).client
    client.lease?.fail(Outage(), privacy: .shared, nextFetch: 300)
    executor.turn()
    #expect(store.mayStandIn(entry, at: 100))
    #expect(store.summary("/a", at: 299) == "held 1")
    #expect(store.summary("/a", at: 300) == "onlyOnError 1")
    store.purge(.key(store.key("/a")), .hard, at: 300)
    #expect(!store.mayStandIn(entry, at: 300))
  }

  @Test func `A shared fetch goes on when the caller who began it leaves`() {
    let first = store.join("/a", at: executor)
    let second = store.join("/a", at: executor).client
    #expect(first.ticket.leave())
    #expect(!first.ticket.leave())
    first.client.lease?.deliver(Blob(3))
    executor.turn()
    #expect(first.client.summary == "")
    #expect(second.summary == "answer 3")
    #expect(store.summary("/a", at: 0) == "fresh 3")
  }

  @Test func `A shared fetch goes on when all callers have left, and its answer is kept`() {
    let boarded = (0..<3).map { _ in store.join("/a", at: executor) }
    for one in boarded { one.ticket.leave() }
    #expect(store.coalescingStatistics.waiters == 0)
    boarded[0].client.lease?.deliver(Blob(3))
    #expect(store.summary("/a", at: 0) == "fresh 3")
  }

  @Test func `A fetch whose leader drops it passes to the next caller`() {
    let clients = crowd(3)
    clients[0].releaseDuties()
    executor.turn()
    #expect(clients.map(\.leads) == [0, 1, 0])
    #expect(clients[0].summary == "nobody finished the fetch that was waited for")
    clients[1].lease?.deliver(Blob(2))
    executor.turn()
    #expect(clients[1].summary == "answer 2" && clients[2].summary == "answer 2")
    #expect(store.coalescingStatistics.abandoned == 1)
  }

  @Test func `A fetch that every caller drops in turn comes to an end`() {
    let clients = crowd(20)
    for client in clients {
      client.releaseDuties()
      executor.turn()
    }
    #expect(
      clients.dropFirst().allSatisfy {
        $0.summary == "" || $0.summary == "nobody finished the fetch that was waited for"
      }
    )
    #expect(store.coalescingStatistics.fetches == 0)
  }

  @Test func `A caller past its deadline is released, and the fetch goes on for the others`() {
    let early = store.join("/a", at: executor, until: 100).client
    let late = store.join("/a", at: executor, until: 200).client
    store.releaseLate(at: 99)
    executor.turn()
    #expect(early.summary == "")
    store.releaseLate(at: 100)
    executor.turn()
    #expect(early.summary == "late" && late.summary == "")
    early.lease?.deliver(Blob(5))
    executor.turn()
    #expect(early.summary == "late" && late.summary == "answer 5")
  }

  @Test func `A caller beyond the limit of waiters is turned away, the others are answered`() {
    let small = AnswerStore(coalescing: CoalescingLimits(waiters: 2, alone: 1))
    let clients = (0..<3).map { _ in small.join("/a", at: executor).client }
    #expect(clients[2].summary == "crowded")
    clients[0].lease?.deliver(Blob(1))
    executor.turn()
    #expect(clients.map(\.summary) == ["answer 1", "answer 1", "crowded"])
  }

  @Test func `An answer without a lifetime is given to those who wait and is not kept`() {
    let clients = crowd(3)
    clients[0].lease?.deliver(Blob(4), fresh: 0)
    executor.turn()
    #expect(clients.allSatisfy { $0.summary == "answer 4" })
    #expect(store.summary("/a", at: 0) == "miss")
    #expect(store.statistics.entries == 0)
  }

  @Test func `Only the first outcome of a fetch counts`() {
    let clients = crowd(2)
    let lease = clients[0].lease
    lease?.deliver(Blob(1))
    lease?.deliver(Blob(2))
    lease?.fail(Outage(), privacy: .shared, nextFetch: 0)
    executor.turn()
    #expect(clients.allSatisfy { $0.summary == "answer 1" })
    #expect(store.summary("/a", at: 0) == "fresh 1")
  }

  @Test func `A caller who joins after a fetch has completed gets its answer without another`() {
    #expect(store.summary("/a", at: 0) == "miss")
    store.put("/a", Blob(9))
    let client = store.join("/a", at: executor).client
    executor.turn()
    #expect(client.leads == 0)
    #expect(client.summary == "answer 9")
    #expect(store.coalescingStatistics.fetches == 0)
  }
}
