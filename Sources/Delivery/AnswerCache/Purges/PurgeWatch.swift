// SPDX-License-Identifier: Apache-2.0

/// Tells whether an answer that is kept outside of the store was purged. It belongs to a loop.
package final class PurgeWatch {
  private let store: AnswerStore
  private let paths: [[UInt8]]
  private let tags: [Tag]
  /// The purges up to here have not hit.
  private var epoch: PurgeEpoch
  private var isOver = false

  /// - Parameter epoch: what `purgeEpoch` was when the answer began to be made.
  package init(
    of path: [UInt8],
    tags: some Sequence<TagName>,
    since epoch: PurgeEpoch,
    in store: AnswerStore
  ) {
    self.store = store
    paths = [path]
    self.epoch = epoch
    self.tags = tags.map { store.purges.tags.pin($0).tag }
  }

  deinit {
    for tag in tags { store.purges.tags.unpin(tag) }
  }

  /// Whether any purge has hit; one load as long as there was none of anything.
  package var isPurged: Bool {
    let now = store.purgeEpoch
    guard now > epoch, !isOver else { return isOver }
    isOver =
      tags.contains { $0.mark(after: epoch) != nil }
      || store.purges.mark(ofPaths: paths, after: epoch) != nil
    epoch = now
    return isOver
  }
}
