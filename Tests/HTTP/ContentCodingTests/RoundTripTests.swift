// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import Testing

@Suite struct `Encoding and decoding` {
  private static let bodies: [[UInt8]] = [
    [], [0], Array("Country Charm Basket".utf8), Body.text, Body.noise(70_000),
    [UInt8](repeating: 7, count: 300_000),
  ]

  @Test(arguments: Coding.written, CompressionLevel.allCases)
  func `A body encoded at any level is decoded to the same body`(
    coding: Coding,
    level: CompressionLevel
  ) throws {
    for body in Self.bodies {
      let coded = try coding.encoded(body, level)
      #expect(try Decoded(coded, [coding]).bytes == body)
    }
  }

  @Test(arguments: Coding.written, [1, 7, 4096, 100_000])
  func `A body decoded in pieces of any size is the same body`(coding: Coding, piece: Int) throws {
    for body in Self.bodies {
      let coded = try coding.encoded(body)
      #expect(try Decoded(coded, [coding], piece: piece).bytes == body)
    }
  }

  @Test(arguments: Coding.written, CompressionLevel.allCases)
  func `The same body gives the same coded bytes each time`(
    coding: Coding,
    level: CompressionLevel
  ) throws {
    #expect(try coding.encoded(Body.text, level) == coding.encoded(Body.text, level))
  }

  @Test(arguments: QuickEncoder.codings)
  func `A reused quick encoder gives the same bytes as the fast level`(coding: Coding) throws {
    let encoder = QuickEncoder()
    for body in Self.bodies + Self.bodies.reversed() {
      var output = ByteBuffer()
      try encoder.encode(body.span, as: coding, into: &output)
      #expect(try Decoded(output.span.array, [coding]).bytes == body)
      #expect(try output.span.array == coding.encoded(body, .fast))
    }
  }

  @Test func `A gzip header has no time and no name, so that equal bodies have equal bytes`() throws
  {
    let coded = try Coding.gzip.encoded(Body.text)
    #expect(Array(coded[..<8]) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
  }

  @Test(arguments: Coding.written)
  func `The smallest level gives fewer bytes than the fast one, which gives an eighth of a text`(
    coding: Coding
  ) throws {
    let fast = try coding.encoded(Body.text, .fast).count
    let smallest = try coding.encoded(Body.text, .smallest).count
    #expect(smallest < fast)
    #expect(fast < Body.text.count / 8)
  }

  /// What zlib, brotli and zstd make of three lines, each flushed, and of the end.
  @Test(
    arguments: [
      (
        .gzip,
        [
          "1f8b0800000000000003cacf4be502000000ffff", "2a29cfe702000000ffff",
          "2ac9284a4de502000000ffff", "0300b6d5e6250e000000",
        ]
      ),
      (.brotli, ["8b01806f6e650a", "18000874776f0a", "2800805f42a10651242ea101", "03"]),
      (.zstd, ["28b52ffd00582000006f6e650a", "20000074776f0a", "30000074687265650a", "010000"]),
    ] as [(Coding, [String])]
  )
  func `Bytes that an encoder has flushed can be decoded at once`(
    coding: Coding,
    pieces: [String]
  ) throws {
    var decoder = try BodyDecoder([coding])
    var decoded = ByteBuffer()
    for (piece, line) in zip(pieces, ["one\n", "two\n", "three\n", ""]) {
      let coded = Body.hex(piece)
      let step = try decoder.decode(coded.span, into: &decoded)
      #expect(step.consumed == coded.count && !step.needsDrain)
      let text = decoded.span.text
      #expect(text == line)
      decoded.removeAll()
    }
    try decoder.finish()
  }

  @Test(arguments: [[Coding.gzip, .brotli], [.zstd, .gzip], [.brotli, .zstd]], [1, 1000, .max])
  func `A body in two codings is decoded to the same body`(codings: [Coding], piece: Int) throws {
    for body in Self.bodies {
      let coded = try codings.reduce(body) { try $1.encoded($0) }
      #expect(try Decoded(coded, codings, piece: piece).bytes == body)
    }
  }

  @Test func `A body without a content coding passes unchanged`() throws {
    let body = Body.noise(200_000)
    #expect(try Decoded(body, []).bytes == body)
    #expect(try Decoded(body, [.identity]).bytes == body)
    #expect(try Coding.identity.encoded(body) == body)
  }

  @Test func `Encoding a body as deflate is refused`() throws {
    #expect(throws: CodingFault.self) { try Coding.deflate.encoded(Body.text) }
  }
}
