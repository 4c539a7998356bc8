// SPDX-License-Identifier: Apache-2.0

import Bytes

extension IPAddress {
  /// Reads an address as text, without brackets; `nil` when it is not one.
  package init?(_ text: Span<UInt8>) {
    if let octets = IPAddress.parseIPv4(text) {
      self.init(ipv4: octets)
    } else if let bits = IPAddress.parseIPv6(text) {
      self.init(bits: bits)
    } else {
      return nil
    }
  }

  package init?(_ text: String) { self.init(text.utf8Span.span) }

  /// Four decimal numbers up to 255 without leading zeros.
  static func parseIPv4(_ text: Span<UInt8>) -> UInt32? {
    guard (7...15).contains(text.count) else { return nil }
    var octets: UInt32 = 0
    var index = 0
    for position in 0..<4 {
      let start = index
      var octet: UInt32 = 0
      while index < text.count, text[index].isDigit, index - start < 3 {
        octet = octet * 10 + UInt32(text[index] - UInt8(ascii: "0"))
        index += 1
      }
      let isCanonical = index - start == 1 || (index > start && text[start] != UInt8(ascii: "0"))
      guard isCanonical, octet <= 255 else { return nil }
      octets = octets << 8 | octet
      guard position < 3 else { break }
      guard index < text.count, text[index] == UInt8(ascii: ".") else { return nil }
      index += 1
    }
    return index == text.count ? octets : nil
  }

  /// Eight groups, or fewer around one `::`; the last two may be an IPv4 address.
  static func parseIPv6(_ text: Span<UInt8>) -> UInt128? {
    let colon = UInt8(ascii: ":")
    guard (2...45).contains(text.count) else { return nil }
    var bits: UInt128 = 0
    var groups = 0
    var gap: Int?
    var index = 0
    if text[0] == colon {
      guard text[1] == colon else { return nil }
      gap = 0
      index = 2
    }
    while index < text.count {
      let start = index
      var group: UInt128 = 0
      while index < text.count, index - start < 4, let digit = text[index].hexadecimalValue {
        group = group << 4 | UInt128(digit)
        index += 1
      }
      guard index > start, groups < 8 else { return nil }
      if index < text.count, text[index] == UInt8(ascii: ".") {
        guard groups <= 6, let octets = parseIPv4(text.extracting(start...)) else { return nil }
        bits = bits << 32 | UInt128(octets)
        groups += 2
        break
      }
      bits = bits << 16 | group
      groups += 1
      guard index < text.count else { break }
      guard text[index] == colon, index + 1 < text.count else { return nil }
      index += 1
      guard text[index] == colon else { continue }
      guard gap == nil else { return nil }
      gap = groups
      index += 1
    }
    guard let gap else { return groups == 8 ? bits : nil }
    // `::` stands for one group at least.
    guard groups < 8 else { return nil }
    let tail = 16 * (groups - gap)
    let front = bits >> tail
    return front << (16 * (8 - gap)) | (bits & ((1 << tail) - 1))
  }
}
