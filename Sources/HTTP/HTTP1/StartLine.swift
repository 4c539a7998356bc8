// SPDX-License-Identifier: Apache-2.0

/// The first line of a message.
protocol StartLine {
  /// Whether an empty line before it is skipped (RFC 9112 section 2.2: requests only).
  static var mayFollowEmptyLine: Bool { get }

  /// Reads the line at `start`; `nil` when its end is not there yet.
  static func read(_ bytes: Span<UInt8>, at start: Int) throws(HeadFault) -> Self?

  /// Behind the line's end.
  var next: Int { get }
}

extension StartLine {
  /// Length of the empty line before a message; 0 where there is none.
  static func emptyLine(_ bytes: Span<UInt8>) -> Int {
    mayFollowEmptyLine && bytes.count >= 2 && bytes[0] == UInt8(ascii: "\r")
      && bytes[1] == UInt8(ascii: "\n") ? 2 : 0
  }
}
