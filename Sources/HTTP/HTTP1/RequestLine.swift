// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// The first line of a request (RFC 9112 section 3): one space between its three parts, no other.
struct RequestLine: StartLine {
  let method: Method
  let target: Range<Int>
  let version: Version
  let next: Int

  static let mayFollowEmptyLine = true

  static func read(_ bytes: Span<UInt8>, at start: Int) throws(HeadFault) -> RequestLine? {
    var position = start
    while position < bytes.count, bytes[position].isTokenCharacter { position += 1 }
    guard position < bytes.count else { return nil }
    guard bytes[position] == UInt8(ascii: " "),
      let method = Method(bytes.extracting(start..<position))
    else { throw HeadFault(.method, at: position) }
    let targetStart = position + 1
    position = try TargetBytes.end(bytes, from: targetStart)
    guard position < bytes.count else { return nil }
    guard bytes[position] == UInt8(ascii: " "), position > targetStart else {
      // A line that ends here is HTTP/0.9's.
      let isOver = bytes[position] == UInt8(ascii: "\r") && position > targetStart
      throw HeadFault(isOver ? .version : .target, at: position)
    }
    let target = targetStart..<position
    guard let version = try HTTPVersion.read(bytes, at: position + 1) else { return nil }
    let end = position + 1 + HTTPVersion.length
    guard end < bytes.count else { return nil }
    guard bytes[end] == UInt8(ascii: "\r") else {
      throw HeadFault(bytes[end] == UInt8(ascii: "\n") ? .lineEnd : .version, at: end)
    }
    guard end + 1 < bytes.count else { return nil }
    guard bytes[end + 1] == UInt8(ascii: "\n") else { throw HeadFault(.lineEnd, at: end + 1) }
    return RequestLine(method: method, target: target, version: version, next: end + 2)
  }
}
