// SPDX-License-Identifier: Apache-2.0

import Bytes
import Glibc

/// The name of a server that a client connects to, as its certificate must have it.
package struct TLSServerName: Sendable, Hashable, CustomStringConvertible {
  enum Kind: Sendable, Hashable {
    case host
    case address
  }

  /// The name in lower case without a dot at the end, or the address.
  package let description: String
  let kind: Kind

  /// A DNS name in ASCII or an IPv4 or IPv6 address without brackets.
  package init(_ text: String) throws(TLSError) {
    let name = text.hasSuffix(".") ? String(text.dropLast()) : text
    if TLSServerName.isAddress(name) {
      kind = .address
      description = name
    } else {
      guard TLSServerName.isHostName(name) else {
        throw TLSError(
          .malformed,
          "server name",
          "expected a DNS name or an IP address, found \"\(text.prefix(80))\""
        )
      }
      kind = .host
      description = name.lowercased()
    }
  }

  private static func isAddress(_ text: String) -> Bool {
    var bytes: (UInt64, UInt64) = (0, 0)
    // Safe: 16 bytes hold either kind of address.
    return unsafe inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
  }

  private static func isHostName(_ text: String) -> Bool {
    guard (1...253).contains(text.utf8.count) else { return false }
    return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.utf8.count)
        && label.utf8.allSatisfy {
          $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
    }
  }
}
