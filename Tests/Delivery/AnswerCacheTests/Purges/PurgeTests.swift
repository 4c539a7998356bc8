// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Testing

@Suite struct `A purge` {
  let store = AnswerStore(limits: StoreLimits(bytes: 8 << 20, shards: 4))

  private func put(_ name: String, tags: [String] = [], begun: PurgeEpoch? = nil, at now: Int64 = 0)
  {
    store.put(
      name,
      Blob(1),
      at: now,
      fresh: 1_000,
      revalidate: 100,
      error: 300,
      tags: tags,
      begun: begun
    )
  }

  @Test func `A soft purge begins the stale windows of an entry at the instant of the purge`() {
    put("/a", tags: ["t"])
    store.purge(tag: "t", at: 200)
    #expect(store.summary("/a", at: 200) == "refreshing 1")
    #expect(store.summary("/a", at: 299) == "refreshing 1")
    #expect(store.summary("/a", at: 300) == "onlyOnError 1")
    #expect(store.summary("/a", at: 499) == "onlyOnError 1")
    #expect(store.summary("/a", at: 500) == "miss")
  }

  @Test(arguments: [
    (["/a"], 1), (["/a", "/c"], 2), (["/"], 3), (["t"], 2), (["t", "/a"], 2), (["/x", "u"], 0),
  ])
  func `The extent of a purge is counted beforehand without changing anything`(
    names: [String],
    hit: Int
  ) throws {
    put("/a", tags: ["t"])
    put("/b", tags: ["t"])
    put("/c")
    let scopes = try names.map { name -> PurgeScope in
      if name == "/" { return .paths(prefix: Array(name.utf8)) }
      return name.hasPrefix("/") ? .path(Array(name.utf8)) : .tag(try #require(TagName(name)))
    }
    var count = 0
    store.forEachEntry(at: 1) { entry in
      if scopes.contains(where: { $0.hits(entry) }) { count += 1 }
    }
    #expect(count == hit)
    for name in ["/a", "/b", "/c"] { #expect(store.summary(name, at: 1) == "fresh 1") }
  }

  @Test func `A second soft purge does not prolong the stale windows`() {
    put("/a", tags: ["t"])
    store.purge(tag: "t", at: 200)
    store.purge(tag: "t", at: 290)
    #expect(store.summary("/a", at: 300) == "onlyOnError 1")
  }

  @Test func `Fifty soft purges in a row do not prolong the stale windows`() {
    put("/a", tags: ["t"])
    for number in 0..<50 { store.purge(tag: "t", at: 200 + Int64(number)) }
    #expect(store.summary("/a", at: 299) == "refreshing 1")
    #expect(store.summary("/a", at: 300) == "onlyOnError 1")
  }

  @Test func `A hard purge leaves nothing, also before or after a soft one`() {
    put("/a", tags: ["t"])
    store.purge(tag: "t", .hard, at: 0)
    #expect(store.summary("/a", at: 0) == "miss")
    put("/a", tags: ["t"])
    store.purge(tag: "t", .soft, at: 0)
    store.purge(tag: "t", .hard, at: 0)
    store.purge(tag: "t", .soft, at: 0)
    #expect(store.summary("/a", at: 0) == "miss")
    #expect(store.statistics.bytes == 0)
  }

  @Test func `A purge does not hit what is stored after it`() {
    store.purge(tag: "t", .hard, at: 0)
    store.purge(.everything, .hard, at: 0)
    put("/a", tags: ["t"])
    #expect(store.summary("/a", at: 0) == "fresh 1")
  }

  @Test func `A purge of a key hits this key alone`() {
    for name in ["/a", "/a\0fr", "/a/b", "/"] { put(name) }
    #expect(store.purge(.key(store.key("/a")), .hard, at: 0).entries == 1)
    #expect(store.purge(.key(store.key("/none")), .hard, at: 0).entries == 0)
    #expect(store.summary("/a", at: 0) == "miss")
    for name in ["/a\0fr", "/a/b", "/"] { #expect(store.summary(name, at: 0) == "fresh 1") }
  }

  @Test func `A purge of a path hits every variant of this path and no other path`() {
    for name in ["/a", "/a\0fr", "/a\0de\0light", "/a/b", "/ab\0fr", "/"] { put(name) }
    store.purge(.path(Array("/a".utf8)), .hard, at: 0)
    for name in ["/a", "/a\0fr", "/a\0de\0light"] { #expect(store.summary(name, at: 0) == "miss") }
    for name in ["/a/b", "/ab\0fr", "/"] { #expect(store.summary(name, at: 0) == "fresh 1") }
  }

  @Test func `A purge of a prefix hits paths that begin with it, and nothing behind the path`() {
    for name in ["/p/1", "/p/2\0fr", "/p", "/q/p/1", "/x\0/p/1"] { put(name) }
    store.purge(.paths(prefix: Array("/p/".utf8)), .hard, at: 0)
    for name in ["/p/1", "/p/2\0fr"] { #expect(store.summary(name, at: 0) == "miss") }
    for name in ["/p", "/q/p/1", "/x\0/p/1"] { #expect(store.summary(name, at: 0) == "fresh 1") }
    store.purge(.paths(prefix: Array("/x\0/".utf8)), .hard, at: 0)
    #expect(store.summary("/x\0/p/1", at: 0) == "fresh 1")
  }

  @Test func `A purge of everything hits every key`() {
    for name in ["/a", "", "\0", "/b\0x"] { put(name) }
    store.purge(.everything, .soft, at: 10)
    for name in ["/a", "", "\0", "/b\0x"] { #expect(store.summary(name, at: 10) == "refreshing 1") }
  }

  @Test(arguments: [Purge.Strength.soft, .hard])
  func `A purge hits what a fetch stores that began before it`(strength: Purge.Strength) throws {
    let expected = strength == .soft ? "refreshing 1" : "miss"
    let scopes: [PurgeScope] = [
      .tag(try #require(TagName("t"))), .key(store.key("/a")), .path(Array("/a".utf8)),
      .paths(prefix: Array("/".utf8)), .everything,
    ]
    for scope in scopes {
      let begun = store.purgeEpoch
      store.purge(scope, strength, at: 50)
      put("/a", tags: ["t"], begun: begun, at: 50)
      #expect(store.summary("/a", at: 50) == expected, "\(scope)")
      put("/b", tags: ["u"], begun: begun, at: 50)
      store.purge(.everything, .hard, at: 60)
    }
  }

  @Test func `A purge does not hit what a fetch stores under other tags, keys and paths`() throws {
    let begun = store.purgeEpoch
    store.purge(tag: "t", .hard)
    store.purge(.key(store.key("/b")), .hard, at: 0)
    store.purge(.path(Array("/c".utf8)), .hard, at: 0)
    put("/a", tags: ["u"], begun: begun)
    #expect(store.summary("/a", at: 0) == "fresh 1")
  }

  @Test func `A fetch older than the purges remembered is treated as purged`() {
    let begun = store.purgeEpoch
    for number in 0..<1_024 { store.purge(tag: "t\(number)") }
    put("/a", tags: ["u"], begun: begun)
    #expect(store.summary("/a", at: 0) == "fresh 1")
    store.purge(tag: "more")
    put("/b", tags: ["u"], begun: begun)
    #expect(store.summary("/b", at: 0) == "miss")
  }

  @Test func `A store reports the first purge that a fetch missed, even of an answer not kept`() {
    let small = AnswerStore(limits: StoreLimits(bytes: 10_000, entryBytes: 1_000))
    let begun = small.purgeEpoch
    let receipt = small.purge(tag: "t", at: 70)
    small.purge(tag: "t", at: 80)
    for bytes in [0, 5_000] {
      let stored = small.store(
        NewEntry(
          small.key("/a"),
          Blob(1, bytes: bytes),
          lifetime: EntryLifetime(storedAt: 90, freshUntil: 900),
          privacy: .shared,
          tags: Set([TagName("t")].compactMap(\.self))
        ),
        begun: begun,
        at: 90
      )
      #expect(stored.purge?.epoch == receipt?.epoch)
      #expect(stored.purge?.instant == 70)
      #expect(stored.entry.staleness(at: 90) == .dead)
    }
  }

  @Test func `Purged entries are swept in steps until their memory is free`() {
    for number in 0..<1_000 { store.put("/\(number)", Blob(number, bytes: 100), tags: ["t"]) }
    store.put("/kept", Blob(7))
    store.purge(tag: "t", .hard)
    #expect(store.statistics.entries == 1_001)
    var steps = 0
    while store.sweep(at: 0, atMost: 64) == .unfinished { steps += 1 }
    #expect(steps >= 15)
    #expect(store.statistics.entries == 1)
    #expect(store.statistics.tags == 1)
    #expect(store.summary("/kept", at: 0) == "fresh 7")
  }

  @Test(arguments: ["key", "path", "prefix"])
  func `A purge still holds after more than a thousand others that came later`(sort: String) {
    func scope(_ number: Int) -> PurgeScope {
      switch sort {
      case "key": .key(store.key("/\(number)/\0"))
      case "path": .path(Array("/\(number)/".utf8))
      default: .paths(prefix: Array("/\(number)/".utf8))
      }
    }
    for number in 0..<200 { put("/\(number)/\0") }
    for number in 0..<1_500 where number >= 200 || number % 2 == 0 {
      store.purge(scope(number), .hard, at: 0)
    }
    for number in 0..<200 {
      #expect(store.summary("/\(number)/\0", at: 0) == (number % 2 == 0 ? "miss" : "fresh 1"))
    }
  }

  @Test func `Repeated purges of one path hit what was stored between them`() {
    for number in 0..<2_100 {
      if number % 700 == 0 { put("/a\0\(number)") }
      if number == 2_050 { put("/a\0late") }
      store.purge(.path(Array("/a".utf8)), .soft, at: 10)
    }
    for name in ["/a\0\0", "/a\0700", "/a\01400", "/a\0late"].dropFirst() {
      #expect(store.summary(name, at: 10) == "refreshing 1")
    }
    put("/a\0new")
    #expect(store.summary("/a\0new", at: 10) == "fresh 1")
  }
}
