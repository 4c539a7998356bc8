// SPDX-License-Identifier: Apache-2.0

import JSONValues
import Testing

/// Whatever comes, a reader answers; and what it lets through can be walked.
@Suite struct `Damaged JSON documents` {
  private static let text = #"""
    {"items":[{"id":"rose-1","título":"Rosa \u00e9 \ud83c\udf39 赤","price":{"amount":-19.99e0,
    "currency":"EUR","discount":null},"tags":["red",[],{}],"available":true,"old":false}],
    "total":1}
    """#

  @Test func `A JSON document cut off at any byte is refused`() {
    let bytes = Array(Self.text.utf8)
    for count in bytes.indices { #expect(refusal(of: Array(bytes[..<count])) != nil) }
  }

  @Test func `A JSON document with any byte changed is refused or can be traversed`() {
    let bytes = Array(Self.text.utf8)
    var read = 0
    for index in bytes.indices {
      for value: UInt8 in [
        0, 0x09, 0x20, 0x22, 0x2C, 0x30, 0x3A, 0x5B, 0x5C, 0x5D, 0x7B, 0x7D, 0x80, 0xC3, 0xF0, 0xFF,
      ] {
        var changed = bytes
        changed[index] = value
        guard let document = try? JSONDocument(changed) else { continue }
        read += 1
        walk(document.root, in: document)
      }
    }
    #expect(read > 100)
  }

  private func walk(_ node: JSONNode, in document: JSONDocument) {
    let range = document.range(of: node)
    #expect(refusal(of: Array(document.bytes[range])) == nil)
    _ = (document.string(of: node), document.integer(of: node), document.double(of: node))
    var last = range.lowerBound
    var count = 0
    for child in document.children(of: node) {
      let inner = document.range(of: child)
      #expect(inner.lowerBound > last && inner.upperBound < range.upperBound)
      last = inner.upperBound
      count += 1
      walk(child, in: document)
    }
    #expect(count == document.count(of: node))
  }
}
