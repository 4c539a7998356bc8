// SPDX-License-Identifier: Apache-2.0

/// A word under which entries are purged together; it is compared exactly, as it was written.
package struct TagName: Hashable, Sendable, CustomStringConvertible {
  /// Longer names are refused.
  package static let maximumBytes = 256

  private let text: String
  /// Computed once: a name is looked up for every entry that has it.
  private let hash: Int

  /// Nothing for a name that is empty, too long, or has control characters in it: an entry that is
  /// tagged by mistake with nothing would be found under nothing.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= TagName.maximumBytes,
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    self.text = text
    hash = text.hashValue
  }

  package static func == (one: TagName, other: TagName) -> Bool {
    one.hash == other.hash && one.text.utf8.elementsEqual(other.text.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// One of `parts` parts, a power of two.
  func part(of parts: Int) -> Int { hash & (parts - 1) }

  package var description: String { text }

  /// What a tag takes of the budget while entries have it.
  var cost: Int { Tag.overhead + text.utf8.count }
}
