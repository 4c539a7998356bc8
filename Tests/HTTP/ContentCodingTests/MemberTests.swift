// SPDX-License-Identifier: Apache-2.0

import ContentCoding
import Testing

@Suite struct `Bodies of several parts` {
  @Test(arguments: [Coding.gzip, .zstd], [1, 100, .max])
  func `Members of gzip and frames of zstd that follow each other are decoded as one body`(
    coding: Coding,
    piece: Int
  ) throws {
    let parts: [[UInt8]] = [Array("one".utf8), [], Body.text, Array("two".utf8)]
    let coded = try parts.map { try coding.encoded($0) }.flatMap(\.self)
    #expect(try Decoded(coded, [coding], piece: piece).bytes == parts.flatMap(\.self))
  }

  @Test(arguments: [Coding.gzip, .zstd])
  func `A last gzip member or zstd frame that ends early is truncated`(coding: Coding) throws {
    let first = try coding.encoded(Array("one".utf8))
    let second = try coding.encoded(Body.text)
    for count in 1..<second.count {
      let fault = #expect(throws: CodingFault.self) {
        try Decoded(first + second[..<count], [coding])
      }
      #expect(fault?.kind == .truncated, "\(count) bytes of the second")
    }
  }

  @Test func `Skippable frames of zstd are skipped`() throws {
    let skippable: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 9, 9, 9]
    let frame = try Coding.zstd.encoded(Body.text)
    #expect(try Decoded(skippable + frame + skippable, [.zstd], piece: 1).bytes == Body.text)
  }

  @Test func `A thousand empty gzip members decode to nothing`() throws {
    let empty = try Coding.gzip.encoded([])
    let coded = (0..<1000).flatMap { _ in empty }
    #expect(try Decoded(coded, [.gzip]).bytes.isEmpty)
  }

  @Test(arguments: [
    // zlib's format, bare deflate, and a bare stored block.
    (
      "deflate means two things",
      [
        120, 156, 75, 73, 77, 203, 73, 44, 73, 85, 200, 77, 77, 204, 43, 86, 40, 41, 207, 87, 40,
        201, 200, 204, 75, 47, 6, 0, 113, 246, 9, 49,
      ] as [UInt8]
    ),
    (
      "deflate means two things",
      [
        75, 73, 77, 203, 73, 44, 73, 85, 200, 77, 77, 204, 43, 86, 40, 41, 207, 87, 40, 201, 200,
        204, 75, 47, 6, 0,
      ]
    ),
    ("ab", [1, 2, 0, 253, 255, 97, 98]),
  ])
  func `Deflate is decoded with and without zlib's wrapper`(text: String, coded: [UInt8]) throws {
    #expect(try Decoded(coded, [.deflate], piece: 1).bytes == Array(text.utf8))
    for count in 0..<coded.count {
      let fault = #expect(throws: CodingFault.self) {
        try Decoded(Array(coded[..<count]), [.deflate])
      }
      #expect(fault?.kind == .truncated)
    }
    let fault = #expect(throws: CodingFault.self) { try Decoded(coded + [0], [.deflate]) }
    #expect(fault?.kind == .trailingGarbage)
  }
}
