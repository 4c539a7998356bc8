// SPDX-License-Identifier: Apache-2.0

// A purge by path lets go of what answers under the path were made of, too: otherwise they would be
// made of the same again. Which fragments these are follows from the documents alone, which the store
// does not know; and one fragment may be a part of any number of answers. So a purge by path is
// remembered, and a fragment is held against it when it is looked up to be a part of an answer there:
// one that is older than the purge is let go then, for everybody. What was purged so long ago that
// nobody remembers it is taken to have hit.

extension AnswerStore {
  /// What there is for a key at `now`, to be a part of an answer under these paths: that of the answer
  /// itself, and those of the embedded documents that lead to the part. They are made only where any path
  /// was purged.
  package func lookup(
    _ key: KeyView,
    partOf paths: @autoclosure () -> [[UInt8]],
    at now: Int64
  ) -> Lookup {
    let shard = shard(of: key.hash)
    let entry = shard.find(key)
    if let entry { _ = letGo(entry, partOf: paths()) }
    return lookup(entry, in: shard, of: .fragments, at: now)
  }

  /// Lets go of an entry that is older than a purge of one of these paths; answers whether it is.
  package func letGo(
    _ entry: CacheEntry,
    partOf paths: @autoclosure () -> [[UInt8]]
  ) -> Bool {
    guard !purges.hasNoPath(after: entry.begun),
      let mark = purges.mark(ofPaths: paths(), after: entry.begun)
    else { return false }
    if entry.end(mark) { shard(of: entry.key.hash).tally.count(.purged) }
    if entry.isGone { drop(entry) }
    return true
  }
}
