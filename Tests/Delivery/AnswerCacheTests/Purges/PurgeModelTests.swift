// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
import SeededTesting
import Testing

@Suite struct `Purges under random use` {
  /// A purge of the log.
  private struct Purge {
    let scope: PurgeScope
    let isHard: Bool
    let instant: Int64
  }

  private struct Entry {
    let name: Int
    let storedAt: Int64
    let tags: Set<String>
    /// The number of purges before the fetch began.
    let begun: Int
  }

  private struct Fetch {
    let key: String
    let epoch: PurgeEpoch
    let begun: Int
  }

  /// A plain dictionary, and a list of all purges that is gone through every time.
  private struct Model {
    var entries: [String: Entry] = [:]
    var purges: [Purge] = []

    func hits(_ scope: PurgeScope, _ key: String, _ entry: Entry) -> Bool {
      let path = key.prefix { $0 != "\0" }
      switch scope {
      case .tag(let tag): return entry.tags.contains(tag.description)
      case .key(let hit): return hit == HashSeed.tests.key(key)
      case .path(let hit): return Array(path.utf8) == hit
      case .paths(let prefix): return path.utf8.starts(with: prefix)
      case .everything: return true
      }
    }

    /// Stores an entry; one that comes late and was purged meanwhile does not replace a fresh one.
    mutating func put(_ key: String, _ entry: Entry, at now: Int64) {
      if !purges(of: key, entry).isEmpty, summary(key, at: now).hasPrefix("fresh") { return }
      entries[key] = entry
    }

    func purges(of key: String, _ entry: Entry) -> [Purge] {
      purges[entry.begun...].filter { self.hits($0.scope, key, entry) }
    }

    func summary(_ key: String, at now: Int64) -> String {
      guard let entry = entries[key] else { return "miss" }
      let hits = purges(of: key, entry)
      if hits.contains(where: \.isHard) { return "miss" }
      let end = min(entry.storedAt + 100, hits.map(\.instant).min() ?? .max)
      if hits.isEmpty && now < end { return "fresh \(entry.name)" }
      if now < end + 40 { return "refreshing \(entry.name)" }
      return now < end + 80 ? "onlyOnError \(entry.name)" : "miss"
    }
  }

  @Test(arguments: 1...20)
  func `Random purges hit what a model hits, and the counts of the tags agree with it`(seed: UInt64)
  {
    var random = SeededNumbers(seed)
    let store = AnswerStore(
      limits: StoreLimits(bytes: 1 << 30, shards: 1 << (seed % 4)),
      seed: .tests
    )
    var model = Model()
    var fetches: [Fetch] = []
    var now: Int64 = 0
    let paths = ["/a", "/a/b", "/a/b/c", "/ab", "/b", "/"]
    for step in 0..<1_500 {
      let path = paths.randomElement(using: &random) ?? ""
      let key = "\(path)\0\(Int.random(in: 0..<5, using: &random))"
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<3:
        fetches.append(Fetch(key: key, epoch: store.purgeEpoch, begun: model.purges.count))
      case 3..<6:
        guard let fetch = fetches.popLast() else { continue }
        let tags = Set((0..<3).map { _ in "t\(Int.random(in: 0..<6, using: &random))" })
        store.put(
          fetch.key,
          Blob(step),
          at: now,
          fresh: 100,
          revalidate: 40,
          error: 80,
          tags: Array(tags),
          begun: fetch.epoch
        )
        let entry = Entry(name: step, storedAt: now, tags: tags, begun: fetch.begun)
        model.put(fetch.key, entry, at: now)
        fetches.shuffle(using: &random)
      case 6:
        let scopes: [PurgeScope] =
          [TagName("t\(step % 6)")].compactMap(\.self).map(PurgeScope.tag) + [
            .key(store.key(key)), .path(Array(path.utf8)), .paths(prefix: Array(path.utf8)),
          ] + (step % 20 == 0 ? [.everything] : [])
        guard let scope = scopes.randomElement(using: &random) else { continue }
        let isHard = Bool.random(using: &random)
        store.purge(scope, isHard ? .hard : .soft, at: now)
        model.purges.append(Purge(scope: scope, isHard: isHard, instant: now))
        if model.purges.count % 5 == 0 { store.sweepAll(at: now) }
      case 7:
        now += Int64.random(in: 0..<30, using: &random)
      default:
        #expect(store.summary(key, at: now) == model.summary(key, at: now), "step \(step)")
      }
    }
    store.sweepAll(at: now)
    let left = model.entries.filter { model.summary($0.key, at: now) != "miss" }
    #expect(store.statistics.entries == left.count)
    for number in 0..<6 {
      #expect(
        store.entries(with: "t\(number)")
          == left.values.count { $0.tags.contains("t\(number)") }
      )
    }
    store.purge(.everything, .hard, at: now)
    store.sweepAll(at: now)
    #expect(store.statistics.entries == 0)
    #expect(store.statistics.bytes == 0)
  }
}

extension HashSeed {
  /// The seed of the tests' hashes.
  fileprivate static let tests = HashSeed(1, 2)

  fileprivate func key(_ name: String) -> CacheKey { CacheKey(Array(name.utf8), seed: self) }
}
