// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// The first line of a request (RFC 9112 section 3): one space between its three parts, no other.
struct RequestLine {
  let method: Method
  let target: Range<Int>
  let version: Version
  /// Behind the line's end.
  let next: Int

  /// Reads the line at `start`; `nil` when its end is not there yet.
  static func read(_ bytes: Span<UInt8>, at start: Int) throws(HeadFault) -> RequestLine? {
    var position = start
    while position < bytes.count, bytes[position].isTokenCharacter { position += 1 }
    guard position < bytes.count else { return nil }
    guard bytes[position] == UInt8(ascii: " "),
      let method = Method(bytes.extracting(start..<position))
    else { throw HeadFault(.method, at: position) }
    let targetStart = position + 1
    position = targetStart
    while position < bytes.count, bytes[position].isTargetByte { position += 1 }
    guard position < bytes.count else { return nil }
    guard bytes[position] == UInt8(ascii: " "), position > targetStart else {
      throw HeadFault(.target, at: position)
    }
    let target = targetStart..<position
    guard let version = try HTTPVersion.read(bytes, at: position + 1) else { return nil }
    let end = position + 1 + HTTPVersion.length
    guard end < bytes.count else { return nil }
    guard bytes[end] == UInt8(ascii: "\r") else { throw HeadFault(.version, at: end) }
    guard end + 1 < bytes.count else { return nil }
    guard bytes[end + 1] == UInt8(ascii: "\n") else { throw HeadFault(.lineEnd, at: end + 1) }
    return RequestLine(method: method, target: target, version: version, next: end + 2)
  }
}

/// `HTTP/1.0` and `HTTP/1.1`; a higher minor version is 1.1 to us (RFC 9110 section 2.5).
enum HTTPVersion {
  static let length = 8

  /// `nil` when it is not all there yet.
  static func read(_ bytes: Span<UInt8>, at start: Int) throws(HeadFault) -> Version? {
    let available = min(bytes.count - start, 5)
    let name: [5 of UInt8] = [0x48, 0x54, 0x54, 0x50, 0x2F]
    for index in 0..<max(0, available) where bytes[start + index] != name[index] {
      throw HeadFault(.version, at: start + index)
    }
    guard bytes.count >= start + length else { return nil }
    let major = bytes[start + 5]
    let minor = bytes[start + 7]
    guard major.isDigit, bytes[start + 6] == UInt8(ascii: "."), minor.isDigit else {
      throw HeadFault(.version, at: start + 5)
    }
    guard major == UInt8(ascii: "1") else { throw HeadFault(.unsupportedVersion, at: start + 5) }
    return minor == UInt8(ascii: "0") ? .http10 : .http11
  }
}

extension UInt8 {
  /// Whether the byte may stand in a request target: a character of RFC 3986, without `#`.
  var isTargetByte: Bool {
    // One bit a byte. Absent: space " # < > [below 64]; \ ^ ` { | } DEL [above].
    let low: UInt64 = 0xAFFF_FFF2_0000_0000
    let high: UInt64 = 0x47FF_FFFE_AFFF_FFFF
    if self < 64 { return low >> UInt64(self) & 1 == 1 }
    return self < 128 && high >> UInt64(self &- 64) & 1 == 1
  }
}
