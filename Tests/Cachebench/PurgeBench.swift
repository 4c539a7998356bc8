// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel

/// What a purge costs, and what it costs to get the memory back.
enum PurgeBench {
  static func run() {
    print("\nPurges of 100,000 entries with ten tags each")
    for strength in [Purge.Strength.soft, .hard] {
      let store = AnswerStore(limits: StoreLimits(bytes: 1 << 40, entryBytes: 1 << 20))
      let filling = seconds { fill(store) }
      print("  storing one: \((filling / 100_000 * 1e9).short) ns")
      guard let tag = TagName("all") else { return }
      let purging = seconds { store.purge(.tag(tag), strength, at: 0) }
      var steps: [Double] = []
      var isFinished = false
      while !isFinished {
        steps.append(seconds { isFinished = store.sweep(at: 0) == .finished })
      }
      let sum = steps.reduce(0, +) * 1e3
      let longest = (steps.max() ?? 0) * 1e3
      print(
        "  \(strength): \((purging * 1e6).short) µs, then \(steps.count) steps of a sweep,",
        "\(sum.short) ms together, \(longest.short) ms the longest;",
        "\(store.statistics.entries) entries left"
      )
    }
  }

  private static func fill(_ store: AnswerStore) {
    let common = ["all", "shop", "prices"].compactMap(TagName.init)
    for number in 0..<100_000 {
      let own = (0..<7).compactMap { TagName("product-\(number)-\($0)") }
      store.store(
        NewEntry(
          store.key(Array("/products/\(number)".utf8)),
          Body(bytes: 2_048),
          lifetime: EntryLifetime(storedAt: 0, freshUntil: 1_000),
          privacy: .shared,
          tags: Set(common + own)
        ),
        at: 0
      )
    }
  }
}
