// SPDX-License-Identifier: Apache-2.0

extension String {
  /// Decodes UTF-8; `nil` if it is invalid.
  init?(utf8 bytes: Span<UInt8>) {
    do throws(UTF8.ValidationError) {
      self.init(copying: try UTF8Span(validating: bytes))
    } catch {
      return nil
    }
  }
}

/// Returns a number in upper-case hexadecimal digits.
func hexadecimal(_ value: UInt32, width: Int) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

extension UInt8 {
  var isDigit: Bool { self &- 0x30 < 10 }

  var hexadecimalValue: UInt8? {
    if isDigit { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }
}

extension [UInt8] {
  mutating func append(_ scalar: Unicode.Scalar) {
    append(contentsOf: UTF8.encode(scalar) ?? .init())
  }

  mutating func append(_ text: String) { append(contentsOf: text.utf8) }
}
