// SPDX-License-Identifier: Apache-2.0

import CBrotli

/// libbrotli's encoder.
@safe
final class BrotliEncodingEngine: EncodingEngine {
  /// 512 KiB: a body of unknown size seldom gains by more, and both sides pay for it.
  private static let windowBits: UInt32 = 19

  private let state: OpaquePointer

  init(level: CompressionLevel) throws(CodingFault) {
    guard let state = unsafe BrotliEncoderCreateInstance(nil, nil, nil) else {
      throw CodingFault(.outOfMemory, "brotli could not make an encoder")
    }
    unsafe self.state = state
    let quality = UInt32(level.brotli)
    unsafe BrotliEncoderSetParameter(state, BROTLI_PARAM_QUALITY, quality)
    unsafe BrotliEncoderSetParameter(state, BROTLI_PARAM_LGWIN, Self.windowBits)
  }

  deinit { unsafe BrotliEncoderDestroyInstance(state) }

  @unsafe
  func run(
    _ source: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableBufferPointer<UInt8>,
    _ purpose: EncodingPurpose
  ) throws(CodingFault) -> EncodingProgress {
    let operation =
      switch purpose {
      case .take: BROTLI_OPERATION_PROCESS
      case .flush: BROTLI_OPERATION_FLUSH
      case .finish: BROTLI_OPERATION_FINISH
      }
    var offered = source.count
    var room = target.count
    var next = source.baseAddress
    var free = target.baseAddress
    // Safe: brotli stays within both counts.
    let status = unsafe BrotliEncoderCompressStream(
      state,
      operation,
      &offered,
      &next,
      &room,
      &free,
      nil
    )
    guard status != BROTLI_FALSE else {
      throw CodingFault(.outOfMemory, "br: the encoder failed")
    }
    let holdsOutput = unsafe BrotliEncoderHasMoreOutput(state) != BROTLI_FALSE
    return EncodingProgress(
      consumed: source.count - offered,
      produced: target.count - room,
      isDone: offered == 0 && !holdsOutput
    )
  }
}
