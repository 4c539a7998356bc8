// SPDX-License-Identifier: Apache-2.0

// An IPv4 address is kept as the IPv4-mapped IPv6 address of RFC 4291 section 2.5.5.2
// (`::ffff:192.0.2.1`), so that the two spellings of one peer are one value: a dual-stack listener
// reports the second, a Forwarded field the first, and a trust list must not care.
//
// Reading is strict: four decimal octets without leading zeros (`010.0.0.1` is octal to some), the
// forms of RFC 4291 section 2.2 with at most one `::`, no zone. Writing follows RFC 5952.

/// An IPv4 or IPv6 address.
package struct IPAddress: Sendable, Hashable {
  /// The 128 bits of the address; an IPv4 one lies in `::ffff:0:0/96`.
  package let bits: UInt128

  package init(bits: UInt128) { self.bits = bits }

  /// An IPv4 address by its four octets, the first one highest.
  package init(ipv4 octets: UInt32) { bits = 0xFFFF << 32 | UInt128(octets) }

  /// The four octets of an IPv4 address, mapped or not.
  package var ipv4: UInt32? {
    bits >> 32 == 0xFFFF ? UInt32(truncatingIfNeeded: bits) : nil
  }

  package var isIPv4: Bool { bits >> 32 == 0xFFFF }
}
