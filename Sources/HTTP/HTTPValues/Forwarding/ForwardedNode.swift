// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Node that a Forwarded field names, RFC 7239 section 6.
package struct ForwardedNode: Sendable, Hashable {
  /// The node itself.
  package enum Name: Sendable, Hashable {
    case address(IPAddress)
    /// A name made up by a proxy; it begins with an underscore.
    case obfuscated(String)
    case unknown
  }

  package let name: Name
  package let port: UInt16?

  /// Reads a node; `nil` when malformed. A made-up port is read as none.
  package init?(_ bytes: Span<UInt8>) {
    guard let (end, address) = ForwardedNode.address(bytes) else { return nil }
    let host = bytes.extracting(first: end)
    if let address {
      name = .address(address)
    } else if host.matches(lowercase: "unknown") {
      name = .unknown
    } else if ForwardedNode.isObfuscated(host) {
      name = .obfuscated(host.text)
    } else {
      return nil
    }
    guard end < bytes.count else {
      port = nil
      return
    }
    let text = bytes.extracting((end + 1)...)
    port = text.decimal.flatMap { UInt16(exactly: $0) }
    guard text.count <= 5 && port != nil || ForwardedNode.isObfuscated(text) else { return nil }
  }

  /// The address that the bytes begin with, and the position of the colon before a port; `nil` when
  /// a bracket is not what it should be.
  private static func address(_ bytes: Span<UInt8>) -> (end: Int, address: IPAddress?)? {
    let colon = UInt8(ascii: ":")
    guard bytes.count > 0, bytes[0] == UInt8(ascii: "[") else {
      let end = bytes.firstIndex(of: colon) ?? bytes.count
      return (end, IPAddress.parseIPv4(bytes.extracting(first: end)).map { IPAddress(ipv4: $0) })
    }
    guard let close = bytes.firstIndex(of: UInt8(ascii: "]")),
      let bits = IPAddress.parseIPv6(bytes.extracting(1..<close)),
      close + 1 == bytes.count || bytes[close + 1] == colon
    else { return nil }
    return (close + 1, IPAddress(bits: bits))
  }

  private static func isObfuscated(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 2, bytes[0] == UInt8(ascii: "_") else { return false }
    for index in 1..<bytes.count {
      let byte = bytes[index]
      guard byte.isLetter || byte.isDigit || byte == 0x2E || byte == 0x5F || byte == 0x2D else {
        return false
      }
    }
    return true
  }

  package var address: IPAddress? {
    if case .address(let address) = name { return address }
    return nil
  }
}
