// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import Testing

@Suite struct `Decompression bombs` {
  @Test(arguments: Coding.written)
  func `Ten megabytes of zeros are refused by their compression ratio`(coding: Coding) throws {
    let coded = try coding.encoded(Body.zeros)
    #expect(coded.count < 20_000)
    let fault = #expect(throws: CodingFault.self) { try Decoded(coded, [coding]) }
    #expect(fault?.kind == .tooDense)
  }

  @Test(arguments: Coding.written)
  func `A body that decodes to more bytes than the limit is refused, whatever its ratio`(
    coding: Coding
  ) throws {
    var limits = DecodingLimits()
    limits.ratio = .max
    limits.decodedBytes = 5_000_000
    let coded = try coding.encoded(Body.zeros)
    let fault = #expect(throws: CodingFault.self) { try Decoded(coded, [coding], limits: limits) }
    #expect(fault?.kind == .tooLarge)
    limits.decodedBytes = Body.zeros.count
    #expect(try Decoded(coded, [coding], limits: limits).bytes == Body.zeros)
  }

  @Test(arguments: Coding.written)
  func `A decoder never holds more decoded bytes than its backlog`(coding: Coding) throws {
    var limits = DecodingLimits()
    limits.ratio = .max
    let coded = try coding.encoded(Body.zeros)
    let decoded = try Decoded(coded, [coding], limits: limits)
    #expect(decoded.bytes.count == Body.zeros.count)
    #expect(decoded.largestBacklog == limits.backlog)
  }

  @Test(arguments: [[Coding.gzip, .gzip], [.gzip, .brotli], [.brotli, .zstd], [.zstd, .gzip]])
  func `A bomb within another content coding is refused by its ratio`(codings: [Coding]) throws {
    let coded = try codings.reduce(Body.zeros) { try $1.encoded($0) }
    let fault = #expect(throws: CodingFault.self) { try Decoded(coded, codings) }
    #expect(fault?.kind == .tooDense)
  }

  @Test func `A bomb that shows only between two content codings is refused`() throws {
    // Ten megabytes of empty members decode to nothing, and were almost nothing before.
    let empty = try Coding.gzip.encoded([])
    let members = (0..<500_000).flatMap { _ in empty }
    let coded = try Coding.brotli.encoded(members)
    let fault = #expect(throws: CodingFault.self) { try Decoded(coded, [.gzip, .brotli]) }
    #expect(fault?.kind == .tooDense)
  }

  @Test func `A short run of zeros is not taken for a bomb`() throws {
    let body = [UInt8](repeating: 0, count: DecodingLimits().ratioFloor)
    for coding in Coding.written {
      #expect(try Decoded(try coding.encoded(body), [coding]).bytes == body)
    }
  }

  @Test(arguments: Coding.written)
  func `A decoder consumes nothing more while its output is not taken`(coding: Coding) throws {
    var limits = DecodingLimits()
    limits.backlog = 1000
    var decoder = try BodyDecoder([coding], limits: limits)
    let coded = try coding.encoded(Body.text)
    var output = ByteBuffer()
    var step = try decoder.decode(coded.span, into: &output)
    #expect(step.needsDrain)
    #expect(output.count == 1000)
    let rest = coded[step.consumed...]
    let waiting = try decoder.decode(Array(rest).span, into: &output)
    #expect(waiting.consumed == 0 && waiting.needsDrain)
    #expect(output.count == 1000)
    var bytes: [UInt8] = []
    var start = step.consumed
    while step.needsDrain {
      bytes += output.span.array
      output.removeAll()
      step = try decoder.decode(coded.span.extracting(start...), into: &output)
      start += step.consumed
      #expect(output.count <= 1000)
    }
    bytes += output.span.array
    try decoder.finish()
    #expect(bytes == Body.text)
    #expect(start == coded.count)
  }

  @Test func `A body without a content coding is limited in size too`() throws {
    var limits = DecodingLimits()
    limits.decodedBytes = 1000
    let fault = #expect(throws: CodingFault.self) { try Decoded(Body.text, [], limits: limits) }
    #expect(fault?.kind == .tooLarge)
  }
}
