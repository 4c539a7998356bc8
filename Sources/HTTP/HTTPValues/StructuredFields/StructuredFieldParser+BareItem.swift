// SPDX-License-Identifier: Apache-2.0

import Bytes

extension StructuredFieldParser {
  /// The value that begins here; its first byte says of which kind it is.
  mutating func parseBareItem() throws(TextFault) -> StructuredField.BareItem {
    guard let first = current else { throw failure("a value") }
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "*"): return .token(try parseToken())
    case UInt8(ascii: ":"): return .bytes(try parseBytes())
    case UInt8(ascii: "?"): return .boolean(try parseBoolean())
    case UInt8(ascii: "@"): return try parseDate()
    case UInt8(ascii: "%"): return .displayString(try parseDisplayString())
    default:
      guard first.isLetter else { throw failure("a value") }
      return .token(try parseToken())
    }
  }

  private mutating func parseNumber() throws(TextFault) -> StructuredField.BareItem {
    let sign = take(UInt8(ascii: "-")) ? -1 : 1
    guard let first = current, first.isDigit else { throw failure("a digit") }
    let (whole, wholeDigits) = takeDigits(atMost: 16)
    guard take(UInt8(ascii: ".")) else {
      guard wholeDigits <= 15 else { throw failure("at most 15 digits, or 12 before a point") }
      return .integer(sign * whole)
    }
    guard wholeDigits <= 12 else { throw failure("at most 15 digits, or 12 before a point") }
    var (fraction, fractionDigits) = takeDigits(atMost: 4)
    guard (1...3).contains(fractionDigits) else {
      throw failure("one to three digits behind the point")
    }
    for _ in fractionDigits..<3 { fraction *= 10 }
    guard let value = StructuredField.Decimal(thousandths: sign * (whole * 1_000 + fraction)) else {
      throw failure("at most 15 digits, or 12 before a point")
    }
    return .decimal(value)
  }

  /// Digits as a number, and how many there were.
  private mutating func takeDigits(atMost limit: Int) -> (value: Int, count: Int) {
    var value = 0
    var count = 0
    while count < limit, let byte = current, byte.isDigit {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      count += 1
      advance()
    }
    return (value, count)
  }

  private mutating func parseDate() throws(TextFault) -> StructuredField.BareItem {
    advance()
    guard case .integer(let seconds) = try parseNumber() else {
      throw failure("an integer of at most 15 digits")
    }
    return .date(seconds)
  }

  private mutating func parseBoolean() throws(TextFault) -> Bool {
    advance()
    if take(UInt8(ascii: "1")) { return true }
    guard take(UInt8(ascii: "0")) else { throw failure("0 or 1") }
    return false
  }

  private mutating func parseToken() throws(TextFault) -> String {
    let start = position
    while let byte = current, byte.isStructuredTokenCharacter { advance() }
    return text(from: start)
  }

  private mutating func parseString() throws(TextFault) -> String {
    advance()
    var content: [UInt8] = []
    while let byte = current {
      guard byte.isPrintable else { throw failure("a printable ASCII character") }
      advance()
      switch byte {
      case UInt8(ascii: "\""): return content.span.text
      case UInt8(ascii: "\\"):
        guard let escaped = current, escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\")
        else { throw failure("an escaped quote or backslash") }
        content.append(escaped)
        advance()
      default: content.append(byte)
      }
    }
    throw failure("a quote that closes the string")
  }

  private mutating func parseDisplayString() throws(TextFault) -> String {
    advance()
    guard take(UInt8(ascii: "\"")) else { throw failure("a quote that closes the string") }
    var content: [UInt8] = []
    while let byte = current {
      guard byte.isPrintable else { throw failure("a printable ASCII character") }
      advance()
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else { throw failure("UTF-8") }
        return text
      case UInt8(ascii: "%"):
        let high = try parseHexadecimalDigit()
        content.append(high << 4 | (try parseHexadecimalDigit()))
      default: content.append(byte)
      }
    }
    throw failure("a quote that closes the string")
  }

  private mutating func parseHexadecimalDigit() throws(TextFault) -> UInt8 {
    guard let byte = current, byte.isDigit || byte.isLowercaseLetter,
      let value = byte.hexadecimalValue
    else { throw failure("two lower-case hexadecimal digits") }
    advance()
    return value
  }

  private mutating func parseBytes() throws(TextFault) -> [UInt8] {
    advance()
    var decoder = Base64Decoder()
    while let byte = current, byte != UInt8(ascii: ":") {
      guard decoder.take(byte) else { throw failure("base64 between colons") }
      advance()
    }
    guard let content = decoder.finish(), take(UInt8(ascii: ":")) else {
      throw failure("base64 between colons")
    }
    return content
  }
}

extension UInt8 {
  /// Whether the byte is ASCII that shows, or a space.
  var isPrintable: Bool { self &- 0x20 < 0x5F }

  /// Whether the byte may stand in a token of a structured field, RFC 9651 section 3.3.4.
  var isStructuredTokenCharacter: Bool {
    isTokenCharacter || self == UInt8(ascii: ":") || self == UInt8(ascii: "/")
  }
}
