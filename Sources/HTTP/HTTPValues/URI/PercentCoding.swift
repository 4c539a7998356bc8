// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// Percent triplets, RFC 3986 section 2.1: written in upper case, read in any.
package enum PercentCoding {
  /// Appends `bytes`, with a triplet for each that is not in `kept`.
  package static func append(
    _ bytes: Span<UInt8>,
    keeping kept: ByteSet,
    to buffer: inout ByteBuffer
  ) {
    for index in 0..<bytes.count {
      if kept.contains(bytes[index]) {
        buffer.append(bytes[index])
      } else {
        append(triplet: bytes[index], to: &buffer)
      }
    }
  }

  package static func encode(_ text: String, keeping kept: ByteSet) -> String {
    let bytes = text.utf8Span.span
    guard !kept.containsAll(bytes) else { return text }
    var buffer = ByteBuffer(capacity: bytes.count * 2)
    append(bytes, keeping: kept, to: &buffer)
    return buffer.span.text
  }

  /// The bytes with each triplet replaced by what it stands for; `nil` when a `%` is followed by
  /// anything but two hexadecimal digits.
  ///
  /// With `plusIsSpace`, as in forms, `+` becomes a space.
  package static func decode(_ bytes: Span<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard let value = triplet(in: bytes, at: index) else { return nil }
        decoded.append(value)
        index += 3
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return decoded
  }

  /// As `decode`, and `nil` too when the bytes are not UTF-8.
  package static func decodeText(_ bytes: Span<UInt8>, plusIsSpace: Bool = false) -> String? {
    guard !isPlain(bytes) else { return bytes.text }
    return decode(bytes, plusIsSpace: plusIsSpace).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Whether bytes of ASCII stand for themselves, as most do.
  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices {
      switch bytes[index] {
      case 0x80..., UInt8(ascii: "%"), UInt8(ascii: "+"): return false
      default: continue
      }
    }
    return true
  }

  /// Returns the byte that the triplet at `index` encodes; `nil` when there is no triplet.
  static func triplet(in bytes: Span<UInt8>, at index: Int) -> UInt8? {
    guard bytes.count - index >= 3, bytes[index] == UInt8(ascii: "%"),
      let high = bytes[index + 1].hexadecimalValue, let low = bytes[index + 2].hexadecimalValue
    else { return nil }
    return high << 4 | low
  }

  static func append(triplet byte: UInt8, to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "%"))
    buffer.append(digit(byte >> 4))
    buffer.append(digit(byte & 0xF))
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
