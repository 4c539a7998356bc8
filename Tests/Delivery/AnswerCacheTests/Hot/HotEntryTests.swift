// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Testing

@Suite struct `An entry that a loop holds` {
  let store = AnswerStore(limits: StoreLimits(bytes: 1 << 20, shards: 4))

  private func hold(_ name: String, tags: [String] = [], fresh: Int64 = 100) -> HotEntry {
    HotEntry(store.put(name, Blob(1), fresh: fresh, tags: tags), of: store, at: 0)
  }

  @Test func `An entry held by a loop is served as long as it is fresh`() {
    var held = hold("/a")
    let isServed = [0, 99, 100].map { held.hit(at: $0) }
    #expect(isServed == [true, true, false])
  }

  @Test(arguments: [Purge.Strength.soft, .hard])
  func `An entry held by a loop is not served after a purge of any scope`(
    _ strength: Purge.Strength
  ) throws {
    let scopes: [PurgeScope] = [
      .tag(try #require(TagName("t"))), .key(store.key("/a")), .path(Array("/a".utf8)),
      .paths(prefix: Array("/".utf8)), .everything,
    ]
    for scope in scopes {
      var held = hold("/a", tags: ["t"])
      let before = held.hit(at: 0)
      store.purge(scope, strength, at: 0)
      let after = held.hit(at: 0)
      #expect(before && !after, "\(scope)")
    }
  }

  @Test func `An entry held by a loop is served on after a purge of something else`() {
    var held = hold("/a", tags: ["t"])
    store.purge(tag: "u", .hard)
    let isServed = held.hit(at: 0)
    #expect(isServed)
  }

  @Test func `A held entry that the store does not keep is served until any purge`() {
    let none = AnswerStore(limits: StoreLimits(bytes: 0, entryBytes: 1_000))
    var held = HotEntry(none.put("/a", Blob(1)), of: none, at: 0)
    let before = held.hit(at: 0)
    none.purge(tag: "u", .hard)
    let after = held.hit(at: 0)
    #expect(before && !after)
  }

  @Test func `A held entry that a purge hit before it was stored is not served`() {
    let begun = store.purgeEpoch
    store.purge(tag: "t")
    var held = HotEntry(store.put("/a", Blob(1), tags: ["t"], begun: begun), of: store, at: 0)
    let isServed = held.hit(at: 0)
    #expect(!isServed)
  }
}
