// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import SeededTesting
import Testing

@Suite struct `A store under random use` {
  /// A model of the store: a plain dictionary with unlimited memory.
  private struct Model {
    var entries: [String: (name: Int, freshUntil: Int64)] = [:]
  }

  @Test(arguments: 1...20)
  func `A small store in random use gives what a dictionary gives, or nothing`(seed: UInt64) {
    var random = SeededNumbers(seed)
    let store = AnswerStore(
      limits: StoreLimits(bytes: 40_000, entryBytes: 4_000, marks: 5, shards: 1 << (seed % 5))
    )
    var model = Model()
    var now: Int64 = 0
    for step in 0..<4_000 {
      let name = "/\(Int.random(in: 0..<80, using: &random))"
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        let kind = [EntryKind.answer, .answer, .fragment, .negative].randomElement(using: &random)
        let fresh = Int64.random(in: 1..<200, using: &random)
        let size = Int.random(in: 0..<4_500, using: &random)
        let kept = store.statistics.tooLarge
        store.put(name, Blob(step, bytes: size), kind: kind ?? .answer, at: now, fresh: fresh)
        if store.statistics.tooLarge == kept { model.entries[name] = (step, now + fresh) }
      case 4:
        now += Int64.random(in: 0..<60, using: &random)
      default:
        let found = store.summary(name, at: now)
        let expected = model.entries[name].flatMap {
          $0.freshUntil > now ? "fresh \($0.name)" : nil
        }
        #expect(found == expected || found == "miss")
      }
      #expect(store.statistics.bytes <= 40_000)
      #expect(store.statistics.marks <= 5)
    }
    #expect(store.statistics.lookups(.hit) > 100)
  }

  @Test(arguments: 1...10)
  func `A store with room in random use gives exactly what a dictionary gives`(seed: UInt64) {
    var random = SeededNumbers(seed &+ 99)
    let store = AnswerStore(limits: StoreLimits(bytes: 1 << 30, shards: 1 << (seed % 3)))
    var model = Model()
    var now: Int64 = 0
    for step in 0..<6_000 {
      let name = "/\(Int.random(in: 0..<500, using: &random))"
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        let fresh = Int64.random(in: 1..<200, using: &random)
        store.put(name, Blob(step), at: now, fresh: fresh)
        model.entries[name] = (step, now + fresh)
      case 4:
        now += Int64.random(in: 0..<10, using: &random)
      default:
        let expected = model.entries[name].flatMap {
          $0.freshUntil > now ? "fresh \($0.name)" : nil
        }
        #expect(store.summary(name, at: now) == expected ?? "miss")
      }
    }
    for (name, entry) in model.entries {
      #expect(
        store.summary(name, at: now) == (entry.freshUntil > now ? "fresh \(entry.name)" : "miss")
      )
    }
    #expect(store.statistics.entries == model.entries.values.count { $0.freshUntil > now })
  }
}
