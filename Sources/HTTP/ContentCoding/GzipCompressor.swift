// SPDX-License-Identifier: Apache-2.0

import Bytes
import CDeflate

/// libdeflate's compressor for one level.
@safe
final class GzipCompressor {
  private let compressor: OpaquePointer

  init(_ level: CompressionLevel) throws(CodingFault) {
    guard let made = unsafe libdeflate_alloc_compressor(level.libdeflate) else {
      throw CodingFault(.outOfMemory, "libdeflate could not make a compressor")
    }
    unsafe compressor = made
  }

  deinit { unsafe libdeflate_free_compressor(compressor) }

  func encode(_ body: Span<UInt8>, into output: inout ByteBuffer) throws(CodingFault) {
    let bound = unsafe libdeflate_gzip_compress_bound(compressor, body.count)
    // Safe: libdeflate stays within both sizes; with this bound it always has room.
    let count = unsafe body.withUnsafeBytes { source in
      unsafe output.fill(minimum: bound) { target in
        unsafe libdeflate_gzip_compress(
          compressor,
          source.baseAddress,
          source.count,
          target.baseAddress,
          target.count
        )
      }
    }
    if count == 0 { throw CodingFault(.outOfMemory, "libdeflate had no room in \(bound) bytes") }
  }
}
