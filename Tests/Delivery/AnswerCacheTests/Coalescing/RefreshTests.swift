// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Testing

private struct Outage: Error {}

@Suite struct `A refresh` {
  let store = AnswerStore(limits: StoreLimits(bytes: 1 << 20, shards: 4))
  let executor = ManualExecutor()

  init() { store.put("/a", Blob(1), fresh: 100, revalidate: 1_000, error: 2_000) }

  private func lookup(at now: Int64) -> (name: Int?, lease: FetchLease?) {
    let (entry, lease) = store.stale("/a", at: now)
    return (entry?.name, lease)
  }

  @Test func `A stale answer is refreshed by one caller and served to all meanwhile`() {
    let first = lookup(at: 100)
    #expect(first.name == 1 && first.lease != nil)
    for _ in 0..<10 {
      let other = lookup(at: 100)
      #expect(other.name == 1 && other.lease == nil)
    }
    first.lease?.deliver(Blob(2), at: 110)
    #expect(store.summary("/a", at: 110) == "fresh 2")
    #expect(store.coalescingStatistics.rounds == 1)
  }

  @Test func `A failed refresh is not repeated before its time, and then by one caller`() {
    lookup(at: 100).lease?.fail(Outage(), privacy: .shared, nextFetch: 200)
    #expect(lookup(at: 199).lease == nil)
    #expect(lookup(at: 199).name == 1)
    let next = lookup(at: 200)
    #expect(next.lease != nil)
    #expect(lookup(at: 200).lease == nil)
  }

  @Test func `A refresh that nobody finishes falls to the next caller`() {
    #expect(lookup(at: 100).lease != nil)
    #expect(lookup(at: 100).lease != nil)
    #expect(store.coalescingStatistics.abandoned == 2)
    #expect(store.coalescingStatistics.fetches == 0)
  }

  @Test func `A caller for whom the answer is too stale waits for the refresh`() {
    let lease = lookup(at: 100).lease
    let client = store.join("/a", at: executor, now: 1_200).client
    #expect(client.leads == 0)
    lease?.deliver(Blob(2), at: 1_200)
    executor.turn()
    #expect(client.summary == "answer 2")
  }

  @Test func `A dropped refresh falls to the caller who waits for it`() {
    var lease = lookup(at: 100).lease
    #expect(lease != nil)
    let client = store.join("/a", at: executor, now: 1_200).client
    lease = nil
    executor.turn()
    #expect(client.leads == 1)
    client.lease?.deliver(Blob(2), at: 1_200)
    executor.turn()
    #expect(client.summary == "answer 2")
  }

  @Test func `A soft purge causes exactly one refresh`() {
    store.purge(.everything, .soft, at: 50)
    let first = lookup(at: 50)
    #expect(first.name == 1 && first.lease != nil)
    #expect(lookup(at: 50).lease == nil)
    first.lease?.deliver(Blob(2), at: 60)
    #expect(store.summary("/a", at: 60) == "fresh 2")
  }

  @Test func `A refresh that a purge overtook is due again`() {
    let lease = lookup(at: 100).lease
    store.purge(.everything, .soft, at: 110)
    lease?.deliver(Blob(2), at: 120, revalidate: 500)
    let next = lookup(at: 120)
    #expect(next.name == 2 && next.lease != nil)
    next.lease?.deliver(Blob(3), at: 130)
    #expect(store.summary("/a", at: 130) == "fresh 3")
  }

  @Test func `A late refresh from before a purge does not replace a fresh answer`() {
    let begun = store.purgeEpoch
    store.purge(.everything, .soft, at: 110)
    store.put("/a", Blob(3), at: 120)
    store.put("/a", Blob(2), at: 130, revalidate: 500, begun: begun)
    #expect(store.summary("/a", at: 130) == "fresh 3")
  }
}
