// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Testing

extension HotTable where Local == Blob {
  /// The name of the blob under a key.
  func name(_ name: String, of store: AnswerStore, at now: Int64 = 0) -> Int? {
    find(store.key(name).view, at: now)?.name
  }

  /// Offers what the store has, as often as it takes; answers how often a form was made.
  @discardableResult
  func take(_ name: String, of store: AnswerStore, at now: Int64 = 0) -> Int {
    var made = 0
    for _ in 0..<2 {
      guard case .fresh(let entry) = store.lookup(store.key(name).view, at: now) else { continue }
      offer(entry, at: now) { entry in
        made += 1
        return Blob(entry.name ?? -1)
      }
    }
    return made
  }
}

@Suite struct `A loop's table of hot answers` {
  let store = AnswerStore(limits: StoreLimits(bytes: 1 << 20, shards: 4))
  let table: HotTable<Blob>

  init() { table = HotTable(of: store, capacity: 64, entryBytes: 5_000) }

  @Test func `has nothing that was not offered twice`() throws {
    store.put("/a", Blob(1))
    #expect(table.name("/a", of: store) == nil)
    guard case .fresh(let entry) = store.lookup(store.key("/a").view, at: 0) else { return }
    var made = 0
    for _ in 0..<2 {
      #expect(table.name("/a", of: store) == nil)
      table.offer(entry, at: 0) { _ in
        made += 1
        return Blob(10)
      }
    }
    #expect(made == 1)
    #expect(table.name("/a", of: store) == 10)
    #expect(table.name("/b", of: store) == nil)
    #expect(table.hits == 1)
  }

  @Test func `serves an answer for as long as it is fresh`() {
    store.put("/a", Blob(1), fresh: 100, revalidate: 100)
    table.take("/a", of: store)
    #expect(table.name("/a", of: store, at: 99) == 1)
    #expect(table.name("/a", of: store, at: 100) == nil)
    #expect(table.count == 0)
  }

  @Test(arguments: [PurgeStrength.soft, .hard])
  func `serves nothing that was purged, by whatever name`(strength: PurgeStrength) throws {
    let scopes: [PurgeScope] = [
      .tag(try #require(TagName("t"))), .key(store.key("/a")), .path(Array("/a".utf8)),
      .paths(prefix: Array("/".utf8)), .everything,
    ]
    for scope in scopes {
      store.put("/a", Blob(1), revalidate: 100, tags: ["t"])
      table.take("/a", of: store)
      #expect(table.name("/a", of: store) == 1)
      store.purge(scope, strength, at: 0)
      #expect(table.name("/a", of: store) == nil, "\(scope)")
    }
  }

  @Test func `keeps what a purge does not concern`() {
    store.put("/a", Blob(1), tags: ["t"])
    #expect(table.take("/a", of: store) == 1)
    store.purge(tag: "u", .hard)
    store.purge(.path(Array("/b".utf8)), .hard, at: 0)
    #expect(table.name("/a", of: store) == 1)
    #expect(table.hits == 1)
  }

  @Test func `serves nothing that a newer entry has replaced`() {
    store.put("/a", Blob(1))
    table.take("/a", of: store)
    store.put("/a", Blob(2))
    #expect(table.name("/a", of: store) == nil)
    table.take("/a", of: store)
    #expect(table.name("/a", of: store) == 2)
  }

  @Test func `serves what the store gave up, until a purge of anything comes`() {
    let small = AnswerStore(limits: StoreLimits(bytes: 3_000, entryBytes: 2_000, shards: 1))
    let table = HotTable<Blob>(of: small)
    small.put("/a", Blob(1, bytes: 1_000), tags: ["t"])
    table.take("/a", of: small)
    for number in 0..<10 { small.put("/\(number)", Blob(number, bytes: 1_000)) }
    #expect(small.summary("/a", at: 0) == "miss")
    #expect(table.name("/a", of: small) == 1)
    small.purge(tag: "u")
    #expect(table.name("/a", of: small) == nil)
  }

  @Test func `takes nothing large, nothing stale and nothing that cannot be prepared`() {
    store.put("/large", Blob(1, bytes: 5_001))
    #expect(table.take("/large", of: store) == 0)
    let stale = store.put("/stale", Blob(2), fresh: 10, revalidate: 10)
    let refused = store.put("/refused", Blob(3))
    for _ in 0..<2 {
      table.offer(stale, at: 10) { _ in Blob(2) }
    }
    for _ in 0..<2 {
      table.offer(refused, at: 0) { _ in nil }
    }
    #expect(table.count == 0)
  }

  @Test func `keeps what is asked for most`() {
    let one = HotTable<Blob>(of: store, capacity: 4)
    for number in 0..<3 {
      store.put("/hot/\(number)", Blob(number))
      one.take("/hot/\(number)", of: store)
    }
    for number in 0..<200 {
      for hit in 0..<30 { _ = one.name("/hot/\(hit % 3)", of: store) }
      store.put("/cold/\(number)", Blob(number))
      one.take("/cold/\(number)", of: store)
    }
    for number in 0..<3 { #expect(one.name("/hot/\(number)", of: store) == number) }
    #expect(one.count == 4)
  }

  @Test func `tells the store what is asked for`() {
    let small = AnswerStore(limits: StoreLimits(bytes: 20_000, entryBytes: 2_000, shards: 1))
    let table = HotTable<Blob>(of: small)
    small.put("/hot", Blob(7, bytes: 1_000))
    table.take("/hot", of: small)
    for number in 0..<300 {
      small.put("/\(number)", Blob(number, bytes: 1_000))
      for _ in 0..<64 { _ = table.name("/hot", of: small) }
    }
    #expect(small.summary("/hot", at: 0) == "fresh 7")
  }

  @Test func `gives memory back when it is tidied`() {
    for number in 0..<10 {
      store.put("/\(number)", Blob(number), fresh: number < 5 ? 100 : 1_000, tags: ["t\(number)"])
      table.take("/\(number)", of: store)
    }
    let before = table.count
    table.tidy(at: 100)
    #expect(table.count == before - 5)
    store.purge(tag: "t7")
    table.tidy(at: 100)
    #expect(table.count == before - 6)
  }
}
