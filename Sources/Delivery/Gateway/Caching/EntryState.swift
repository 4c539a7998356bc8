// SPDX-License-Identifier: Apache-2.0

import AnswerCache

/// State of one cache entry, with the reason if it is not served.
package struct EntryState: Sendable, Equatable {
  package enum Word: String, Sendable {
    case fresh
    /// It is served while it is refreshed.
    case stale
    /// It is served only if a refresh fails.
    case onError = "on error"
    /// A negative entry: there is nothing.
    case absent
    case notKept = "not kept"
  }

  package let word: Word
  /// Seconds since it was stored.
  package var age: Double?
  /// Seconds until it is stale; negative since then.
  package var ttl: Double?
  /// One or two sentences.
  package let why: String

  static func notKept(_ why: String) -> EntryState { EntryState(word: .notKept, why: why) }

  /// - Parameter milliseconds: the time of day.
  init(_ entry: CacheEntry, at milliseconds: Int64) {
    let staleness = entry.staleness(at: milliseconds)
    (word, why) = EntryState.words(of: entry, staleness)
    guard staleness != .dead else { return }
    age = Double(milliseconds - entry.lifetime.storedAt) / 1_000
    if !entry.isPurged { ttl = Double(entry.lifetime.freshUntil - milliseconds) / 1_000 }
  }

  /// - Parameter word: the state of a key without an entry.
  init(word: Word, age: Double? = nil, ttl: Double? = nil, why: String) {
    self.word = word
    self.age = age
    self.ttl = ttl
    self.why = why
  }

  private static func words(
    of entry: CacheEntry,
    _ staleness: Staleness
  ) -> (word: Word, why: String) {
    let reason = entry.isPurged ? "It was purged" : "It is stale"
    return switch (staleness, entry.kind) {
    case (.dead, _):
      (.notKept, entry.isPurged ? "It was purged." : "It has expired, and is of no use any more.")
    case (_, .pass): (.notKept, "The answers are for one visitor each, so that none is kept.")
    case (_, .negative): (.absent, "It is kept that there is nothing.")
    case (.fresh, _): (.fresh, "It is kept, and fresh.")
    case (.refreshing, _): (.stale, "\(reason), and is served while it is renewed.")
    case (.held, _): (.stale, "\(reason), and is served: renewing it has just failed.")
    case (.onlyOnError, _): (.onError, "\(reason), and is served only if renewing it fails.")
    }
  }
}

extension AnswerStore {
  /// Returns the state of a key at `now`, without side effects.
  func state(of key: CacheKey, at now: Int64) -> (entry: CacheEntry?, state: EntryState) {
    if let entry = inspect(key) { return (entry, EntryState(entry, at: now)) }
    let why =
      isFetching(key)
      ? "A request is fetching it now."
      : "Nobody has asked for it since it was published, or it made room for others."
    return (nil, .notKept(why))
  }
}
