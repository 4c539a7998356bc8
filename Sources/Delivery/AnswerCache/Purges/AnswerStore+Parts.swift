// SPDX-License-Identifier: Apache-2.0

// A purge by path has to hit the parts that answers under the path were made of, too: otherwise
// they would be made of the same parts again. Which fragments these are follows from the documents,
// which the store does not know, and one fragment may be a part of any number of answers. So a
// purge by path is remembered, and a fragment is checked against it when it is looked up as a part
// of an answer there: one that is older than the purge is dropped then, for everybody. A fragment
// older than all remembered purges counts as hit.

extension AnswerStore {
  /// Drops an entry that is older than a purge of one of these paths. Returns true if it was.
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
