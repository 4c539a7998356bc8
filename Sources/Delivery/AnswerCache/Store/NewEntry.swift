// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// An entry to be stored.
package struct NewEntry: Sendable {
  package var key: CacheKey
  package var payload: any CachePayload
  package var kind: EntryKind
  package var lifetime: EntryLifetime
  /// Privacy of the answer: one that is not shared is stored nowhere and handed to one waiter only.
  package var privacy: Privacy
  package var tags: Set<TagName>

  package init(
    _ key: CacheKey,
    _ payload: any CachePayload,
    kind: EntryKind = .answer,
    lifetime: EntryLifetime,
    privacy: Privacy,
    tags: Set<TagName> = []
  ) {
    self.key = key
    self.payload = payload
    self.kind = kind
    self.lifetime = lifetime
    self.privacy = privacy
    self.tags = tags
  }

  /// Maximum number of tags; an entry with more is not kept.
  package static let maximumTags = 1_000
  /// Bytes of an entry beside its key, payload and tags: the object, its places in the table and
  /// the queue, and the allocator's overhead.
  private static let overhead = 256

  /// The entry's share of the budget; tags are charged to the first entry that has them.
  var cost: Int { NewEntry.cost(of: payload, key, tags: tags.count) }

  static func cost(of payload: any CachePayload, _ key: CacheKey, tags: Int) -> Int {
    let own = key.bytes.count + overhead + tags * MemoryLayout<Tag>.stride
    let (cost, overflow) = max(0, payload.byteCount).addingReportingOverflow(own)
    return overflow ? .max : cost
  }
}

/// The result of storing an entry.
package struct StoredEntry: Sendable {
  package let entry: CacheEntry
  /// The purge that hit the entry since its fetch began: callers who asked after it must not get
  /// the entry.
  package let purge: PurgeMark?
}
