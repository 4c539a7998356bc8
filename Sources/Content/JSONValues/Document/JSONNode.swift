// SPDX-License-Identifier: Apache-2.0

/// A value of a `JSONDocument`, by its place in the document's index.
///
/// It means something to the document only that gave it out. Of two nodes of one document, the
/// lesser one starts earlier.
package struct JSONNode: Hashable, Comparable, Sendable {
  let index: UInt32

  init(_ index: Int) { self.index = UInt32(truncatingIfNeeded: index) }

  var position: Int { Int(index) }

  package static func < (one: JSONNode, other: JSONNode) -> Bool { one.index < other.index }
}
