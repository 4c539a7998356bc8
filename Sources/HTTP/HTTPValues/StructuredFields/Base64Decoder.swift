// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Reads base64 of RFC 4648 section 4 byte by byte; padding may be missing, and bits behind the
/// last byte may be anything.
struct Base64Decoder {
  private var content: [UInt8] = []
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var digits = 0
  private var padding = 0

  /// `false` for a byte that may not stand here.
  mutating func take(_ byte: UInt8) -> Bool {
    if byte == UInt8(ascii: "=") {
      padding += 1
      return true
    }
    guard padding == 0, let digit = Base64Decoder.value(of: byte) else { return false }
    digits += 1
    bits = bits << 6 | UInt32(digit)
    bitCount += 6
    if bitCount >= 8 {
      bitCount -= 8
      content.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
    }
    return true
  }

  /// The bytes; `nil` when the digits or the padding do not make whole ones.
  func finish() -> [UInt8]? {
    switch digits % 4 {
    case 0: padding == 0 ? content : nil
    case 2: padding == 0 || padding == 2 ? content : nil
    case 3: padding <= 1 ? content : nil
    default: nil
    }
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
