// SPDX-License-Identifier: Apache-2.0

extension PurgeRegistry {
  /// The last purges of one tag.
  struct TagHistory {
    /// Maximum number of items; older ones are folded together.
    static let length = 8

    private struct Item {
      /// The latest of the purges that were folded into one.
      var last: PurgeEpoch
      var mark: PurgeMark
    }

    private var items: [Item] = []

    /// Adds a purge that is later than all others.
    mutating func append(_ mark: PurgeMark) {
      if items.count == TagHistory.length {
        // An entry stored between the two counts as hit by the older one too: stale too early, never
        // too late.
        items[1].mark = items[1].mark.merged(with: items[0].mark)
        items.removeFirst()
      }
      items.append(Item(last: mark.epoch, mark: mark))
    }

    /// Merges the purges after `epoch`.
    func mark(after epoch: PurgeEpoch) -> PurgeMark? {
      var sum: PurgeMark?
      for item in items.reversed() {
        guard item.last > epoch else { break }
        sum = item.mark.merged(with: sum)
      }
      return sum
    }
  }
}
