// SPDX-License-Identifier: Apache-2.0
//
// Heads on their way out. The library decides when a head leaves, and makes its frame: without
// fields, since it was given none, but with what it has to say of the table's size, which stands
// first in a block. Its report that the frame is sent comes before it hands over the frame's bytes:
// the block is encoded at the first and written at the second, so that blocks change the table in
// the order in which the peer reads them.

import Bytes
import HTTPValues

extension SessionState {
  /// Encodes the next head of a stream, whose frame follows.
  mutating func encodeHead(of stream: HTTP2StreamID) {
    guard let index = streams.index(of: stream) else {
      return fail(.internalFailure, .internalError, on: stream, detail: "a head without a stream")
    }
    if !streams[index].interims.isEmpty {
      encoder.append(streams[index].interims.removeFirst())
      return
    }
    streams[index].isHeadSent = true
    if let head = streams[index].head.take() { encoder.append(head) }
    if let end = streams[index].headEnd.take() { encoder.append(end) }
  }
}

extension HeaderEncoder {
  /// The longest payload of a frame that every peer takes (RFC 9113 section 6.5.2).
  private static let framePayload = 16_384
  private static let endHeaders: UInt8 = 4

  /// Writes a frame that the library has made, with the block that was encoded for it.
  mutating func write(frame: Span<UInt8>, to output: inout ByteBuffer) {
    let size = block.count
    guard size > 0 else { return output.append(frame) }
    // The library's frame is longer than its head where it tells a new size of the table.
    let first = min(size, HeaderEncoder.framePayload - (frame.count - 9))
    let isWhole = first == size
    output.append(
      frameOf: frame.count - 9 + first,
      frame[3],
      flags: isWhole ? frame[4] : frame[4] & ~HeaderEncoder.endHeaders,
      stream: frame.extracting(5..<9)
    )
    output.append(frame.extracting(9...))
    output.append(block.span.extracting(first: first))
    var written = first
    while written < size {
      let next = min(written + HeaderEncoder.framePayload, size)
      output.append(
        frameOf: next - written,
        FrameType.continuation.rawValue,
        flags: next == size ? HeaderEncoder.endHeaders : 0,
        stream: frame.extracting(5..<9)
      )
      output.append(block.span.extracting(written..<next))
      written = next
    }
    begin()
  }
}

extension ByteBuffer {
  /// Appends the head of a frame with so many bytes (RFC 9113 section 4.1).
  fileprivate mutating func append(
    frameOf count: Int,
    _ type: UInt8,
    flags: UInt8,
    stream: Span<UInt8>
  ) {
    let head: [9 of UInt8] = [
      UInt8(truncatingIfNeeded: count >> 16), UInt8(truncatingIfNeeded: count >> 8),
      UInt8(truncatingIfNeeded: count), type, flags, stream[0], stream[1], stream[2], stream[3],
    ]
    append(head.span)
  }
}
