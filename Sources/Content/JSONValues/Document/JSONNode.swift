// SPDX-License-Identifier: Apache-2.0

/// A value of a `JSONDocument`, as an index into it.
///
/// It is valid only for the document that returned it. Nodes of one document compare in document
/// order.
package struct JSONNode: BitwiseCopyable, Hashable, Comparable, Sendable {
  let index: UInt32

  init(_ index: Int) { self.index = UInt32(truncatingIfNeeded: index) }

  var position: Int { Int(index) }

  package static func < (one: JSONNode, other: JSONNode) -> Bool { one.index < other.index }
}

package enum JSONKind: UInt8, Sendable, CaseIterable {
  case null
  case boolean
  case number
  case string
  case array
  case object
}
