// SPDX-License-Identifier: Apache-2.0

import Bytes
import CZstd

/// zstd's encoder for one level.
@safe
final class ZstdContext {
  private let context: OpaquePointer

  init(_ level: CompressionLevel) throws(CodingFault) {
    guard let made = unsafe ZSTD_createCCtx() else {
      throw CodingFault(.outOfMemory, "zstd could not make an encoder")
    }
    unsafe ZSTD_CCtx_setParameter(made, ZSTD_c_compressionLevel, level.zstd)
    unsafe context = made
  }

  deinit { unsafe ZSTD_freeCCtx(context) }

  func encode(_ body: Span<UInt8>, into output: inout ByteBuffer) throws(CodingFault) {
    let bound = ZSTD_compressBound(body.count)
    // Safe: zstd stays within both sizes.
    let count = unsafe body.withUnsafeBytes { source in
      unsafe output.fill(minimum: bound) { target in
        let size = unsafe ZSTD_compress2(
          context,
          target.baseAddress,
          target.count,
          source.baseAddress,
          source.count
        )
        return ZSTD_isError(size) == 0 ? size : 0
      }
    }
    if count == 0 { throw CodingFault(.outOfMemory, "zstd had no room in \(bound) bytes") }
  }
}
