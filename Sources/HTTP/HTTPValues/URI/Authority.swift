// SPDX-License-Identifier: Apache-2.0

import Bytes

// The value of Host and `:authority`: RFC 9110 section 7.2, RFC 9112 section 3.2, with the grammar
// of RFC 3986 section 3.2.
//
// Stricter than the grammar where it allows what cannot be reached and what parsers differ on: no
// empty host (RFC 9110 section 4.2.1), no user information, no IPvFuture literal and no zone, since
// no such address can be connected to, and a port is at most 65535 and not 0. As lenient as the
// grammar for the rest: sub-delims and percent triplets in a name, an empty port (`a:` means the
// scheme's own) and leading zeros in it.

/// A host with or without a port, as a request names its target.
package struct Authority: Sendable, Hashable {
  /// The host in lower case, an IPv6 literal with its brackets.
  package let host: String
  package let port: UInt16?

  /// `nil` when the bytes are not a valid host and port.
  package init?(_ bytes: Span<UInt8>) {
    guard let layout = Authority.layout(of: bytes) else { return nil }
    host = bytes.extracting(first: layout.hostLength).text.lowercased()
    port = layout.port
  }

  package init?(_ text: String) { self.init(text.utf8Span.span) }

  /// The address, when the host is one and not a name.
  package var address: IPAddress? {
    let bytes = host.utf8Span.span
    guard bytes[0] == UInt8(ascii: "[") else { return IPAddress(bytes) }
    return IPAddress(bytes.extracting(1..<(bytes.count - 1)))
  }

  /// The port, or the one that `scheme` stands for.
  package func port(for scheme: Scheme) -> UInt16 { port ?? scheme.defaultPort }

  /// The authority in the one form that all its spellings share, without the scheme's own port.
  package func text(for scheme: Scheme) -> String {
    guard let port, port != scheme.defaultPort else { return host }
    return "\(host):\(port)"
  }

  /// Whether the bytes are a valid host and port; nothing is allocated.
  package static func isValid(_ bytes: Span<UInt8>) -> Bool { layout(of: bytes) != nil }

  /// Length of the host, and the port behind it.
  struct Layout {
    let hostLength: Int
    let port: UInt16?
  }

  static func layout(of bytes: Span<UInt8>) -> Layout? {
    guard bytes.count > 0,
      let end = bytes[0] == UInt8(ascii: "[") ? endOfLiteral(bytes) : endOfName(bytes)
    else { return nil }
    guard end < bytes.count else { return Layout(hostLength: end, port: nil) }
    guard bytes[end] == UInt8(ascii: ":") else { return nil }
    let digits = bytes.extracting((end + 1)...)
    guard digits.count > 0 else { return Layout(hostLength: end, port: nil) }
    guard let number = digits.decimal, let port = UInt16(exactly: number), port > 0 else {
      return nil
    }
    return Layout(hostLength: end, port: port)
  }

  private static func endOfLiteral(_ bytes: Span<UInt8>) -> Int? {
    guard let close = bytes.firstIndex(of: UInt8(ascii: "]")),
      IPAddress.parseIPv6(bytes.extracting(1..<close)) != nil
    else { return nil }
    return close + 1
  }

  private static func endOfName(_ bytes: Span<UInt8>) -> Int? {
    var index = 0
    while index < bytes.count, bytes[index] != UInt8(ascii: ":") {
      if bytes[index] == UInt8(ascii: "%") {
        guard bytes.count - index >= 3, bytes[index + 1].hexadecimalValue != nil,
          bytes[index + 2].hexadecimalValue != nil
        else { return nil }
        index += 3
      } else {
        guard ByteSet.registeredName.contains(bytes[index]) else { return nil }
        index += 1
      }
    }
    return index > 0 ? index : nil
  }
}

extension Authority: CustomStringConvertible {
  package var description: String { port.map { "\(host):\($0)" } ?? host }
}
