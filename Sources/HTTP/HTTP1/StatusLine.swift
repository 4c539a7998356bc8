// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// `HTTP/1.1 200 OK`; the phrase may be empty, and so may the space before it.
struct StatusLine: StartLine {
  let version: Version
  let status: Status
  let next: Int

  static let mayFollowEmptyLine = false

  static func read(_ bytes: Span<UInt8>, at line: Int) throws(HeadFault) -> StatusLine? {
    guard let version = try HTTPVersion.read(bytes, at: line) else { return nil }
    let start = line + HTTPVersion.length
    guard bytes.count >= start + 4 else { return nil }
    guard bytes[start] == UInt8(ascii: " "),
      let code = bytes.extracting((start + 1)..<(start + 4)).decimal, let status = Status(code)
    else { throw HeadFault(.status, at: start) }
    guard let end = bytes.firstControl(from: start + 4) else { return nil }
    guard end == start + 4 || bytes[start + 4] == UInt8(ascii: " ") else {
      throw HeadFault(.status, at: start + 4)
    }
    guard bytes[end] == UInt8(ascii: "\r") else {
      throw HeadFault(bytes[end] == UInt8(ascii: "\n") ? .lineEnd : .status, at: end)
    }
    guard end + 1 < bytes.count else { return nil }
    guard bytes[end + 1] == UInt8(ascii: "\n") else { throw HeadFault(.lineEnd, at: end + 1) }
    return StatusLine(version: version, status: status, next: end + 2)
  }
}
