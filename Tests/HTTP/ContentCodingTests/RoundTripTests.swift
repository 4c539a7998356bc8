// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import Testing

@Suite struct `Coding there and back` {
  private static let bodies: [[UInt8]] = [
    [], [0], Array("Country Charm Basket".utf8), Body.text, Body.noise(70_000),
    [UInt8](repeating: 7, count: 300_000),
  ]

  @Test(arguments: Coding.written, CompressionLevel.allCases)
  func `whole bodies`(coding: Coding, level: CompressionLevel) throws {
    for body in Self.bodies {
      let coded = try coding.encoded(body, level)
      #expect(try Decoded(coded, [coding]).bytes == body)
    }
  }

  @Test(arguments: Coding.written, [1, 7, 4096, 100_000])
  func `pieces of any size`(coding: Coding, piece: Int) throws {
    for body in Self.bodies {
      var encoder = try BodyEncoder(coding)
      var coded = ByteBuffer()
      for start in stride(from: 0, to: body.count, by: piece) {
        let end = min(body.count, start + piece)
        try encoder.encode(body.span.extracting(start..<end), into: &coded)
      }
      try encoder.finish(into: &coded)
      #expect(try Decoded(coded.span.array, [coding], piece: piece).bytes == body)
    }
  }

  @Test(arguments: Coding.written, CompressionLevel.allCases)
  func `the same bytes give the same coded bytes`(coding: Coding, level: CompressionLevel) throws {
    #expect(try coding.encoded(Body.text, level) == coding.encoded(Body.text, level))
  }

  @Test func `gzip knows no time and no name`() throws {
    var streamed = ByteBuffer()
    var encoder = try BodyEncoder(.gzip)
    let body = Body.text
    try encoder.encode(body.span, into: &streamed)
    try encoder.finish(into: &streamed)
    for coded in [try Coding.gzip.encoded(Body.text), streamed.span.array] {
      #expect(Array(coded[..<8]) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
    }
  }

  @Test(arguments: Coding.written)
  func `the smallest level is smaller than the fast one, which is small`(coding: Coding) throws {
    let fast = try coding.encoded(Body.text, .fast).count
    let smallest = try coding.encoded(Body.text, .smallest).count
    #expect(smallest < fast)
    #expect(fast < Body.text.count / 8)
  }

  @Test(arguments: Coding.written)
  func `what was flushed can be decoded at once`(coding: Coding) throws {
    var encoder = try BodyEncoder(coding)
    var decoder = try BodyDecoder([coding])
    var coded = ByteBuffer()
    var decoded = ByteBuffer()
    for line in ["one\n", "two\n", "three\n"] {
      try encoder.encode(line.utf8Span.span, into: &coded)
      try encoder.flush(into: &coded)
      let step = try decoder.decode(coded.span, into: &decoded)
      #expect(step.consumed == coded.span.count && !step.needsDrain)
      coded.removeAll()
      let text = decoded.span.text
      #expect(text == line)
      decoded.removeAll()
    }
    try encoder.finish(into: &coded)
    _ = try decoder.decode(coded.span, into: &decoded)
    try decoder.finish()
    #expect(decoded.span.count == 0)
  }

  @Test(arguments: [[Coding.gzip, .brotli], [.zstd, .gzip], [.brotli, .zstd]], [1, 1000, .max])
  func `two codings upon each other`(codings: [Coding], piece: Int) throws {
    for body in Self.bodies {
      let coded = try codings.reduce(body) { try $1.encoded($0) }
      #expect(try Decoded(coded, codings, piece: piece).bytes == body)
    }
  }

  @Test func `no coding at all`() throws {
    let body = Body.noise(200_000)
    #expect(try Decoded(body, []).bytes == body)
    #expect(try Decoded(body, [.identity]).bytes == body)
    #expect(try Coding.identity.encoded(body) == body)
  }

  @Test func `deflate is read and not written`() throws {
    #expect(throws: CodingFault.self) { try Coding.deflate.encoded(Body.text) }
    #expect(throws: CodingFault.self) { _ = try BodyEncoder(.deflate) }
    #expect(throws: CodingFault.self) { _ = try BodyEncoder(.identity) }
  }
}
