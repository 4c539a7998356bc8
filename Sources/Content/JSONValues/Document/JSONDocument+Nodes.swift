// SPDX-License-Identifier: Apache-2.0

import Bytes

extension JSONDocument {
  package func kind(of node: JSONNode) -> JSONKind { entries[node.position].kind ?? .null }

  /// How many elements an array has or members an object; 0 for all else.
  package func count(of node: JSONNode) -> Int { entries[node.position].count }

  /// Where the text of the value stands in `bytes`.
  package func range(of node: JSONNode) -> Range<Int> {
    let entry = entries[node.position]
    return Int(entry.start)..<Int(entry.end)
  }

  /// The text of the value, as it was written.
  @_lifetime(borrow self)
  package func source(of node: JSONNode) -> Span<UInt8> {
    bytes.span.extracting(range(of: node))
  }

  package func isTrue(_ node: JSONNode) -> Bool {
    let entry = entries[node.position]
    return entry.isMarked && entry.kind == .boolean
  }

  package func isNull(_ node: JSONNode) -> Bool { kind(of: node) == .null }

  /// The elements of an array, or the values of an object, in the order of the text.
  package func children(of node: JSONNode) -> JSONChildren { JSONChildren(of: node, in: self) }

  /// The element at `index`, counted from 0, or from the end when it is negative: -1 is the last.
  package func element(_ index: Int, of node: JSONNode) -> JSONNode? {
    let array = entries[node.position]
    guard array.isArray else { return nil }
    var left = index < 0 ? index + array.count : index
    guard left >= 0 && left < array.count else { return nil }
    var at = node.position + 1
    while left > 0 {
      at = Int(entries[at].next)
      left -= 1
    }
    return JSONNode(at)
  }

  /// The value of the last member of the name, which is given as it is meant, without escapes.
  package func member(_ name: Span<UInt8>, of node: JSONNode) -> JSONNode? {
    let object = entries[node.position]
    guard object.isObject else { return nil }
    var found: JSONNode?
    var at = node.position + 1
    while at < Int(object.next) {
      if string(at: at, is: name) { found = JSONNode(at + 1) }
      at = Int(entries[at + 1].next)
    }
    return found
  }

  package func member(_ name: String, of node: JSONNode) -> JSONNode? {
    member(name.utf8Span.span, of: node)
  }

  /// The node of a member's name, when the node is the value of a member.
  func name(ofMember node: JSONNode) -> JSONNode? {
    guard node.position > 0, entries[node.position - 1].isName else { return nil }
    return JSONNode(node.position - 1)
  }
}
