// SPDX-License-Identifier: Apache-2.0

import Bytes
import JSONValues

/// Goes through all nodes of a document.
struct DocumentWalk {
  private let document: JSONDocument
  private var values: [JSONNode] = []
  private var names = 0

  init(_ document: JSONDocument) { self.document = document }

  /// Values and names.
  var nodes: Int { values.count + names }

  mutating func visit(_ node: JSONNode, in around: Range<Int>) {
    values.append(node)
    let range = document.range(of: node)
    precondition(around.lowerBound <= range.lowerBound && range.upperBound <= around.upperBound)
    var end = range.lowerBound
    var count = 0
    for child in document.children(of: node) {
      let inner = document.range(of: child)
      precondition(end < inner.lowerBound && inner.upperBound < range.upperBound, "out of order")
      end = inner.upperBound
      if let name = document.memberName(of: child) {
        names += 1
        guard let found = document.member(name, of: node) else {
          preconditionFailure("a member is found by its name")
        }
        precondition(found >= child, "it is the last of the name")
      } else {
        precondition(document.element(count, of: node) == child, "an element is found by its index")
        precondition(document.element(count - document.count(of: node), of: node) == child)
      }
      count += 1
      visit(child, in: range)
    }
    precondition(count == document.count(of: node), "the count is wrong")
  }

  func readEachAlone() {
    for node in values {
      guard let alone = try? JSONDocument(document.source(of: node).array) else {
        preconditionFailure("a value is JSON by itself")
      }
      precondition(alone.kind(of: alone.root) == document.kind(of: node))
      precondition(alone.string(of: alone.root) == document.string(of: node))
      precondition(alone.integer(of: alone.root) == document.integer(of: node))
      precondition(alone.double(of: alone.root) == document.double(of: node))
      if let text = document.string(of: node) { checkWritten(text) }
    }
  }

  private func checkWritten(_ text: String) {
    var bytes = [UInt8(ascii: "{")]
    bytes.appendJSON(text)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendJSON(text)
    bytes.append(UInt8(ascii: "}"))
    guard let again = try? JSONDocument(bytes),
      let value = again.member(text, of: again.root)
    else { preconditionFailure("a string that was written is one") }
    precondition(again.string(of: value) == text, "it is the same again")
  }
}
