// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Testing

private struct Outage: Error, CustomStringConvertible {
  var description: String { "outage" }
}

@Suite struct `A claimed fetch` {
  let store = AnswerStore(limits: StoreLimits(bytes: 1 << 20, shards: 4))
  let home = ManualHome()

  private func claim(at now: Int64 = 0) -> FlightDuty? { store.claim(store.key("/a"), at: now) }

  @Test func `is one caller's, and is kept when it lands`() {
    let duty = claim()
    #expect(duty != nil)
    #expect(claim() == nil)
    duty?.deliver(Blob(1), fresh: 100)
    #expect(store.summary("/a", at: 0) == "fresh 1")
    #expect(store.flightStatistics.rounds == 1)
    #expect(store.flightStatistics.flights == 0)
  }

  @Test func `is waited for by all who come meanwhile`() {
    let duty = claim()
    let clients = (0..<3).map { _ in store.board("/a", at: home).client }
    duty?.deliver(Blob(1))
    home.turn()
    #expect(clients.map(\.leads) == [0, 0, 0])
    #expect(clients.map(\.summary) == ["answer 1", "answer 1", "answer 1"])
  }

  @Test func `that fails fails for all who wait`() {
    let duty = claim()
    let client = store.board("/a", at: home).client
    duty?.fail(Outage(), privacy: .shared, nextFetch: 10)
    home.turn()
    #expect(client.summary == "outage")
    #expect(claim() != nil)
  }

  @Test func `that is let go falls to who waits longest`() {
    var duty = claim()
    #expect(duty != nil)
    let first = store.board("/a", at: home).client
    let second = store.board("/a", at: home).client
    duty = nil
    home.turn()
    #expect(first.leads == 1 && second.leads == 0)
    first.duty?.deliver(Blob(1))
    home.turn()
    #expect(first.summary == "answer 1" && second.summary == "answer 1")
  }

  @Test func `that nobody waits for leaves nothing behind when it is let go`() {
    var duty = claim()
    #expect(duty != nil)
    duty = nil
    #expect(store.flightStatistics.flights == 0)
    #expect(claim() != nil)
  }

  @Test func `that was private is fetched by each who waits`() {
    let duty = claim()
    let client = store.board("/a", at: home).client
    duty?.deliver(alone: Blob(1))
    home.turn()
    #expect(client.summary == "alone")
  }

  @Test func `is not given for what is there`() {
    store.put("/a", Blob(1), fresh: 100)
    #expect(claim() == nil)
    #expect(store.flightStatistics.flights == 0)
    #expect(claim(at: 100) != nil)
  }
}
