// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Testing

private struct Outage: Error, CustomStringConvertible {
  var description: String { "outage" }
}

@Suite struct `A claimed fetch` {
  let store = AnswerStore(limits: StoreLimits(bytes: 1 << 20, shards: 4))
  let executor = ManualExecutor()

  private func claim(at now: Int64 = 0) -> FetchLease? { store.claim(store.key("/a"), at: now) }

  @Test func `A fetch can be claimed by one caller only, and what it delivers is kept`() {
    let lease = claim()
    #expect(lease != nil)
    #expect(claim() == nil)
    lease?.deliver(Blob(1), fresh: 100)
    #expect(store.summary("/a", at: 0) == "fresh 1")
    #expect(store.coalescingStatistics.rounds == 1)
    #expect(store.coalescingStatistics.fetches == 0)
  }

  @Test func `Callers who join a claimed fetch wait for it and get its answer`() {
    let lease = claim()
    let clients = (0..<3).map { _ in store.join("/a", at: executor).client }
    lease?.deliver(Blob(1))
    executor.turn()
    #expect(clients.map(\.leads) == [0, 0, 0])
    #expect(clients.map(\.summary) == ["answer 1", "answer 1", "answer 1"])
  }

  @Test func `A failure of a claimed fetch is told to all who wait for it`() {
    let lease = claim()
    let client = store.join("/a", at: executor).client
    lease?.fail(Outage(), privacy: .shared, nextFetch: 10)
    executor.turn()
    #expect(client.summary == "outage")
    #expect(claim() != nil)
  }

  @Test func `A claimed fetch that is dropped passes to the caller who has waited longest`() {
    var lease = claim()
    #expect(lease != nil)
    let first = store.join("/a", at: executor).client
    let second = store.join("/a", at: executor).client
    lease = nil
    executor.turn()
    #expect(first.leads == 1 && second.leads == 0)
    first.lease?.deliver(Blob(1))
    executor.turn()
    #expect(first.summary == "answer 1" && second.summary == "answer 1")
  }

  @Test func `A dropped claim that nobody waits for leaves no fetch behind`() {
    var lease = claim()
    #expect(lease != nil)
    lease = nil
    #expect(store.coalescingStatistics.fetches == 0)
    #expect(claim() != nil)
  }

  @Test func `A private answer of a claimed fetch makes those who wait fetch for themselves`() {
    let lease = claim()
    let client = store.join("/a", at: executor).client
    lease?.deliver(alone: Blob(1))
    executor.turn()
    #expect(client.summary == "alone")
  }

  @Test func `A fetch cannot be claimed while a fresh answer is stored`() {
    store.put("/a", Blob(1), fresh: 100)
    #expect(claim() == nil)
    #expect(store.coalescingStatistics.fetches == 0)
    #expect(claim(at: 100) != nil)
  }
}
