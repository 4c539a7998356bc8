// SPDX-License-Identifier: Apache-2.0

import CZlib

/// zlib's decoder for `gzip` and `deflate`.
@safe
final class InflateEngine: DecodingEngine {
  enum Format {
    case gzip
    /// zlib's format, or bare deflate where the first byte cannot be zlib's.
    case deflate
  }

  // zlib keeps a pointer to its stream, which therefore must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let format: Format
  /// Number of gzip members that have ended.
  private var members = 0
  /// Whether no byte of a member has come yet, or its last one has.
  private var isBetween = true

  init(_ format: Format) throws(CodingFault) {
    self.format = format
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let windowBits: Int32 = format == .gzip ? 15 + 16 : 15
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe inflateInit2_(stream, windowBits, ZLIB_VERSION, size) == Z_OK else {
      throw CodingFault(.outOfMemory, "zlib could not make a decoder")
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  var isAtEnd: Bool { members > 0 && isBetween }

  @unsafe
  func run(
    _ source: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(CodingFault) -> DecodingProgress {
    if isBetween {
      guard let first = unsafe source.first else { return DecodingProgress() }
      try begin(with: first)
    }
    let offered = UInt32(clamping: source.count)
    let room = UInt32(clamping: target.count)
    // Safe: zlib only reads its input, whatever its type says, and stays within both counts.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
    unsafe stream.pointee.avail_in = offered
    unsafe stream.pointee.next_out = target.baseAddress
    unsafe stream.pointee.avail_out = room
    let status = unsafe inflate(stream, Z_NO_FLUSH)
    let progress = unsafe DecodingProgress(
      consumed: Int(offered - stream.pointee.avail_in),
      produced: Int(room - stream.pointee.avail_out)
    )
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END:
      members += 1
      isBetween = true
    case Z_MEM_ERROR: throw CodingFault(.outOfMemory, "zlib has no memory")
    default: throw refusal
    }
    return progress
  }

  /// Makes ready for a member that begins with the byte `first`.
  private func begin(with first: UInt8) throws(CodingFault) {
    isBetween = false
    switch format {
    case .gzip: if members > 0 { unsafe inflateReset(stream) }
    case .deflate where members > 0:
      throw CodingFault(.trailingGarbage, "deflate: bytes behind the coded data")
    case .deflate:
      // The first byte of zlib's format: method 8 and a window of at most 32 KiB.
      let isWrapped = first & 0x0F == 8 && first >> 4 <= 7
      if !isWrapped { unsafe inflateReset2(stream, -15) }
    }
  }

  /// Fault that zlib reported.
  private var refusal: CodingFault {
    if members > 0, unsafe stream.pointee.total_in <= 2 {
      return CodingFault(.trailingGarbage, "gzip: bytes that are no member behind the last one")
    }
    let reason =
      unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "needs a dictionary"
    return CodingFault(.corrupt, "\(format): \(reason)")
  }
}
