// SPDX-License-Identifier: Apache-2.0

import CZstd

/// libzstd's encoder.
@safe
final class ZstdEncodingEngine: EncodingEngine {
  private let context: OpaquePointer

  init(level: CompressionLevel) throws(CodingFault) {
    guard let context = unsafe ZSTD_createCCtx() else {
      throw CodingFault(.outOfMemory, "zstd could not make an encoder")
    }
    unsafe self.context = context
    unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level.zstd)
  }

  deinit { unsafe ZSTD_freeCCtx(context) }

  @unsafe
  func run(
    _ source: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableBufferPointer<UInt8>,
    _ purpose: EncodingPurpose
  ) throws(CodingFault) -> EncodingProgress {
    var input = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
    var output = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
    let directive =
      switch purpose {
      case .take: ZSTD_e_continue
      case .flush: ZSTD_e_flush
      case .finish: ZSTD_e_end
      }
    // Safe: zstd stays within both sizes.
    let left = unsafe ZSTD_compressStream2(context, &output, &input, directive)
    guard ZSTD_isError(left) == 0 else {
      let reason = unsafe String(cString: ZSTD_getErrorName(left))
      throw CodingFault(.outOfMemory, "zstd: the encoder failed: \(reason)")
    }
    return unsafe EncodingProgress(
      consumed: input.pos,
      produced: output.pos,
      isDone: input.pos == input.size && (purpose == .take || left == 0)
    )
  }
}
