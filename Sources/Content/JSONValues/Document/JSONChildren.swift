// SPDX-License-Identifier: Apache-2.0

/// The elements of an array or the values of an object, in document order.
package struct JSONChildren: Sequence, IteratorProtocol {
  private let entries: [Entry]
  private var at: Int
  private let end: Int
  /// The offset of the value in its entries: an object's value comes after its name.
  private let step: Int

  init(of node: JSONNode, in document: JSONDocument) {
    entries = document.entries
    let parent = entries[node.position]
    step = parent.isObject ? 1 : 0
    at = node.position + 1 + step
    end = parent.isObject || parent.isArray ? Int(parent.next) : 0
  }

  package mutating func next() -> JSONNode? {
    guard at < end else { return nil }
    let node = JSONNode(at)
    at = Int(entries[at].next) + step
    return node
  }
}
