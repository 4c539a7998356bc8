// SPDX-License-Identifier: Apache-2.0

/// A region subtag of two letters or three digits, in eleven bits; zero means none.
package struct RegionCode: Hashable, Sendable {
  package let rawValue: UInt16

  package static let unspecified = RegionCode(rawValue: 0)
  /// `001`, the world.
  package static let world = RegionCode(rawValue: 1_025)

  /// Uses the lowest eleven bits.
  package init(rawValue: UInt16) { self.rawValue = rawValue & 0x7FF }

  /// Parses two letters in any case or three digits.
  package init?(_ bytes: Span<UInt8>) {
    switch bytes.count {
    case 2:
      guard ASCII.isLetter(bytes[0]), ASCII.isLetter(bytes[1]) else { return nil }
      rawValue = UInt16(bytes[0] & 0x1F) << 5 | UInt16(bytes[1] & 0x1F)
    case 3:
      var number: UInt16 = 0
      for index in 0..<3 {
        guard ASCII.isDigit(bytes[index]) else { return nil }
        number = number * 10 + UInt16(bytes[index] & 0x0F)
      }
      rawValue = 1_024 + number
    default: return nil
    }
  }

  /// Whether the region is a UN M.49 number, most of which are groups of countries.
  package var isNumeric: Bool { rawValue >= 1_024 }
}

extension RegionCode: CustomStringConvertible {
  /// `GB` or `419`; empty if there is none.
  package var description: String {
    guard rawValue != 0 else { return "" }
    guard isNumeric else {
      var text = ""
      text.unicodeScalars.append(Unicode.Scalar(UInt8(rawValue >> 5) | 0x40))
      text.unicodeScalars.append(Unicode.Scalar(UInt8(rawValue & 0x1F) | 0x40))
      return text
    }
    let digits = String(rawValue - 1_024)
    return String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
  }
}

extension RegionCode: Comparable {
  /// Orders letters alphabetically, then numbers.
  package static func < (first: RegionCode, second: RegionCode) -> Bool {
    first.rawValue < second.rawValue
  }
}
