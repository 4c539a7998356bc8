// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ContentResolution

@Suite struct `The index of documents` {
  @Test(arguments: [0, 1, 7, 8, 9, 1_000])
  func `finds every path and no other`(count: Int) {
    let paths = (0..<count).map { "products/item-\($0)" }
    let index = DocumentIndex(paths.enumerated().map { (path: $1, profile: UInt32($0 / 2)) })
    #expect(index.count == count)
    for (number, path) in paths.enumerated() {
      let found = index.find(Array(path.utf8).span)
      #expect(found?.number.rawValue == UInt32(number))
      #expect(found?.profile == UInt32(number / 2))
      #expect(index.path(of: DocumentNumber(rawValue: UInt32(number))) == path)
      #expect(index.find(Array((path + "x").utf8).span) == nil)
    }
    #expect(index.find(Array("products".utf8).span) == nil)
    #expect(index.find([UInt8]().span) == nil)
  }

  @Test func `tells paths apart that differ in one byte`() {
    let path = Array("screens/checkout/address".utf8)
    let index = DocumentIndex([(path: String(decoding: path, as: UTF8.self), profile: UInt32(0))])
    for place in path.indices {
      var other = path
      other[place] ^= 1
      #expect(index.find(other.span) == nil)
    }
  }
}
