// SPDX-License-Identifier: Apache-2.0

import CZlib

/// zlib's encoder for gzip, with a header that knows no time and no name.
@safe
final class DeflateEngine: EncodingEngine {
  // zlib keeps a pointer to its stream, which therefore must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  init(level: CompressionLevel) throws(CodingFault) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    let status = unsafe deflateInit2_(
      stream,
      level.zlib,
      Z_DEFLATED,
      15 + 16,
      8,
      Z_DEFAULT_STRATEGY,
      ZLIB_VERSION,
      size
    )
    guard status == Z_OK else {
      throw CodingFault(.outOfMemory, "zlib could not make an encoder")
    }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  @unsafe
  func run(
    _ source: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableBufferPointer<UInt8>,
    _ purpose: EncodingPurpose
  ) throws(CodingFault) -> EncodingProgress {
    let offered = UInt32(clamping: source.count)
    let room = UInt32(clamping: target.count)
    // Safe: zlib only reads its input, whatever its type says, and stays within both counts.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
    unsafe stream.pointee.avail_in = offered
    unsafe stream.pointee.next_out = target.baseAddress
    unsafe stream.pointee.avail_out = room
    let status =
      switch purpose {
      case .take: unsafe CZlib.deflate(stream, Z_NO_FLUSH)
      case .flush: unsafe CZlib.deflate(stream, Z_SYNC_FLUSH)
      case .finish: unsafe CZlib.deflate(stream, Z_FINISH)
      }
    // Z_BUF_ERROR says only that there was nothing to do.
    guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
      throw CodingFault(.corrupt, "gzip: the encoder failed with \(status)")
    }
    let consumed = unsafe Int(offered - stream.pointee.avail_in)
    let left = unsafe stream.pointee.avail_out
    return EncodingProgress(
      consumed: consumed,
      produced: Int(room - left),
      isDone: purpose == .finish ? status == Z_STREAM_END : consumed == source.count && left > 0
    )
  }
}
