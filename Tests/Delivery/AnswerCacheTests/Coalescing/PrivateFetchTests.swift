// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
import Testing

@Suite struct `A fetch of a private answer` {
  let store = AnswerStore(
    limits: StoreLimits(bytes: 1 << 20, shards: 4),
    coalescing: CoalescingLimits(waiters: 100, alone: 3)
  )
  let executor = ManualExecutor()

  private func crowd(_ count: Int) -> [Client] {
    (0..<count).map { _ in store.join("/me", at: executor).client }
  }

  @Test func `A private answer goes to the caller who fetched it and to nobody else`() {
    let clients = crowd(10)
    clients[0].lease?.deliver(alone: Blob(1))
    executor.turn()
    #expect(clients[0].summary == "answer 1")
    #expect(clients.dropFirst().allSatisfy { $0.summary == "alone" || $0.summary == "" })
    #expect(store.statistics.answers == 0)
  }

  @Test(arguments: [Privacy.visitor, .nobody])
  func `An answer for one visitor or nobody is private, whatever its lifetime`(_ privacy: Privacy) {
    store.put("/me", Blob(0), fresh: 10, error: 1_000)
    let clients = (0..<5).map { _ in store.join("/me", at: executor, now: 20).client }
    clients[0].lease?.deliver(Blob(1), at: 20, fresh: 100, error: 1_000, privacy: privacy)
    executor.turn()
    #expect(clients[0].summary == "answer 1")
    #expect(clients.dropFirst().allSatisfy { $0.summary == "alone" || $0.summary == "" })
    // The answer that was stored before is gone, too.
    #expect(store.summary("/me", at: 20) == "pass" && store.statistics.answers == 0)
    #expect(!store.put("/you", Blob(2), privacy: privacy).isInStore)
    #expect(store.summary("/you", at: 0) == "miss")
  }

  @Test func `A private fetch's failure is told to the caller who fetched and to nobody else`() {
    let clients = crowd(3)
    clients[0].lease?.fail(
      PlainError("nobody finished the fetch that was waited for"),
      privacy: .visitor,
      nextFetch: 500
    )
    executor.turn()
    #expect(clients[0].summary == "nobody finished the fetch that was waited for")
    #expect(clients[1...].allSatisfy { $0.summary == "alone" })
  }

  @Test func `After a private answer the other callers fetch in order, a few at a time`() {
    let clients = crowd(10)
    clients[0].lease?.deliver(alone: Blob(1))
    executor.turn()
    #expect(
      clients[1...].map { $0.summary == "alone" } == [true, true, true]
        + .init(repeating: false, count: 6)
    )
    clients[2].releasePermits()
    executor.turn()
    #expect(clients[4].summary == "alone" && clients[5].summary == "")
    for client in clients[1...] {
      client.releasePermits()
      executor.turn()
    }
    #expect(store.coalescingStatistics.alone == 9)
    #expect(store.coalescingStatistics.fetches == 0)
    #expect(store.coalescingStatistics.rounds == 1)
  }

  @Test func `A key with a private answer is remembered until its time, so that nobody waits`() {
    crowd(1)[0].lease?.deliver(alone: Blob(1), at: 0, passUntil: 500)
    #expect(store.summary("/me", at: 499) == "pass")
    #expect(store.summary("/me", at: 500) == "miss")
  }

  @Test func `A key with a private answer is not remembered when no time is given`() {
    crowd(1)[0].lease?.deliver(alone: Blob(1), at: 100, passUntil: 100)
    #expect(store.summary("/me", at: 100) == "miss")
    #expect(store.statistics.marks == 0)
  }

  @Test func `A private answer for a caller who has left goes to nobody`() {
    let first = store.join("/me", at: executor)
    let clients = crowd(2)
    first.ticket.leave()
    first.client.lease?.deliver(alone: Blob(1))
    executor.turn()
    #expect(first.client.summary == "")
    #expect(clients.map(\.summary) == ["alone", "alone"])
  }

  @Test func `A caller who joins after a private answer waits for a permit to fetch, too`() {
    let clients = crowd(5)
    clients[0].lease?.deliver(alone: Blob(1), passUntil: 0)
    let late = store.join("/me", at: executor).client
    executor.turn()
    #expect(late.summary == "" && late.leads == 0)
    for client in clients {
      client.releasePermits()
      executor.turn()
    }
    #expect(late.summary == "alone")
  }

  @Test func `A caller who waits for a permit to fetch may leave, or be released as late`() {
    let clients = crowd(4)
    let leaving = store.join("/me", at: executor)
    let late = store.join("/me", at: executor, until: 50).client
    clients[0].lease?.deliver(alone: Blob(1))
    #expect(leaving.ticket.leave())
    store.releaseLate(at: 50)
    executor.turn()
    #expect(leaving.client.summary == "" && late.summary == "late")
    for client in clients { client.releasePermits() }
    executor.turn()
    #expect(store.coalescingStatistics.fetches == 0)
  }

  @Test func `A caller of a key known to be private fetches alone at once`() {
    store.put("/me", Blob(0), kind: .pass)
    let client = store.join("/me", at: executor).client
    executor.turn()
    #expect(client.leads == 0)
    #expect(client.summary == "alone")
    client.releasePermits()
    #expect(store.coalescingStatistics.fetches == 0)
  }

  @Test func `A private answer replaces the shared one that was kept before`() {
    store.put("/me", Blob(1), fresh: 100, revalidate: 1_000)
    let lease = store.stale("/me", at: 100).lease
    #expect(lease != nil)
    lease?.deliver(alone: Blob(2), at: 100, passUntil: 500)
    #expect(store.summary("/me", at: 100) == "pass")
  }
}
