// SPDX-License-Identifier: Apache-2.0

import Bytes

extension JSONDocument {
  package func kind(of node: JSONNode) -> JSONKind { entries[node.position].kind ?? .null }

  /// Returns the number of elements or members; 0 for other values.
  package func count(of node: JSONNode) -> Int { entries[node.position].count }

  /// Returns the range of the value's text in `bytes`.
  package func range(of node: JSONNode) -> Range<Int> {
    let entry = entries[node.position]
    return Int(entry.start)..<Int(entry.end)
  }

  /// Returns the text of the value as it was written.
  @_lifetime(borrow self)
  package func source(of node: JSONNode) -> Span<UInt8> {
    bytes.span.extracting(range(of: node))
  }

  /// Appends the text of the value as it was written.
  package func append(_ node: JSONNode, to output: inout [UInt8]) {
    output.append(source(of: node))
  }

  package func isTrue(_ node: JSONNode) -> Bool {
    let entry = entries[node.position]
    return entry.isMarked && entry.kind == .boolean
  }

  package func isNull(_ node: JSONNode) -> Bool { kind(of: node) == .null }

  /// Returns the elements of an array, or the values of an object, in document order.
  package func children(of node: JSONNode) -> JSONChildren { JSONChildren(of: node, in: self) }

  /// Returns an element by index, counted from 0, or from the end when negative: -1 is the last.
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

  /// Returns the value of the last member with this unescaped name.
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

  /// Returns the node of the name, when `node` is the value of a member.
  func name(ofMember node: JSONNode) -> JSONNode? {
    guard node.position > 0, entries[node.position - 1].isName else { return nil }
    return JSONNode(node.position - 1)
  }
}
