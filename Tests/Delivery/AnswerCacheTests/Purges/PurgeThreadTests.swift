// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Glibc
import LoopTesting
import SeededTesting
import Synchronization
import Testing

/// A source whose content changes while loops ask for it and fetch it.
private final class ChangingSource: Sendable {
  let store = AnswerStore(limits: StoreLimits(bytes: 60_000, shards: 2))
  /// The present version of the source.
  let version = Atomic(0)
  /// The version of the last finished purge: nobody may see an older one as fresh.
  let promised = Atomic(0)
  let wrong = Atomic(0)
  let hits = Atomic(0)
  let isDone = Atomic(false)

  /// Changes the content and purges it, over and over.
  func change(_ scopes: [PurgeScope], times: Int) throws {
    for number in 1...times {
      if number % 200 == 0 { try waitForHit() }
      version.store(number, ordering: .sequentiallyConsistent)
      store.purge(scopes[number % scopes.count], number % 2 == 0 ? .soft : .hard, at: 0)
      promised.store(number, ordering: .sequentiallyConsistent)
      if number % 64 == 0 { store.sweepAll(at: 0) }
    }
    isDone.store(true, ordering: .sequentiallyConsistent)
  }

  /// Lets the loops come to serve from their tables.
  private func waitForHit() throws {
    let before = hits.load(ordering: .relaxed)
    try blockUntil("a loop serves from its table") { hits.load(ordering: .relaxed) != before }
  }

  private func judge(_ blob: Blob, _ least: Int) {
    if blob.name < least { wrong.add(1, ordering: .relaxed) }
  }

  /// Asks for the content as a loop does, and fetches it when it is not fresh.
  func visit(_ name: String) {
    let key = store.key(name)
    var loop = HotLoop(of: store)
    while !isDone.load(ordering: .sequentiallyConsistent) {
      let least = promised.load(ordering: .sequentiallyConsistent)
      if let hot = loop.find(key) {
        judge(hot, least)
        hits.add(1, ordering: .relaxed)
      } else if case .fresh(let entry) = store.lookup(key.view, at: 0) {
        if let blob = entry.payload as? Blob { judge(blob, least) }
        for _ in 0..<2 { _ = loop.offer(entry) }
      } else {
        let begun = store.purgeEpoch
        let content = version.load(ordering: .sequentiallyConsistent)
        store.put(name, Blob(content, bytes: 500), revalidate: 500, tags: ["t"], begun: begun)
      }
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Purges among threads` {
  @Test(arguments: ["tag", "key", "path", "prefix", "everything"])
  func `No thread is served an old answer as fresh after a purge has returned`(
    sort: String
  ) async throws {
    let source = ChangingSource()
    let scopes: [PurgeScope] =
      switch sort {
      case "tag": [TagName("t")].compactMap(\.self).map(PurgeScope.tag)
      case "key": [.key(source.store.key("/a"))]
      case "path": [.path(Array("/a".utf8))]
      case "prefix": [.paths(prefix: Array("/".utf8))]
      default: [.everything]
      }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { try await onThread { source.visit("/a") } } }
      group.addTask { try await onThread { try source.change(scopes, times: 1_500) } }
      try await group.waitForAll()
    }
    #expect(source.wrong.load(ordering: .relaxed) == 0)
    source.store.purge(.everything, .hard, at: 0)
    source.store.sweepAll(at: 0)
    #expect(source.store.statistics.bytes == 0)
  }

  @Test
  func `The store's counts and limits hold while threads store, purge and sweep`() async throws {
    let store = AnswerStore(limits: StoreLimits(bytes: 200_000, marks: 10, shards: 4))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          try await onThread {
            var random = SeededNumbers(UInt64(thread))
            for step in 0..<3_000 {
              let name = "/\(Int.random(in: 0..<300, using: &random))"
              let tag = "t\(Int.random(in: 0..<20, using: &random))"
              switch Int.random(in: 0..<8, using: &random) {
              case 0: store.purge(tag: tag, step % 2 == 0 ? .hard : .soft)
              case 1: _ = store.sweep(at: 0, atMost: 32)
              case 2: store.put(name, Blob(step), kind: .negative, tags: [tag])
              case 3..<6:
                store.put(name, Blob(step, bytes: 900), tags: [tag, "\(tag)x", "\(step)"])
              default: _ = store.summary(name, at: 0)
              }
              #expect(store.statistics.bytes <= 200_000)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    store.purge(.everything, .hard, at: 0)
    store.sweepAll(at: 0)
    #expect(store.statistics.entries == 0)
    #expect(store.statistics.bytes == 0)
    #expect(store.statistics.tags <= 1_024)
  }
}
