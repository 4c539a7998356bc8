// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// `HTTP/1.0` and `HTTP/1.1`; a higher minor version is 1.1 to us (RFC 9110 section 2.5).
enum HTTPVersion {
  static let length = 8

  /// `nil` when it is not all there yet.
  static func read(_ bytes: Span<UInt8>, at start: Int) throws(HeadFault) -> Version? {
    guard bytes.count >= start + length else { return nil }
    guard bytes[start] == UInt8(ascii: "H"), bytes[start + 1] == UInt8(ascii: "T"),
      bytes[start + 2] == UInt8(ascii: "T"), bytes[start + 3] == UInt8(ascii: "P"),
      bytes[start + 4] == UInt8(ascii: "/"), bytes[start + 5].isDigit,
      bytes[start + 6] == UInt8(ascii: "."), bytes[start + 7].isDigit
    else { throw HeadFault(.version, at: start) }
    guard bytes[start + 5] == UInt8(ascii: "1") else {
      throw HeadFault(.unsupportedVersion, at: start + 5)
    }
    return bytes[start + 7] == UInt8(ascii: "0") ? .http10 : .http11
  }
}
