// SPDX-License-Identifier: Apache-2.0

/// An ISO 3166-1 country code of two capital letters, such as `DE`.
package struct CountryCode: Hashable, Sendable {
  private let first: UInt8
  private let second: UInt8

  /// Accepts exactly two ASCII capitals.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count == 2, CountryCode.isCapital(bytes[0]), CountryCode.isCapital(bytes[1]) else {
      return nil
    }
    first = bytes[0]
    second = bytes[1]
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}

extension CountryCode: CustomStringConvertible {
  package var description: String {
    var text = ""
    text.unicodeScalars.append(Unicode.Scalar(first))
    text.unicodeScalars.append(Unicode.Scalar(second))
    return text
  }
}
