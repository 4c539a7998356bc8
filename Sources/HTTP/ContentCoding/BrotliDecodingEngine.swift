// SPDX-License-Identifier: Apache-2.0

import CBrotli

/// libbrotli's decoder. Large windows, which RFC 7932 does not have, stay off.
@safe
final class BrotliDecodingEngine: DecodingEngine {
  private let state: OpaquePointer

  init() throws(CodingFault) {
    guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else {
      throw CodingFault(.outOfMemory, "brotli could not make a decoder")
    }
    unsafe self.state = state
  }

  deinit { unsafe BrotliDecoderDestroyInstance(state) }

  var isAtEnd: Bool { unsafe BrotliDecoderIsFinished(state) != 0 }

  @unsafe
  func run(
    _ source: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(CodingFault) -> DecodingProgress {
    if isAtEnd {
      guard source.isEmpty else {
        throw CodingFault(.trailingGarbage, "br: bytes behind the coded data")
      }
      return DecodingProgress()
    }
    var offered = source.count
    var room = target.count
    var next = source.baseAddress
    var free = target.baseAddress
    // Safe: brotli stays within both counts.
    let result = unsafe BrotliDecoderDecompressStream(
      state,
      &offered,
      &next,
      &room,
      &free,
      nil
    )
    if result == BROTLI_DECODER_RESULT_ERROR {
      let code = unsafe BrotliDecoderGetErrorCode(state)
      let reason = unsafe String(cString: BrotliDecoderErrorString(code))
      throw CodingFault(.corrupt, "br: \(reason)")
    }
    return DecodingProgress(consumed: source.count - offered, produced: target.count - room)
  }
}
