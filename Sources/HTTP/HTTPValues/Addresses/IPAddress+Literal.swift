// SPDX-License-Identifier: Apache-2.0

import Bytes

// A literal says that it is IPv6. One of an IPv4-mapped address is written with the dotted decimals of
// RFC 5952 section 5, and stays in its brackets: as a host it is another than the IPv4 address alone.

extension IPAddress {
  /// Reads an IPv6 address in the brackets of a URI (RFC 3986 section 3.2.2); `nil` when the text is
  /// anything else. Nothing is allocated.
  package init?(literal text: Span<UInt8>) {
    guard text.count > 2, text[0] == UInt8(ascii: "["), text[text.count - 1] == UInt8(ascii: "]"),
      let bits = IPAddress.parseIPv6(text.extracting(1..<(text.count - 1)))
    else { return nil }
    self.init(bits: bits)
  }

  /// The one form of the address in brackets, as RFC 5952 writes it.
  package var literal: String { isIPv4 ? "[::ffff:\(self)]" : "[\(self)]" }
}
