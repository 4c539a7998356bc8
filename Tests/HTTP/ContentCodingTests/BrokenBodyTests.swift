// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import Testing

@Suite struct `Broken coded bodies` {
  private static let body = Array(Body.text[..<3000])

  @Test(arguments: Coding.written)
  func `A coded body that ends early is truncated, wherever it ends`(coding: Coding) throws {
    let coded = try coding.encoded(Self.body)
    for count in 0..<coded.count {
      let fault = #expect(throws: CodingFault.self) {
        try Decoded(Array(coded[..<count]), [coding])
      }
      #expect(fault?.kind == .truncated, "\(count) of \(coded.count) bytes")
    }
  }

  @Test func `A gzip body with any bit wrong is never decoded to another body`() throws {
    let coded = try Coding.gzip.encoded(Self.body)
    for index in coded.indices {
      for bit in 0..<8 {
        var broken = coded
        broken[index] ^= 1 << bit
        // Some bits have no meaning, such as those of the time; the rest is caught.
        if let decoded = try? Decoded(broken, [.gzip]) { #expect(decoded.bytes == Self.body) }
      }
    }
  }

  @Test(arguments: Coding.written, 1...8)
  func `A coded body with wrong bytes never decodes to more than the limit`(
    coding: Coding,
    seed: Int
  ) throws {
    let coded = try coding.encoded(Self.body)
    let noise = Body.noise(coded.count * seed * 2)
    var limits = DecodingLimits()
    limits.decodedBytes = 100_000
    for index in coded.indices {
      var broken = coded
      broken[index] = noise[index * seed]
      broken[Int(noise[index * seed + 1]) % broken.count] ^= 0x55
      let decoded = try? Decoded(broken, [coding], limits: limits)
      #expect((decoded?.bytes.count ?? 0) <= limits.decodedBytes)
    }
  }

  @Test(arguments: Coding.written)
  func `A body that is not in the declared coding is corrupt or truncated`(coding: Coding) {
    for body in [Array("<html>not coded at all</html>".utf8), Body.noise(5000)] {
      let fault = #expect(throws: CodingFault.self) { try Decoded(body, [coding]) }
      #expect(fault?.kind == .corrupt || fault?.kind == .truncated)
    }
  }

  @Test(arguments: Coding.written, ["x", "garbage", "\0\0\0\0\0\0\0\0\0\0"])
  func `Bytes behind the end of a coded body are refused`(coding: Coding, garbage: String) throws {
    let coded = try coding.encoded(Self.body) + Array(garbage.utf8)
    for piece in [1, .max] {
      let fault = #expect(throws: CodingFault.self) {
        try Decoded(coded, [coding], piece: piece)
      }
      // One byte may be the beginning of another member that never came.
      let isShort = garbage.utf8.count < 4
      #expect(fault?.kind == .trailingGarbage || isShort && fault?.kind == .truncated)
    }
  }

  @Test(arguments: Coding.written)
  func `A decoder that has failed gives the same fault again`(coding: Coding) throws {
    var decoder = try BodyDecoder([coding])
    var output = ByteBuffer()
    let noise = Body.noise(4000)
    let coded = try coding.encoded(Self.body)
    let first = #expect(throws: CodingFault.self) {
      _ = try decoder.decode(noise.span, into: &output)
    }
    let second = #expect(throws: CodingFault.self) {
      _ = try decoder.decode(coded.span, into: &output)
    }
    let third = #expect(throws: CodingFault.self) { try decoder.finish() }
    #expect(first != nil && first == second && second == third)
  }

  @Test func `A truncation or trailing bytes in an inner coding are found`() throws {
    let inner = try Coding.gzip.encoded(Self.body)
    let truncated = try Coding.brotli.encoded(Array(inner.dropLast()))
    let fault = #expect(throws: CodingFault.self) { try Decoded(truncated, [.gzip, .brotli]) }
    #expect(fault?.kind == .truncated)
    let trailing = try Coding.brotli.encoded(inner + [1, 2, 3])
    let other = #expect(throws: CodingFault.self) { try Decoded(trailing, [.gzip, .brotli]) }
    #expect(other?.kind == .trailingGarbage)
  }
}
