// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// Parsing of weights (RFC 9110 section 12.4.2).
enum Weight {
  /// Parses `q=0.5` with optional blanks, in thousandths; `nil` if malformed.
  static func read(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let part = ASCII.trimmed(bytes, range)
    guard part.count >= 3, ASCII.lowercased(bytes[part.lowerBound]) == UInt8(ascii: "q") else {
      return nil
    }
    let equals = ASCII.trimmed(bytes, part.lowerBound + 1..<part.upperBound)
    guard bytes[equals.lowerBound] == UInt8(ascii: "=") else { return nil }
    return number(bytes, ASCII.trimmed(bytes, equals.lowerBound + 1..<equals.upperBound))
  }

  private static func number(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard let whole = range.first, bytes[whole] == UInt8(ascii: "0") || bytes[whole] == 0x31 else {
      return nil
    }
    var value = Int(bytes[whole] & 1) * 1_000
    guard range.count > 1 else { return value }
    guard bytes[whole + 1] == UInt8(ascii: ".") else { return nil }
    var unit = 100
    for index in whole + 2..<range.upperBound {
      guard ASCII.isDigit(bytes[index]) else { return nil }
      value += Int(bytes[index] & 0x0F) * unit
      unit /= 10
    }
    return value <= 1_000 ? value : nil
  }
}
