// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Testing

@Suite struct `A loop's table of hot answers` {
  let store = AnswerStore(limits: StoreLimits(bytes: 1 << 20, shards: 4))

  @Test func `The hot table takes an answer when it is offered a second time`() throws {
    var loop = HotLoop(of: store)
    store.put("/a", Blob(1))
    #expect(loop.name("/a") == nil)
    guard case .fresh(let entry) = store.lookup(store.key("/a").view, at: 0) else { return }
    let first = loop.offer(entry)
    #expect(!first)
    #expect(loop.name("/a") == nil)
    let second = loop.offer(entry)
    #expect(second)
    #expect(loop.name("/a") == 1)
    #expect(loop.name("/b") == nil)
    #expect(loop.hits == 1)
  }

  @Test func `The hot table serves an answer as long as it is fresh, then drops it`() {
    var loop = HotLoop(of: store)
    store.put("/a", Blob(1), fresh: 100, revalidate: 100)
    loop.take("/a")
    #expect(loop.name("/a", at: 99) == 1)
    #expect(loop.name("/a", at: 100) == nil)
    #expect(loop.count == 0)
  }

  @Test(arguments: [Purge.Strength.soft, .hard])
  func `The hot table serves no answer after a purge of any scope`(strength: Purge.Strength) throws
  {
    var loop = HotLoop(of: store)
    let scopes: [PurgeScope] = [
      .tag(try #require(TagName("t"))), .key(store.key("/a")), .path(Array("/a".utf8)),
      .paths(prefix: Array("/".utf8)), .everything,
    ]
    for scope in scopes {
      store.put("/a", Blob(1), revalidate: 100, tags: ["t"])
      loop.take("/a")
      #expect(loop.name("/a") == 1)
      store.purge(scope, strength, at: 0)
      #expect(loop.name("/a") == nil, "\(scope)")
    }
  }

  @Test func `The hot table keeps an answer that a purge does not concern`() {
    var loop = HotLoop(of: store)
    store.put("/a", Blob(1), tags: ["t"])
    loop.take("/a")
    store.purge(tag: "u", .hard)
    store.purge(.path(Array("/b".utf8)), .hard, at: 0)
    #expect(loop.name("/a") == 1)
    #expect(loop.hits == 1)
  }

  @Test func `The hot table does not serve an answer that a newer one has replaced`() {
    var loop = HotLoop(of: store)
    store.put("/a", Blob(1))
    loop.take("/a")
    store.put("/a", Blob(2))
    #expect(loop.name("/a") == nil)
    loop.take("/a")
    #expect(loop.name("/a") == 2)
  }

  @Test func `The hot table serves an answer that the store evicted, until any purge`() {
    let small = AnswerStore(limits: StoreLimits(bytes: 2_500, entryBytes: 2_000, shards: 1))
    var loop = HotLoop(of: small)
    small.put("/a", Blob(1, bytes: 1_000), tags: ["t"])
    loop.take("/a")
    for number in 0..<10 { small.put("/\(number)", Blob(number, bytes: 1_000)) }
    #expect(small.summary("/a", at: 0) == "miss")
    #expect(loop.name("/a") == 1)
    small.purge(tag: "u")
    #expect(loop.name("/a") == nil)
  }

  @Test func `The hot table takes neither a large nor a stale answer`() {
    var loop = HotLoop(of: store)
    let large = store.put("/large", Blob(1, bytes: 5_001))
    let stale = store.put("/stale", Blob(2), fresh: 10, revalidate: 10)
    for entry in [large, large, stale, stale] {
      let isTaken = loop.offer(entry, at: 10)
      #expect(!isTaken)
    }
    #expect(loop.count == 0)
  }

  @Test func `A slot of the hot table that was emptied is neither filled nor found`() {
    var loop = HotLoop(of: store)
    store.put("/a", Blob(1))
    loop.take("/a")
    let key = store.key("/a")
    guard let slot = loop.table.find(key.view, at: 0) else {
      Issue.record("nothing was taken")
      return
    }
    let wasFilled = loop.table.isFilled(slot)
    loop.table.empty(slot)
    let isFilled = loop.table.isFilled(slot)
    #expect(wasFilled && !isFilled)
    #expect(loop.name("/a") == nil)
  }

  @Test func `The full hot table keeps the answers that are asked for most`() {
    var loop = HotLoop(of: store, slots: 4)
    for number in 0..<3 {
      store.put("/hot/\(number)", Blob(number))
      loop.take("/hot/\(number)")
    }
    for number in 0..<200 {
      for hit in 0..<30 { _ = loop.name("/hot/\(hit % 3)") }
      store.put("/cold/\(number)", Blob(number))
      loop.take("/cold/\(number)")
    }
    for number in 0..<3 { #expect(loop.name("/hot/\(number)") == number) }
    #expect(loop.count == 4)
  }

  @Test func `The entries of the hot table together are no larger than they may be`() {
    var loop = HotLoop(of: store, maximumBytes: 10_000)
    for number in 0..<20 {
      store.put("/\(number)", Blob(number, bytes: 4_000))
      loop.take("/\(number)")
    }
    #expect(loop.count == 2)
    store.purge(.everything, .hard, at: 0)
    loop.table.tidy(at: 0)
    #expect(loop.count == 0)
    for number in 20..<40 {
      store.put("/\(number)", Blob(number, bytes: 3_000))
      loop.take("/\(number)")
    }
    #expect(loop.count == 3)
  }

  @Test func `Hits in the hot table keep an answer from being evicted in the store`() {
    let small = AnswerStore(limits: StoreLimits(bytes: 20_000, entryBytes: 2_000, shards: 1))
    var loop = HotLoop(of: small)
    small.put("/hot", Blob(7, bytes: 1_000))
    loop.take("/hot")
    for number in 0..<300 {
      small.put("/\(number)", Blob(number, bytes: 1_000))
      // Asked for too, so that it gets as far as what is hot.
      _ = small.summary("/\(number)", at: 0)
      for _ in 0..<64 { _ = loop.name("/hot") }
    }
    #expect(small.summary("/hot", at: 0) == "fresh 7")
  }

  @Test func `Tidying the hot table drops what has expired or was purged`() {
    var loop = HotLoop(of: store)
    for number in 0..<10 {
      store.put("/\(number)", Blob(number), fresh: number < 5 ? 100 : 1_000, tags: ["t\(number)"])
      loop.take("/\(number)")
    }
    let before = loop.count
    loop.table.tidy(at: 100)
    #expect(loop.count == before - 5)
    store.purge(tag: "t7")
    loop.table.tidy(at: 100)
    #expect(loop.count == before - 6)
  }
}
