// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ContentResolution

@Suite struct `The index of documents` {
  @Test(arguments: [0, 1, 7, 8, 9, 1_000])
  func `finds every path and no other`(count: Int) {
    let paths = (0..<count).map { "products/item-\($0)" }
    let index = DocumentIndex(paths)
    #expect(index.count == count)
    for (number, path) in paths.enumerated() {
      let found = index.number(of: Array(path.utf8).span)
      #expect(found?.rawValue == UInt32(number))
      #expect(index.path(of: DocumentNumber(rawValue: UInt32(number))) == path)
      #expect(index.number(of: Array((path + "x").utf8).span) == nil)
    }
    #expect(index.number(of: Array("products".utf8).span) == nil)
    #expect(index.number(of: [UInt8]().span) == nil)
  }

  @Test func `tells paths apart that differ in one byte`() {
    let path = Array("screens/checkout/address".utf8)
    let index = DocumentIndex([String(decoding: path, as: UTF8.self)])
    for place in path.indices {
      var other = path
      other[place] ^= 1
      #expect(index.number(of: other.span) == nil)
    }
  }
}
