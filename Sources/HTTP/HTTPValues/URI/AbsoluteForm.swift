// SPDX-License-Identifier: Apache-2.0

import Bytes

/// The parts of an absolute URI of http or https, such as a request target in absolute-form
/// (RFC 9112 section 3.2.2), as ranges of the bytes it was read from.
///
/// User information and fragments are refused; the path and the query are not looked into.
package struct AbsoluteForm: Sendable, Equatable {
  package let scheme: Scheme
  package let authority: Range<Int>
  /// May be empty, which means `/`, or `*` for OPTIONS.
  package let path: Range<Int>
  /// Without its question mark; `nil` when there is no such mark.
  package let query: Range<Int>?

  package init?(_ bytes: Span<UInt8>) {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let scheme = Scheme(bytes.extracting(first: colon)), bytes.count > colon + 2,
      bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/"),
      bytes.firstIndex(of: UInt8(ascii: "#")) == nil
    else { return nil }
    let start = colon + 3
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?") {
      end += 1
    }
    guard Authority.isValid(bytes.extracting(start..<end)) else { return nil }
    self.scheme = scheme
    authority = start..<end
    let mark = bytes.firstIndex(of: UInt8(ascii: "?"), from: end)
    path = end..<(mark ?? bytes.count)
    query = mark.map { ($0 + 1)..<bytes.count }
  }

  package init?(_ text: String) { self.init(text.utf8Span.span) }
}
