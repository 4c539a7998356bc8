// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Testing

@Suite struct `A tag` {
  let store = AnswerStore(limits: StoreLimits(bytes: 8 << 20, shards: 4))

  @Test(arguments: ["", "a\nb", "a\u{7F}", String(repeating: "t", count: 257)])
  func `A tag name that is empty, too long or has control characters is refused`(name: String) {
    #expect(TagName(name) == nil)
  }

  @Test(arguments: ["a", "product-1", "a b", "é", String(repeating: "t", count: 256)])
  func `A valid tag name is kept as it was written`(name: String) {
    #expect(TagName(name)?.description == name)
  }

  @Test func `A purge of a tag hits only entries with exactly this tag`() {
    let names = ["product-1", "product-11", "product-", "Product-1", "x-product-1", "product-1 "]
    for name in names { store.put("/\(name)", Blob(1), tags: [name]) }
    store.put("/untagged", Blob(1))
    #expect(store.purge(tag: "product-1", .hard)?.entries == 1)
    for name in names {
      #expect(store.summary("/\(name)", at: 0) == (name == "product-1" ? "miss" : "fresh 1"))
    }
    #expect(store.summary("/untagged", at: 0) == "fresh 1")
  }

  @Test func `A purge of one tag hits an entry that has others as well`() {
    store.put("/a", Blob(1), tags: ["one", "two", "three"])
    store.put("/b", Blob(2), tags: ["three"])
    store.purge(tag: "two", .hard)
    #expect(store.summary("/a", at: 0) == "miss")
    #expect(store.summary("/b", at: 0) == "fresh 2")
    #expect(store.entries(with: "one") == 0)
    #expect(store.entries(with: "three") == 1)
  }

  @Test func `A tag is forgotten with its last entry`() {
    store.put("/a", Blob(1), tags: ["one", "two"])
    store.put("/b", Blob(2), tags: ["two"])
    #expect(store.statistics.tags == 2)
    store.put("/a", Blob(3))
    #expect(store.statistics.tags == 1)
    #expect(store.entries(with: "one") == 0)
    store.purge(.key(store.key("/b")), .hard, at: 0)
    #expect(store.statistics.tags == 0)
    store.purge(.key(store.key("/a")), .hard, at: 0)
    #expect(store.statistics.bytes == 0)
  }

  @Test func `The memory of a tag is counted once for all of its entries`() {
    let long = String(repeating: "t", count: 250)
    store.put("/a", Blob(1), tags: [long])
    let one = store.statistics.bytes
    store.put("/b", Blob(2), tags: [long])
    #expect(store.statistics.bytes < one * 2 - 250)
    store.purge(.key(store.key("/a")), .hard, at: 0)
    #expect(store.statistics.bytes == one)
    store.purge(.key(store.key("/b")), .hard, at: 0)
    #expect(store.statistics.bytes == 0)
  }

  @Test func `Purges of tags that no entry has cost nothing of the budget`() {
    for number in 0..<5_000 { store.purge(tag: "none-\(number)") }
    #expect(store.statistics.bytes == 0)
    #expect(store.statistics.tags == 1_024)
    store.put("/a", Blob(1), tags: ["none-4999"])
    store.purge(.everything, .hard, at: 0)
    store.sweepAll(at: 0)
    #expect(store.statistics.bytes == 0)
  }

  @Test func `An entry may have a thousand tags, and is not kept with more`() {
    let tags = (0..<1_000).map { "t\($0)" }
    store.put("/a", Blob(1), tags: tags)
    #expect(store.summary("/a", at: 0) == "fresh 1")
    store.put("/b", Blob(2), tags: tags + ["more"])
    #expect(store.summary("/b", at: 0) == "miss")
    #expect(store.statistics.tooLarge == 1)
  }

  @Test func `A tag counts its entries, before and after its purge`() {
    for number in 0..<100 { store.put("/\(number)", Blob(number), tags: ["all"]) }
    #expect(store.entries(with: "all") == 100)
    #expect(store.purge(tag: "all", .hard)?.entries == 100)
    store.sweepAll(at: 0)
    #expect(store.entries(with: "all") == 0)
    #expect(store.statistics.purged == 100)
    #expect(store.purge(tag: "all")?.entries == 0)
  }
}
