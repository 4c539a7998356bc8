// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Testing

@Suite struct `An opened key` {
  let store = AnswerStore(limits: StoreLimits(bytes: 1 << 20, shards: 4))
  let executor = ManualExecutor()

  private func open(isShared: Bool = true, at now: Int64 = 0) -> Opening {
    store.open(store.key("/a"), isShared: isShared, at: now)
  }

  @Test func `Of those who open a missing key the first one fetches, and the others wait`() {
    let first = open()
    #expect(first.summary == "lead" && open().summary == "join" && open().summary == "join")
    #expect(store.coalescingStatistics.rounds == 1)
    first.lease?.deliver(Blob(1), fresh: 100)
    #expect(open().summary == "fresh 1" && store.coalescingStatistics.fetches == 0)
  }

  @Test func `Whoever fetches for itself alone begins nothing for others`() {
    #expect(open(isShared: false).summary == "alone")
    #expect(store.coalescingStatistics.fetches == 0)
    let first = open()
    #expect(first.summary == "lead" && open(isShared: false).summary == "alone")
    first.lease?.deliver(Blob(1), fresh: 100)
    #expect(open(isShared: false).summary == "fresh 1")
  }

  @Test func `An outdated entry stands in for whoever fetches, waits or is alone`() {
    store.put("/a", Blob(1), fresh: 100, error: 1_000)
    let first = open(at: 100)
    #expect(first.summary == "lead or 1" && open(at: 100).summary == "join or 1")
    #expect(open(isShared: false, at: 100).summary == "alone or 1")
    first.lease?.deliver(Blob(2), at: 110, fresh: 100)
    #expect(open(at: 110).summary == "fresh 2")
  }

  @Test func `An entry of no use is dropped for a fetch`() {
    store.put("/a", Blob(1), fresh: 100)
    #expect(open(at: 100).summary == "lead" && store.statistics.answers == 0)
  }

  @Test func `A stale entry is given to all, and one of them refreshes it`() {
    store.put("/a", Blob(1), fresh: 100, revalidate: 1_000)
    let first = open(at: 100)
    #expect(first.summary == "refresh 1" && open(at: 100).summary == "stale 1")
  }

  @Test func `A key of private answers is fetched by each for itself`() {
    store.put("/a", Blob(0), kind: .pass)
    #expect(open().summary == "alone" && store.coalescingStatistics.fetches == 0)
  }

  @Test func `A dropped lease leaves the key to the next one`() {
    do {
      let first = open()
      #expect(first.summary == "lead")
    }
    let second = open()
    #expect(second.summary == "lead" && store.coalescingStatistics.abandoned == 1)
  }

  @Test func `A part of an answer whose path was purged is fetched anew`() {
    store.put("/a", Blob(1), fresh: 1_000)
    store.purge(.path(Array("/page".utf8)), at: 10)
    let key = store.key("/a")
    let other = store.open(key, partOf: [Array("/other".utf8)], at: 10)
    #expect(other.summary == "fresh 1")
    let part = store.open(key, partOf: [Array("/page".utf8)], at: 10)
    #expect(part.summary == "lead")
  }

  @Test func `Results are counted for the tier that is named, if any`() {
    _ = store.open(store.key("/a"), of: .fragments, at: 0)
    _ = store.open(store.key("/b"), of: nil, at: 0)
    store.put("/c", Blob(1), fresh: 100)
    _ = store.open(store.key("/c"), at: 0)
    let lookups = store.statistics.lookups
    #expect(lookups[.miss, of: .fragments] == 1 && lookups[.miss, of: .answers] == 0)
    #expect(lookups[.hit, of: .answers] == 1)
  }
}

extension Opening {
  fileprivate var lease: FetchLease? {
    if case .lead(let lease, _) = self { lease } else { nil }
  }

  /// The result, with the blob's name.
  fileprivate var summary: String {
    func or(_ entry: CacheEntry?) -> String { entry?.name.map { " or \($0)" } ?? "" }
    return switch self {
    case .fresh(let entry): "fresh \(entry.name ?? -1)"
    case .stale(let entry, let lease): "\(lease == nil ? "stale" : "refresh") \(entry.name ?? -1)"
    case .lead(_, let entry): "lead\(or(entry))"
    case .join(let entry): "join\(or(entry))"
    case .alone(let entry): "alone\(or(entry))"
    }
  }
}
