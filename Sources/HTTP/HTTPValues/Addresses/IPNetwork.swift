// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A block of addresses in CIDR notation, such as `10.0.0.0/8` or `2001:db8::/32`.
///
/// A network of IPv4 addresses holds their mapped spellings too; one of IPv6 addresses, even
/// `::/0`, never holds an IPv4 address: who trusts "all of IPv6" did not speak of IPv4.
package struct IPNetwork: Sendable, Hashable {
  /// The lowest address; bits behind the prefix are zero.
  package let base: IPAddress
  /// Number of leading bits of the 128 that count; for IPv4, its prefix length and 96.
  private let length: Int

  /// `prefixLength` counts the bits of the base's own family; `nil` when it has fewer.
  package init?(_ base: IPAddress, prefixLength: Int) {
    let width = base.isIPv4 ? 32 : 128
    guard (0...width).contains(prefixLength) else { return nil }
    length = 128 - width + prefixLength
    // A smart shift by all 128 bits leaves nothing, which is what a length of 0 wants.
    self.base = IPAddress(bits: (base.bits >> (128 - length)) << (128 - length))
  }

  /// Reads `address/length`, or an address alone as the block of just that one.
  package init?(_ text: Span<UInt8>) {
    guard let slash = text.firstIndex(of: UInt8(ascii: "/")) else {
      guard let address = IPAddress(text) else { return nil }
      self.init(address, prefixLength: address.isIPv4 ? 32 : 128)
      return
    }
    let digits = text.extracting((slash + 1)...)
    guard let address = IPAddress(text.extracting(first: slash)),
      digits.count <= 3, digits.count == 1 || (digits.count > 0 && digits[0] != UInt8(ascii: "0")),
      let prefixLength = digits.decimal
    else { return nil }
    self.init(address, prefixLength: prefixLength)
  }

  package init?(_ text: String) { self.init(text.utf8Span.span) }

  /// The length as CIDR notation writes it.
  package var prefixLength: Int { base.isIPv4 ? length - 96 : length }

  package func contains(_ address: IPAddress) -> Bool {
    guard address.isIPv4 == base.isIPv4 else { return false }
    return (address.bits ^ base.bits) >> (128 - length) == 0
  }
}

extension IPNetwork: CustomStringConvertible {
  package var description: String { "\(base)/\(prefixLength)" }
}
