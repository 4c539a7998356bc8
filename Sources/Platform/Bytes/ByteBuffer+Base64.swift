// SPDX-License-Identifier: Apache-2.0

extension ByteBuffer {
  /// Appends `bytes` in base64 with padding (RFC 4648 section 4).
  package mutating func append(base64 bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group: UInt32 = 0
      for offset in 0..<3 {
        group = group << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0)
      }
      for digit in 0..<4 {
        let value = UInt8(truncatingIfNeeded: group >> UInt32(18 - 6 * digit)) & 0x3F
        append(digit <= count ? ByteBuffer.base64Digit(value) : UInt8(ascii: "="))
      }
      index += 3
    }
  }

  private static func base64Digit(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }
}
