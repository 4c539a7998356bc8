// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel

/// A payload that is nothing but its name and its size.
final class Blob: CachePayload {
  let name: Int
  let byteCount: Int

  init(_ name: Int, bytes: Int = 0) {
    self.name = name
    byteCount = bytes
  }
}

extension CacheEntry {
  /// The name of the blob that the entry holds.
  var name: Int? { (payload as? Blob)?.name }
}

extension AnswerStore {
  func key(_ name: String) -> CacheKey { key(Array(name.utf8)) }

  /// Purges what has a tag.
  @discardableResult
  func purge(
    tag: String,
    _ strength: Purge.Strength = .soft,
    at now: Int64 = 0
  ) -> PurgeReceipt? {
    TagName(tag).map { purge(.tag($0), strength, at: now) }
  }

  /// The number of entries with a tag.
  func entries(with tag: String) -> Int { TagName(tag).map { entries(with: $0) } ?? 0 }

  /// Comes to the end of the walk under way, and then walks through everything.
  func sweepAll(at now: Int64) {
    for _ in 0..<2 { while sweep(at: now) == .unfinished {} }
  }

  /// The result of a lookup for a named key, with the blob's name.
  func summary(_ name: String, at now: Int64) -> String {
    switch lookup(key(name).view, at: now) {
    case .fresh(let entry): "fresh \(entry.name ?? -1)"
    case .stale(let entry):
      "\(stale(name, at: now).lease == nil ? "held" : "refreshing") \(entry.name ?? -1)"
    case .onlyOnError(let entry): "onlyOnError \(entry.name ?? -1)"
    case .pass: "pass"
    case .miss: "miss"
    }
  }

  /// A stale entry, and the lease to refresh it for whoever gets it.
  func stale(_ name: String, at now: Int64) -> (entry: CacheEntry?, lease: FetchLease?) {
    guard case .stale(let entry, let lease) = open(key(name), of: nil, at: now) else {
      return (nil, nil)
    }
    return (entry, lease)
  }

  /// Stores a blob that is fresh for `fresh` milliseconds, with windows behind.
  @discardableResult
  func put(
    _ name: String,
    _ blob: Blob,
    kind: EntryKind = .answer,
    at now: Int64 = 0,
    fresh: Int64 = 1_000,
    revalidate: Int64 = 0,
    error: Int64 = 0,
    notAfter: Int64 = .max,
    privacy: Privacy = .shared,
    tags: [String] = [],
    begun: PurgeEpoch? = nil
  ) -> CacheEntry {
    store(
      NewEntry(
        key(name),
        blob,
        kind: kind,
        lifetime: EntryLifetime(
          storedAt: now,
          freshUntil: now + fresh,
          staleWhileRevalidateUntil: now + fresh + revalidate,
          staleIfErrorUntil: now + fresh + error,
          notAfter: notAfter
        ),
        privacy: privacy,
        tags: Set(tags.compactMap(TagName.init))
      ),
      begun: begun,
      at: now
    ).entry
  }
}
