// SPDX-License-Identifier: Apache-2.0
//
// The PROXY protocol, versions 1 and 2, as HAProxy's proxy-protocol.txt defines it: what a load
// balancer writes in front of a connection's first byte, so that the server learns who connected.
//
// A listener either requires a header or takes none: guessing would let any client name an address
// of its choice. Whatever breaks the rules is refused and the connection closed: one space and no
// more, canonical numbers, families that fit, lengths that add up, each extension once. A header is
// at most 107 bytes in version 1 and 4096 in version 2.
//
// LOCAL, UNKNOWN and the unspecified family leave both addresses nil: the connection speaks for
// itself. What else such a header carries is skipped unread, as the specification demands of LOCAL.

package import Bytes

/// Facts that a proxy tells about the connection that it passes on.
package struct ProxyHeader: Sendable, Equatable {
  /// Address of the client; `nil` when the proxy speaks for itself or does not know.
  package var source: SocketAddress?
  /// Where the client connected to.
  package var destination: SocketAddress?
  /// Extensions that only version 2 has.
  package var extensions: ProxyExtensions

  package init(
    source: SocketAddress? = nil,
    destination: SocketAddress? = nil,
    extensions: ProxyExtensions = .init()
  ) {
    self.source = source
    self.destination = destination
    self.extensions = extensions
  }

  /// Maximum length of a header of version 1 in bytes, its end of line included.
  static let textLimit = 107
  /// Maximum length of a header of version 2 in bytes: addresses take 232 at most, the rest is for
  /// the facts of a certificate.
  static let binaryLimit = 4096

  static let textSignature: StaticString = "PROXY "
  static let binarySignature: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
  ]

  /// Reads the header at the front of a connection, of either version; says how many bytes it has.
  ///
  /// `nil` when the bytes so far are the beginning of a header: then more are needed, but never
  /// more than the limit of its version. What does not begin like a header is refused at once.
  package static func parse(
    _ bytes: Span<UInt8>
  ) throws(PlainError) -> (header: ProxyHeader, length: Int)? {
    guard bytes.count > 0 else { return nil }
    return bytes[0] == binarySignature[0] ? try parseBinary(bytes) : try parseText(bytes)
  }
}

extension PlainError {
  /// Refuses the first bytes of a connection, which are no PROXY header.
  static func proxy(_ fault: String) -> PlainError { PlainError("PROXY header: \(fault)") }
}
