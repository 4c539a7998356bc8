// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AnswerCache

@Suite struct `Hits of an entry` {
  let store = AnswerStore(limits: StoreLimits(bytes: 100_000))

  @Test func `Hits are counted up to two billion, and no further`() {
    let entry = store.put("/a", Blob(1))
    entry.visit(3)
    #expect(entry.hits == 3)
    entry.visit(.max)
    let most = entry.hits
    #expect((2_000_000_000...3_000_000_000).contains(most))
    for _ in 0..<10 { entry.visit(.max) }
    #expect(entry.hits == most)
  }

  @Test func `An entry begins with half the hits of the one that it replaces`() {
    store.put("/a", Blob(1)).visit(9)
    #expect(store.put("/a", Blob(2)).hits == 4)
  }
}
