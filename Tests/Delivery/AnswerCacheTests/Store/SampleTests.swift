// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Testing

@Suite struct `A sample of an answer store` {
  private func store(_ count: Int) -> AnswerStore {
    let store = AnswerStore(limits: StoreLimits(bytes: 64 << 20, marks: 10, shards: 4))
    for number in 0..<count { store.put("/\(number)", Blob(number)) }
    return store
  }

  private func names(_ store: AnswerStore, atMost count: Int) -> (names: [Int], isWhole: Bool) {
    var names: [Int] = []
    let (looked, isWhole) = store.sample(atMost: count, at: 0) { names.append($0.name ?? -1) }
    #expect(looked == names.count)
    return (names, isWhole)
  }

  @Test func `A sample of a small store has each of its entries once`() {
    let (names, isWhole) = names(store(100), atMost: 1_000)
    #expect(names.sorted() == Array(0..<100) && isWhole)
    let none = self.names(store(0), atMost: 1_000)
    #expect(none.names.isEmpty && none.isWhole)
  }

  @Test func `A sample of a large store is not whole, has at most what was asked for, old and new`()
  {
    let (names, isWhole) = names(store(20_000), atMost: 1_024)
    #expect(!isWhole && names.count <= 1_024 && names.count >= 512)
    #expect(Set(names).count == names.count)
    #expect(names.contains { $0 < 4_000 } && names.contains { $0 >= 16_000 })
  }

  @Test func `A sample leaves out marks, purged entries and those past all their windows`() {
    let store = store(2)
    store.put("/none", Blob(7), kind: .negative)
    store.put("/short", Blob(8), fresh: 10)
    store.put("/purged", Blob(9), tags: ["gone"])
    store.purge(tag: "gone", .hard)
    var names: [Int] = []
    _ = store.sample(atMost: 100, at: 20) { names.append($0.name ?? -1) }
    #expect(names.sorted() == [0, 1])
  }

  @Test
  func `The keys that are fetched most often are those stored most often, also without entries`() {
    let store = store(0)
    for _ in 0..<5 { store.put("/often", Blob(1), fresh: 10) }
    for number in 0..<3 { store.put("/expiring", Blob(2), at: Int64(number) * 20, fresh: 10) }
    store.put("/once", Blob(3))
    for _ in 0..<9 { store.put("/none", Blob(4), kind: .negative) }
    #expect(store.summary("/expiring", at: 100) == "miss")
    let fetched = store.mostFetched(atMost: 2)
    #expect(
      fetched.map { String(decoding: $0.key.path, as: UTF8.self) } == ["/often", "/expiring"]
    )
    #expect(fetched.map(\.count) == [5, 3] && fetched.map(\.error) == [0, 0])
    #expect(store.mostFetched(atMost: 10).count == 3)
  }

  @Test func `A key that is fetched often is counted however many others are fetched once`() {
    let store = AnswerStore(limits: StoreLimits(bytes: 64 << 20, marks: 10, shards: 1))
    for number in 0..<5_000 {
      store.put("/\(number)", Blob(number))
      if number % 10 == 0 { store.put("/often", Blob(-1)) }
    }
    let first = store.mostFetched(atMost: 1).first
    #expect(first.map { String(decoding: $0.key.path, as: UTF8.self) } == "/often")
    #expect((first?.count ?? 0) >= 500 && (first.map { $0.count - $0.error } ?? 0) <= 500)
    // The sketch has a fixed number of keys.
    #expect(store.mostFetched(atMost: 1_000).count == 32)
  }
}
