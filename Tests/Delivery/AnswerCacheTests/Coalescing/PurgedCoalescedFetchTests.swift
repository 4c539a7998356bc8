// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Testing

@Suite struct `A fetch overtaken by a purge` {
  let store = AnswerStore(limits: StoreLimits(bytes: 1 << 20, shards: 4))
  let executor = ManualExecutor()

  private func client() -> Client { store.join("/a", at: executor).client }

  @Test(arguments: [Purge.Strength.soft, .hard])
  func `A fetch begun before a purge answers only callers who asked before the purge`(
    strength: Purge.Strength
  ) {
    let before = [client(), client()]
    store.purge(tag: "t", strength)
    let after = [client(), client()]
    before[0].lease?.deliver(Blob(1), tags: ["t"])
    executor.turn()
    #expect(before.map(\.summary) == ["answer 1", "answer 1"])
    #expect(after.map(\.summary) == ["", ""])
    #expect(after.map(\.leads) == [1, 0])
    after[0].lease?.deliver(Blob(2), tags: ["t"])
    executor.turn()
    #expect(after.map(\.summary) == ["answer 2", "answer 2"])
    #expect(store.summary("/a", at: 0) == "fresh 2")
  }

  @Test func `Fetches that are purged again and again each answer their own caller`() {
    var clients = [client()]
    for round in 0..<5 {
      store.purge(tag: "t")
      clients.append(client())
      clients[round].lease?.deliver(Blob(round), tags: ["t"])
      executor.turn()
    }
    clients[5].lease?.deliver(Blob(5), tags: ["t"])
    executor.turn()
    #expect(clients.map(\.summary) == (0...5).map { "answer \($0)" })
    #expect(clients.allSatisfy { $0.leads == 1 })
  }

  @Test func `A purge of something else does not split the callers of a fetch`() {
    let before = client()
    store.purge(tag: "u", .hard)
    store.purge(.path(Array("/b".utf8)), .hard, at: 0)
    let after = client()
    before.lease?.deliver(Blob(1), tags: ["t"])
    executor.turn()
    #expect(before.summary == "answer 1" && after.summary == "answer 1")
  }

  @Test func `An answer too large to keep is not given to callers who asked after a purge`() {
    let before = client()
    store.purge(tag: "t")
    let after = client()
    before.lease?.deliver(Blob(1, bytes: 1 << 21), tags: ["t"])
    executor.turn()
    #expect(before.summary == "answer 1" && after.summary == "")
    #expect(after.leads == 1)
  }

  @Test func `More purges than are remembered count against a fetch that began before them`() {
    let before = client()
    for number in 0..<1_025 { store.purge(tag: "u\(number)") }
    let after = client()
    before.lease?.deliver(Blob(1), tags: ["t"])
    executor.turn()
    #expect(before.summary == "answer 1" && after.summary == "")
    #expect(after.leads == 1)
  }
}
