// SPDX-License-Identifier: Apache-2.0

import Bytes

extension PathReader {
  /// Parses a string in single or double quotes (section 2.3.1.1); unpaired surrogates are refused.
  mutating func readString() throws(TextFault) -> [UInt8] {
    let quote = byte
    index += 1
    var value: [UInt8] = []
    while true {
      let byte = byte
      switch byte {
      case quote:
        index += 1
        return value
      case UInt8(ascii: "\\"):
        index += 1
        value.append(contentsOf: try readEscape(in: quote).utf8)
      case 0..<0x20:
        throw fault(expecting: "a character, or the closing quote")
      default:
        value.append(byte)
        index += 1
      }
    }
  }

  private mutating func readEscape(in quote: UInt8) throws(TextFault) -> Unicode.Scalar {
    let letter = byte
    index += 1
    switch letter {
    case quote, UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readHexadecimalEscape()
    default:
      index -= 1
      throw fault(expecting: "one of \\ / b f n r t u, or the quote")
    }
  }

  private mutating func readHexadecimalEscape() throws(TextFault) -> Unicode.Scalar {
    let start = index
    let first = try readFourDigits()
    if let character = Unicode.Scalar(first) { return character }
    guard first < 0xDC00, take("\\", "u") else {
      index = start
      throw fault(expecting: "a character, or the first half of a surrogate pair and the second")
    }
    let low = index
    let second = try readFourDigits()
    guard second & 0xFC00 == 0xDC00,
      let character = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
    else {
      index = low
      throw fault(expecting: "the second half of a surrogate pair")
    }
    return character
  }

  private mutating func readFourDigits() throws(TextFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = byte.hexadecimalValue else { throw fault(expecting: "a hexadecimal digit") }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }

  /// Parses a number of JSON.
  mutating func readNumber() throws(TextFault) -> ComparableNumber {
    let start = index
    _ = take("-")
    if !take("0") { try skipDigits() }
    if take(".") { try skipDigits() }
    if byte | 0x20 == UInt8(ascii: "e") {
      index += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
      try skipDigits()
    }
    return ComparableNumber(WrittenNumber(text.span.extracting(start..<index)))
  }

  private mutating func skipDigits() throws(TextFault) {
    guard byte.isDigit else { throw fault(expecting: "a digit") }
    while byte.isDigit { index += 1 }
  }
}
