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

  @Test func `is one caller's, and is kept when it lands`() {
    let lease = claim()
    #expect(lease != nil)
    #expect(claim() == nil)
    lease?.deliver(Blob(1), fresh: 100)
    #expect(store.summary("/a", at: 0) == "fresh 1")
    #expect(store.coalescingStatistics.rounds == 1)
    #expect(store.coalescingStatistics.fetches == 0)
  }

  @Test func `is waited for by all who come meanwhile`() {
    let lease = claim()
    let clients = (0..<3).map { _ in store.join("/a", at: executor).client }
    lease?.deliver(Blob(1))
    executor.turn()
    #expect(clients.map(\.leads) == [0, 0, 0])
    #expect(clients.map(\.summary) == ["answer 1", "answer 1", "answer 1"])
  }

  @Test func `that fails fails for all who wait`() {
    let lease = claim()
    let client = store.join("/a", at: executor).client
    lease?.fail(Outage(), privacy: .shared, nextFetch: 10)
    executor.turn()
    #expect(client.summary == "outage")
    #expect(claim() != nil)
  }

  @Test func `that is let go falls to who waits longest`() {
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

  @Test func `that nobody waits for leaves nothing behind when it is let go`() {
    var lease = claim()
    #expect(lease != nil)
    lease = nil
    #expect(store.coalescingStatistics.fetches == 0)
    #expect(claim() != nil)
  }

  @Test func `that was private is fetched by each who waits`() {
    let lease = claim()
    let client = store.join("/a", at: executor).client
    lease?.deliver(alone: Blob(1))
    executor.turn()
    #expect(client.summary == "alone")
  }

  @Test func `is not given for what is there`() {
    store.put("/a", Blob(1), fresh: 100)
    #expect(claim() == nil)
    #expect(store.coalescingStatistics.fetches == 0)
    #expect(claim(at: 100) != nil)
  }
}
