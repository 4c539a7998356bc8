// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// The line before a chunk: `chunk-size [chunk-ext] CRLF`.
struct ChunkLine {
  let size: Int
  let length: Int

  /// One more could make a number that is none.
  private static let mostDigits = 15

  /// `nil` when the line is not complete.
  static func read(_ bytes: Span<UInt8>, _ limits: HeadLimits) throws(HeadFault) -> ChunkLine? {
    var size = 0
    var position = 0
    while position < bytes.count, let digit = bytes[position].hexadecimalValue {
      guard position < mostDigits else { throw HeadFault(.chunkSize, at: position) }
      size = size << 4 | Int(digit)
      position += 1
    }
    guard position < bytes.count else { return nil }
    guard position > 0 else { throw HeadFault(.chunkSize, at: 0) }
    if bytes[position] == UInt8(ascii: ";") {
      let visible = bytes.extracting(first: min(bytes.count, limits.chunkLine))
      guard let end = visible.firstControl(from: position) else {
        guard bytes.count < limits.chunkLine else { throw HeadFault(.chunkExtension, at: position) }
        return nil
      }
      guard ChunkExtensions.areValid(bytes.extracting((position + 1)..<end)) else {
        throw HeadFault(.chunkExtension, at: position)
      }
      position = end
    }
    guard bytes[position] == UInt8(ascii: "\r") else { throw HeadFault(.chunkSize, at: position) }
    guard position + 1 < bytes.count else { return nil }
    guard bytes[position + 1] == UInt8(ascii: "\n") else {
      throw HeadFault(.chunkEnd, at: position + 1)
    }
    return ChunkLine(size: size, length: position + 2)
  }

  /// Whether a CRLF stands at the beginning; `false` when only its first half is there.
  static func hasEnd(_ bytes: Span<UInt8>) throws(HeadFault) -> Bool {
    guard bytes[0] == UInt8(ascii: "\r") else { throw HeadFault(.chunkEnd, at: 0) }
    guard bytes.count > 1 else { return false }
    guard bytes[1] == UInt8(ascii: "\n") else { throw HeadFault(.chunkEnd, at: 1) }
    return true
  }
}
