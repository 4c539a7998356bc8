// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Testing

private struct Outage: Error {}

@Suite struct `A refresh` {
  let store = AnswerStore(limits: StoreLimits(bytes: 1 << 20, shards: 4))
  let home = ManualHome()

  init() { store.put("/a", Blob(1), fresh: 100, revalidate: 1_000, error: 2_000) }

  private func lookup(at now: Int64) -> (name: Int?, duty: FlightDuty?) {
    guard case .stale(let entry, let duty) = store.lookup(store.key("/a").view, at: now) else {
      return (nil, nil)
    }
    return (entry.name, duty)
  }

  @Test func `is the duty of one caller, and all are served meanwhile`() {
    let first = lookup(at: 100)
    #expect(first.name == 1 && first.duty != nil)
    for _ in 0..<10 {
      let other = lookup(at: 100)
      #expect(other.name == 1 && other.duty == nil)
    }
    first.duty?.deliver(Blob(2), at: 110)
    #expect(store.summary("/a", at: 110) == "fresh 2")
    #expect(store.flightStatistics.rounds == 1)
  }

  @Test func `that fails is not repeated before its time, and then by one caller`() {
    lookup(at: 100).duty?.fail(Outage(), privacy: .shared, nextFetch: 200)
    #expect(lookup(at: 199).duty == nil)
    #expect(lookup(at: 199).name == 1)
    let next = lookup(at: 200)
    #expect(next.duty != nil)
    #expect(lookup(at: 200).duty == nil)
  }

  @Test func `that nobody finishes falls to the next caller`() {
    #expect(lookup(at: 100).duty != nil)
    #expect(lookup(at: 100).duty != nil)
    #expect(store.flightStatistics.abandoned == 2)
    #expect(store.flightStatistics.flights == 0)
  }

  @Test func `is waited for by who may not be served what is stale`() {
    let duty = lookup(at: 100).duty
    let client = store.board("/a", at: home, now: 1_200).client
    #expect(client.leads == 0)
    duty?.deliver(Blob(2), at: 1_200)
    home.turn()
    #expect(client.summary == "answer 2")
  }

  @Test func `that nobody finishes falls to who waits for it`() {
    var duty = lookup(at: 100).duty
    #expect(duty != nil)
    let client = store.board("/a", at: home, now: 1_200).client
    duty = nil
    home.turn()
    #expect(client.leads == 1)
    client.duty?.deliver(Blob(2), at: 1_200)
    home.turn()
    #expect(client.summary == "answer 2")
  }

  @Test func `follows a soft purge, once`() {
    store.purge(.everything, .soft, at: 50)
    let first = lookup(at: 50)
    #expect(first.name == 1 && first.duty != nil)
    #expect(lookup(at: 50).duty == nil)
    first.duty?.deliver(Blob(2), at: 60)
    #expect(store.summary("/a", at: 60) == "fresh 2")
  }

  @Test func `that was overtaken by a purge is due again`() {
    let duty = lookup(at: 100).duty
    store.purge(.everything, .soft, at: 110)
    duty?.deliver(Blob(2), at: 120, revalidate: 500)
    let next = lookup(at: 120)
    #expect(next.name == 2 && next.duty != nil)
    next.duty?.deliver(Blob(3), at: 130)
    #expect(store.summary("/a", at: 130) == "fresh 3")
  }

  @Test func `that comes late does not replace what is fresh with what was purged`() {
    let begun = store.purgeEpoch
    store.purge(.everything, .soft, at: 110)
    store.put("/a", Blob(3), at: 120)
    store.put("/a", Blob(2), at: 130, revalidate: 500, begun: begun)
    #expect(store.summary("/a", at: 130) == "fresh 3")
  }
}
