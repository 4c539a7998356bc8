// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// All tags by name. A tag is in the table while an entry has it or a purge of it is remembered.
final class TagTable: Sendable {
  private static let parts = 16

  private final class Part: Sendable {
    let tags = Mutex(TagSet())
  }

  private let parts = (0..<TagTable.parts).map { _ in Part() }

  /// Returns the tag for one more entry, and whether it is the first.
  func take(_ name: TagName) -> (tag: Tag, isFirst: Bool) {
    let (tag, uses) = use(name) { $0.entries += 1 }
    return (tag, uses.entries == 1)
  }

  /// Returns the tag, kept even without entries, and the number of its entries.
  func pin(_ name: TagName) -> (tag: Tag, entries: Int) {
    let (tag, uses) = use(name) { $0.pins += 1 }
    return (tag, Int(uses.entries))
  }

  /// Removes one entry from the tag. Returns true if it was the last.
  func give(_ tag: Tag) -> Bool { release(tag) { $0.entries -= 1 }.entries == 0 }

  func unpin(_ tag: Tag) { _ = release(tag) { $0.pins -= 1 } }

  /// Returns the tag if it is in the table.
  func find(_ name: TagName) -> Tag? { part(of: name).tags.withLock { $0[name] } }

  /// Number of entries with the tag.
  func entries(with name: TagName) -> Int { find(name).map { Int($0.use { _ in }.entries) } ?? 0 }

  var count: Int { parts.reduce(0) { $0 + $1.tags.withLock { $0.count } } }

  private func part(of name: TagName) -> Part { parts[name.part(of: TagTable.parts)] }

  private func use(_ name: TagName, _ change: (inout Tag.Uses) -> Void) -> (Tag, Tag.Uses) {
    part(of: name).tags.withLock { tags in
      if let tag = tags[name] { return (tag, tag.use(change)) }
      let tag = Tag(name)
      tags.insert(tag)
      return (tag, tag.use(change))
    }
  }

  /// Removes the tag from the table if it is not used any more.
  private func release(_ tag: Tag, _ change: (inout Tag.Uses) -> Void) -> Tag.Uses {
    part(of: tag.name).tags.withLock { tags in
      let uses = tag.use(change)
      if uses.entries == 0 && uses.pins == 0 { tags.remove(tag) }
      return uses
    }
  }
}
