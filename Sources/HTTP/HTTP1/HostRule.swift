// SPDX-License-Identifier: Apache-2.0

import Bytes

/// What may stand in Host (RFC 9110 section 7.2): `host [":" port]`, and not nothing.
enum HostRule {
  static func isValid(_ value: Span<UInt8>) -> Bool {
    guard let port = portStart(value) else { return false }
    guard port < value.count else { return true }
    let digits = value.extracting((port + 1)...)
    guard digits.count > 0 else { return true }
    guard digits.count <= 5, let number = digits.decimal else { return false }
    return number <= 65_535
  }

  static func hasPort(_ value: Span<UInt8>) -> Bool {
    guard let port = portStart(value) else { return false }
    return port + 1 < value.count
  }

  /// Where the colon before the port stands, or the end; `nil` when the host is not one.
  private static func portStart(_ value: Span<UInt8>) -> Int? {
    guard value.count > 0 else { return nil }
    if value[0] == UInt8(ascii: "[") {
      guard let close = value.firstIndex(of: UInt8(ascii: "]")), close > 2 else { return nil }
      for index in 1..<close where !value[index].isAddressByte { return nil }
      let next = close + 1
      return next == value.count || value[next] == UInt8(ascii: ":") ? next : nil
    }
    var index = 0
    while index < value.count, value[index].isHostByte { index += 1 }
    guard index > 0 else { return nil }
    return index == value.count || value[index] == UInt8(ascii: ":") ? index : nil
  }
}

extension UInt8 {
  /// `unreserved`, `sub-delims` or `%` of RFC 3986.
  fileprivate var isHostByte: Bool {
    // One bit a byte: ! $ % & ' ( ) * + , - . 0-9 ; = and A-Z _ a-z ~
    let low: UInt64 = 0x2BFF_7FF2_0000_0000
    let high: UInt64 = 0x47FF_FFFE_87FF_FFFE
    if self < 64 { return low >> UInt64(self) & 1 == 1 }
    return self < 128 && high >> UInt64(self &- 64) & 1 == 1
  }

  fileprivate var isAddressByte: Bool {
    hexadecimalValue != nil || self == UInt8(ascii: ":") || self == UInt8(ascii: ".")
  }
}
