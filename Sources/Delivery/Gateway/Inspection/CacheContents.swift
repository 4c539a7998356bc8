// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
import Bytes
import ContentModel
import HTTPCaching

/// The thing that a cache entry is of.
package struct CacheSubject: Sendable, Hashable {
  package enum Kind: String, Sendable {
    /// The answer of a document.
    case answer
    /// The answer of one call of a plan.
    case fragment
    /// The answers of a service that are passed on.
    case pass
  }

  package let kind: Kind
  /// The path of the document or of the pass, or the service with the target of the call.
  package let name: String
  /// The path of the document as its site declares it; `nil` for others, and where nothing is kept.
  package let route: String?
}

/// The contents of a site's cache, from a sample of at most `CacheContents.sampled` entries.
package struct CacheContents: Sendable {
  /// The most entries that are looked at.
  package static let sampled = 20_000
  /// The most entries or subjects of one list.
  package static let listed = 20
  /// A subject with fewer variants is not listed.
  package static let fewVariants = 8
  /// The ends of the steps of remaining lifetimes, in seconds; the first is for stale entries.
  package static let steps: [Int64] = [0, 10, 60, 300, 900, 3_600, 21_600, 86_400, 604_800]

  /// One entry.
  package struct Item: Sendable {
    package let subject: CacheSubject
    /// The variant of it, as text.
    package let variant: String
    package let bytes: Int
    package let hits: UInt64
    /// Seconds until it is stale; 0 since then.
    package let ttl: Int64
  }

  /// A key whose answers were stored often.
  package struct Fetched: Sendable {
    package let subject: CacheSubject
    /// The times that it was stored since the start: at most, and at least.
    package let count: Int
    package let least: Int
    /// The entry that is kept now.
    package let item: Item?
  }

  /// The entries that become stale within a step.
  package struct Step: Sendable {
    /// Seconds from now to the end of the step; `nil` for the last one, which has none.
    package let within: Int64?
    package fileprivate(set) var entries = 0
    package fileprivate(set) var bytes = 0
  }

  package private(set) var largest: [Item] = []
  package private(set) var fetched: [Fetched] = []
  package private(set) var steps: [Step]
  package private(set) var variants: [CacheVariants] = []
  /// Number of entries that were looked at, and of all.
  package private(set) var looked = 0
  package let all: Int

  /// Whether only some entries were looked at.
  package private(set) var isSample = false

  private let milliseconds: Int64
  private var groups: [CacheSubject: [CacheEntry]] = [:]

  /// Looks at entries in small batches, so that no lookup waits; it takes some dozen milliseconds.
  package init(of store: AnswerStore, _ audiences: AudienceNames, at milliseconds: Int64) {
    self.milliseconds = milliseconds
    let statistics = store.statistics
    all = statistics.answers + statistics.fragments
    steps = (CacheContents.steps + [nil]).map { Step(within: $0) }
    var entries: [CacheEntry] = []
    entries.reserveCapacity(min(all, CacheContents.sampled))
    let sample = store.sample(atMost: CacheContents.sampled, at: milliseconds) {
      entries.append($0)
    }
    (looked, isSample) = (sample.looked, !sample.isWhole)
    for entry in entries { count(entry) }
    let large = entries.sorted { $0.payload.byteCount > $1.payload.byteCount }
    largest = large.prefix(CacheContents.listed).map { item($0) }
    // What was certainly stored once alone tells nothing.
    let often = store.mostFetched(atMost: .max).filter { $0.count - $0.error > 1 }
    fetched = often.prefix(CacheContents.listed).map { fetched in
      let entry = store.inspect(fetched.key)
      return Fetched(
        subject: entry.map { CacheSubject($0) } ?? CacheSubject(fetched.key),
        count: fetched.count,
        least: fetched.count - fetched.error,
        item: entry.map { item($0) }
      )
    }
    variants = manyVariants(audiences)
    groups = [:]
  }

  private mutating func count(_ entry: CacheEntry) {
    groups[CacheSubject(entry).withoutQuery, default: []].append(entry)
    let left = timeLeft(of: entry)
    let place = steps.firstIndex { step in step.within.map { left <= $0 } ?? true } ?? 0
    steps[place].entries += 1
    steps[place].bytes += entry.payload.byteCount
  }

  private func item(_ entry: CacheEntry) -> Item {
    Item(
      subject: CacheSubject(entry),
      variant: (entry.payload as? SharedAnswer)?.key.span.text ?? "",
      bytes: entry.payload.byteCount,
      hits: entry.hits,
      ttl: timeLeft(of: entry)
    )
  }

  /// The seconds until an entry is stale; 0 for one that is, or that was purged. The answers of a pass have
  /// lifetimes of their own, of which the longest counts.
  private func timeLeft(of entry: CacheEntry) -> Int64 {
    if entry.isPurged || entry.lifetime.freshUntil <= milliseconds { return 0 }
    if let responses = entry.payload as? StoredResponses {
      let now = milliseconds / 1_000
      return Int64(responses.heads.map { max(0, $0.freshness.timeLeft(at: now)) }.max() ?? 0)
    }
    let (left, overflow) = entry.lifetime.freshUntil.subtractingReportingOverflow(milliseconds)
    return overflow ? .max : left / 1_000
  }

  /// The subjects with the most variants.
  private func manyVariants(_ audiences: AudienceNames) -> [CacheVariants] {
    func count(_ entries: [CacheEntry]) -> Int {
      entries.reduce(0) { $0 + max(1, ($1.payload as? StoredResponses)?.heads.count ?? 1) }
    }
    let many = groups.map { (subject: $0.key, entries: $0.value, count: count($0.value)) }
      .filter { $0.count >= CacheContents.fewVariants }
      .sorted { ($1.count, $0.subject.name) < ($0.count, $1.subject.name) }
    return many.prefix(CacheContents.listed).map { subject, entries, count in
      var counter = DimensionCounter()
      for entry in entries {
        if let answer = entry.payload as? SharedAnswer {
          counter.add(answer, audiences)
        } else {
          counter.addParameters(CacheSubject(entry).query)
          if let responses = entry.payload as? StoredResponses { counter.add(responses) }
        }
      }
      return CacheVariants(
        subject: subject,
        variants: count,
        bytes: entries.reduce(0) { $0 + $1.payload.byteCount },
        dimensions: counter.dimensions
      )
    }
  }
}

extension CacheSubject {
  init(_ entry: CacheEntry) {
    guard let answer = entry.payload as? SharedAnswer else {
      self.init(entry.key)
      return
    }
    self.init(kind: .answer, name: "/\(answer.path)", route: answer.route)
  }

  /// Tells by a key alone; the entry of an answer tells more.
  init(_ key: CacheKey) {
    if let call = FragmentSource.call(of: key) {
      self.init(kind: .fragment, name: call, route: nil)
    } else {
      let query = PassTarget.query(of: key)
      let path = "/" + String(decoding: key.path, as: UTF8.self)
      self.init(kind: query == nil ? .answer : .pass, name: path + (query ?? ""), route: nil)
    }
  }

  /// The part of the name from its question mark on, without it.
  var query: Substring { name.drop { $0 != "?" }.dropFirst() }

  var withoutQuery: CacheSubject {
    CacheSubject(kind: kind, name: String(name.prefix { $0 != "?" }), route: route)
  }
}
