// SPDX-License-Identifier: Apache-2.0

/// A variant subtag such as `valencia` or `1901`, in lower case, one byte a character.
package struct VariantCode: Hashable, Sendable {
  package let rawValue: UInt64

  package static let unspecified = VariantCode(rawValue: 0)

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Parses five to eight letters and digits, or four that begin with a digit.
  package init?(_ bytes: Span<UInt8>) {
    guard (5...8).contains(bytes.count) || bytes.count == 4 && ASCII.isDigit(bytes[0]) else {
      return nil
    }
    var value: UInt64 = 0
    for index in 0..<8 {
      value <<= 8
      guard index < bytes.count else { continue }
      guard ASCII.isAlphanumeric(bytes[index]) else { return nil }
      value |= UInt64(ASCII.lowercased(bytes[index]))
    }
    rawValue = value
  }
}

extension VariantCode: CustomStringConvertible {
  /// Empty if there is none.
  package var description: String {
    var text = ""
    var rest = rawValue
    while rest != 0 {
      text.unicodeScalars.append(Unicode.Scalar(UInt8(rest >> 56)))
      rest <<= 8
    }
    return text
  }
}
