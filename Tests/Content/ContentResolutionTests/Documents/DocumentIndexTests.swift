// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import Testing

@Suite struct `Index of documents` {
  @Test(arguments: [0, 1, 7, 8, 9, 1_000])
  func `The document index finds each path and no other`(count: Int) {
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

  @Test func `The document index tells paths apart that differ in one byte`() {
    let path = Array("screens/checkout/address".utf8)
    let index = DocumentIndex([(path: String(decoding: path, as: UTF8.self), profile: UInt32(0))])
    for place in path.indices {
      var other = path
      other[place] ^= 1
      #expect(index.find(other.span) == nil)
    }
  }

  @Test func `The document index finds paths of every length`() {
    let longest = String(repeating: "abcdefghij", count: 20)
    let paths = (0...longest.utf8.count).map { String(longest.prefix($0)) }
    let index = DocumentIndex(paths.enumerated().map { (path: $1, profile: UInt32($0)) })
    for (number, path) in paths.enumerated() {
      #expect(index.find(Array(path.utf8).span)?.number.rawValue == UInt32(number))
      #expect(index.path(of: DocumentNumber(rawValue: UInt32(number))) == path)
      var other = Array(path.utf8)
      guard let last = other.popLast() else { continue }
      other.append(last ^ 1)
      #expect(index.find(other.span) == nil)
    }
    #expect(index.find(Array((longest + "a").utf8).span) == nil)
  }

  @Test func `The document index does not find a path with trailing zero bytes`() {
    let index = DocumentIndex([(path: "faq", profile: UInt32(0))])
    #expect(index.find(Array("faq\0".utf8).span) == nil)
    #expect(index.find(Array("faq\0\0\0\0\0".utf8).span) == nil)
  }

  @Test(arguments: [0, 1, 2] as [UInt64])
  func `The document index finds what a dictionary finds among 50,000 paths, whatever its seed`(
    seed: UInt64
  ) {
    let count = 50_000
    let numbers = Dictionary(
      uniqueKeysWithValues: (0..<count).map { ("p/\($0 &* 7_919)", UInt32($0)) }
    )
    let paths = (0..<count).map { (path: "p/\($0 &* 7_919)", profile: UInt32($0 % 500)) }
    let index = DocumentIndex(paths, seed: seed)
    var wrong = 0
    for number in 0..<count {
      let path = "p/\(number &* 3_001)"
      let found = index.find(Array(path.utf8).span)
      if found?.number.rawValue != numbers[path] { wrong += 1 }
      if let found, found.profile != found.number.rawValue % 500 { wrong += 1 }
    }
    #expect(wrong == 0)
  }
}
