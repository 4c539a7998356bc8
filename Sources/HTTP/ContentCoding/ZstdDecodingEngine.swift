// SPDX-License-Identifier: Apache-2.0

import CZstd

/// libzstd's decoder. Frames may follow each other; dictionaries are not offered.
@safe
final class ZstdDecodingEngine: DecodingEngine {
  private let context: OpaquePointer
  private let windowLog: Int
  /// Number of frames that have ended.
  private var frames = 0
  /// Whether no byte of a frame has come yet, or its last one has.
  private var isBetween = true

  init(windowLog: Int) throws(CodingFault) {
    self.windowLog = windowLog
    guard let context = unsafe ZSTD_createDCtx() else {
      throw CodingFault(.outOfMemory, "zstd could not make a decoder")
    }
    unsafe self.context = context
    unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Int32(clamping: windowLog))
  }

  deinit { unsafe ZSTD_freeDCtx(context) }

  var isAtEnd: Bool { frames > 0 && isBetween }

  @unsafe
  func run(
    _ source: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(CodingFault) -> DecodingProgress {
    if isBetween && source.isEmpty { return DecodingProgress() }
    var input = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
    var output = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
    // Safe: zstd stays within both sizes.
    let hint = unsafe ZSTD_decompressStream(context, &output, &input)
    guard ZSTD_isError(hint) == 0 else { throw refusal(ZSTD_getErrorCode(hint)) }
    isBetween = hint == 0
    if isBetween { frames += 1 }
    return unsafe DecodingProgress(consumed: input.pos, produced: output.pos)
  }

  /// Returns the fault for an error of zstd.
  private func refusal(_ code: ZSTD_ErrorCode) -> CodingFault {
    switch code {
    case ZSTD_error_prefix_unknown where frames > 0:
      return CodingFault(.trailingGarbage, "zstd: bytes that are no frame behind the last one")
    case ZSTD_error_frameParameter_windowTooLarge:
      return CodingFault(
        .windowTooLarge,
        "zstd: expected a window of at most 2^\(windowLog) bytes"
      )
    case ZSTD_error_memory_allocation:
      return CodingFault(.outOfMemory, "zstd has no memory")
    default:
      let reason = unsafe String(cString: ZSTD_getErrorString(code))
      return CodingFault(.corrupt, "zstd: \(reason)")
    }
  }
}
