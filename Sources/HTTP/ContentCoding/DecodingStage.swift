// SPDX-License-Identifier: Apache-2.0

import Bytes

/// One coding of a body that may have several: its engine, and the coded bytes that wait for it.
final class DecodingStage {
  /// An engine's output a run.
  static let step = 16 << 10

  private let engine: any DecodingEngine
  /// Bytes from the stage before; the first stage reads its input where it lies.
  var pending = ByteBuffer()
  /// Number of bytes that it has decoded.
  private(set) var produced = 0
  /// Whether it filled its target to the brim, so that the engine may hold more.
  private(set) var mayHoldOutput = false

  init(_ coding: Coding, limits: DecodingLimits) throws(CodingFault) {
    switch coding {
    case .gzip: engine = try InflateEngine(.gzip)
    case .deflate: engine = try InflateEngine(.deflate)
    case .brotli: engine = try BrotliDecodingEngine()
    case .zstd: engine = try ZstdDecodingEngine(windowLog: limits.zstdWindowLog)
    case .identity: throw CodingFault(.unsupported, "identity is not a coding to undo")
    }
  }

  var isAtEnd: Bool { engine.isAtEnd && pending.isEmpty }

  /// Decodes at most `room` bytes to the end of `output`; says how many bytes of `input` it took.
  func run(
    _ input: Span<UInt8>,
    into output: inout ByteBuffer,
    room: Int
  ) throws(CodingFault) -> DecodingProgress {
    let size = min(room, Self.step)
    // Safe: both buffers outlive the call, and the engine stays within them.
    let progress = unsafe try input.withUnsafeBufferPointer {
      source throws(CodingFault) -> DecodingProgress in
      var progress = DecodingProgress()
      _ = unsafe try output.fill(minimum: size) { memory throws(CodingFault) -> Int in
        let target = unsafe UnsafeMutableBufferPointer(
          rebasing: memory.bindMemory(to: UInt8.self)[..<size]
        )
        progress = unsafe try engine.run(source, into: target)
        return progress.produced
      }
      return progress
    }
    guard progress.consumed + progress.produced > 0 || input.isEmpty else {
      throw CodingFault(.corrupt, "the coded data leads nowhere")
    }
    produced += progress.produced
    mayHoldOutput = progress.produced == size
    return progress
  }
}
