// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// Encodes a body while it is made.
///
/// What comes out is hardly ever more than what went in, so there is no back-pressure here: the
/// caller's own keeps the output small.
package struct BodyEncoder: ~Copyable {
  private static let step = 16 << 10

  private let engine: any EncodingEngine

  /// An encoder for gzip, brotli or zstd.
  package init(_ coding: Coding, level: CompressionLevel = .fast) throws(CodingFault) {
    switch coding {
    case .gzip: engine = try DeflateEngine(level: level)
    case .brotli: engine = try BrotliEncodingEngine(level: level)
    case .zstd: engine = try ZstdEncodingEngine(level: level)
    case .identity, .deflate:
      throw CodingFault(.unsupported, "expected gzip, br or zstd, not \(coding.name)")
    }
  }

  /// Takes input; coded bytes come when the encoder has enough of it.
  package mutating func encode(
    _ input: Span<UInt8>,
    into output: inout ByteBuffer
  ) throws(CodingFault) {
    if !input.isEmpty { try run(input, into: &output, .take) }
  }

  /// Makes everything so far decodable; each flush costs some bytes.
  package mutating func flush(into output: inout ByteBuffer) throws(CodingFault) {
    try run(Span(), into: &output, .flush)
  }

  /// Ends the coded data.
  package consuming func finish(into output: inout ByteBuffer) throws(CodingFault) {
    try run(Span(), into: &output, .finish)
  }

  private func run(
    _ input: Span<UInt8>,
    into output: inout ByteBuffer,
    _ purpose: EncodingPurpose
  ) throws(CodingFault) {
    var taken = 0
    var isDone = false
    while !isDone {
      let rest = input.extracting(taken...)
      var progress = EncodingProgress()
      // Safe: both buffers outlive the call, and the engine stays within them.
      unsafe try rest.withUnsafeBufferPointer { source throws(CodingFault) in
        _ = unsafe try output.fill(minimum: Self.step) { memory throws(CodingFault) -> Int in
          progress = unsafe try engine.run(source, into: memory.bindMemory(to: UInt8.self), purpose)
          return progress.produced
        }
      }
      taken += progress.consumed
      isDone = progress.isDone
    }
  }
}
