// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Testing

@Suite struct `An answer store` {
  let store = AnswerStore(limits: StoreLimits(bytes: 100_000, entryBytes: 20_000, marks: 3))

  @Test func `A stored answer is found by its own key alone`() {
    store.put("/a", Blob(1))
    store.put("/b", Blob(2))
    #expect(store.summary("/a", at: 0) == "fresh 1")
    #expect(store.summary("/b", at: 0) == "fresh 2")
    #expect(store.summary("/c", at: 0) == "miss")
    #expect(store.summary("", at: 0) == "miss")
  }

  @Test func `A newer answer replaces the older one of its key, also in the budget`() {
    store.put("/a", Blob(1, bytes: 1_000))
    let bytes = store.statistics.bytes
    store.put("/a", Blob(2, bytes: 1_000))
    #expect(store.summary("/a", at: 0) == "fresh 2")
    #expect(store.statistics.bytes == bytes)
    #expect(store.statistics.entries == 1)
    #expect(store.statistics.replaced == 1)
  }

  @Test func `An answer ages from fresh to stale to forgotten by its windows`() {
    store.put("/a", Blob(1), fresh: 100, revalidate: 50, error: 200)
    #expect(store.summary("/a", at: 99) == "fresh 1")
    #expect(store.summary("/a", at: 100) == "refreshing 1")
    #expect(store.summary("/a", at: 150) == "onlyOnError 1")
    #expect(store.statistics.entries == 1)
    #expect(store.summary("/a", at: 300) == "miss")
    #expect(store.statistics.entries == 0)
    #expect(store.statistics.bytes == 0)
    #expect(store.statistics.expired == 1)
  }

  @Test func `An answer or a key that is too large is handed back and not kept`() {
    let entry = store.put("/large", Blob(7, bytes: 20_000))
    #expect(entry.name == 7)
    #expect(store.summary("/large", at: 0) == "miss")
    let key = String(repeating: "k", count: CacheKey.maximumBytes + 1)
    store.put(key, Blob(8))
    #expect(store.summary(key, at: 0) == "miss")
    #expect(store.statistics.tooLarge == 2)
    #expect(store.statistics.bytes == 0)
  }

  @Test(arguments: [Int.max, Int.min, -1])
  func `A payload that reports an impossible size does not break the budget`(size: Int) {
    store.put("/odd", Blob(1, bytes: size))
    #expect(store.statistics.bytes >= 0)
    #expect(store.statistics.bytes <= 100_000)
  }

  @Test func `A store without room keeps nothing and still hands the answer back`() {
    let none = AnswerStore(limits: StoreLimits(bytes: 0, entryBytes: 1_000, marks: 0))
    #expect(none.put("/a", Blob(1)).name == 1)
    #expect(none.put("/b", Blob(2), kind: .negative).name == 2)
    #expect(none.statistics.noRoom == 2)
    #expect(none.statistics.bytes == 0)
  }

  @Test func `The number of negative and private marks is limited`() {
    store.put("/a", Blob(1))
    for number in 0..<10 {
      store.put("/none/\(number)", Blob(number), kind: number % 2 == 0 ? .negative : .pass)
    }
    #expect(store.statistics.marks == 3)
    #expect(store.statistics.evictedMarks == 7)
    #expect(store.summary("/a", at: 0) == "fresh 1")
  }

  @Test func `A key marked as private is passed until the mark expires`() {
    store.put("/account", Blob(0), kind: .pass, fresh: 100)
    #expect(store.summary("/account", at: 99) == "pass")
    #expect(store.summary("/account", at: 100) == "miss")
  }

  @Test func `A store counts its entries and lookups by kind`() {
    store.put("/a", Blob(1), fresh: 100, revalidate: 100, error: 200)
    store.put("/f", Blob(2), kind: .fragment)
    store.put("/n", Blob(3), kind: .negative)
    store.put("/p", Blob(4), kind: .pass)
    for name in ["/a", "/f", "/n", "/p", "/x", "/x"] { _ = store.summary(name, at: 0) }
    _ = store.summary("/a", at: 150)
    _ = store.summary("/a", at: 250)
    let counts = store.statistics
    #expect(counts.answers == 1)
    #expect(counts.fragments == 1)
    #expect(counts.marks == 2)
    #expect(counts.stored == 4)
    #expect(counts.lookups(.hit) == 3)
    #expect(counts.lookups(.bypass) == 1)
    #expect(counts.lookups(.stale) == 1)
    #expect(counts.lookups(.staleError) == 1)
    #expect(counts.lookups(.miss) == 2)
  }

  @Test func `Answers that are asked for stay when a scan of others comes by`() {
    let small = AnswerStore(limits: StoreLimits(bytes: 50_000, shards: 1))
    for number in 0..<20 { small.put("/hot/\(number)", Blob(number, bytes: 500)) }
    for number in 0..<1_000 {
      small.put("/scan/\(number)", Blob(number, bytes: 500))
      _ = small.summary("/hot/\(number % 20)", at: 0)
    }
    for number in 0..<20 { #expect(small.summary("/hot/\(number)", at: 0) == "fresh \(number)") }
    #expect(small.statistics.evictedValues > 900)
  }
}
