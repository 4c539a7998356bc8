// SPDX-License-Identifier: Apache-2.0

import Bytes

extension StructuredFieldParser {
  /// The value that begins here; its first byte says of which kind it is.
  mutating func parseBareItem() throws(StructuredFieldError) -> StructuredField.BareItem {
    guard let first = current else { throw failure(.value) }
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "*"): return .token(try parseToken())
    case UInt8(ascii: ":"): return .bytes(try parseBytes())
    case UInt8(ascii: "?"): return .boolean(try parseBoolean())
    case UInt8(ascii: "@"): return try parseDate()
    case UInt8(ascii: "%"): return .displayString(try parseDisplayString())
    default:
      guard first.isLetter else { throw failure(.value) }
      return .token(try parseToken())
    }
  }

  private mutating func parseNumber() throws(StructuredFieldError) -> StructuredField.BareItem {
    let sign = take(UInt8(ascii: "-")) ? -1 : 1
    guard let first = current, first.isDigit else { throw failure(.digit) }
    let (whole, wholeDigits) = takeDigits(atMost: 16)
    guard take(UInt8(ascii: ".")) else {
      guard wholeDigits <= 15 else { throw failure(.fewerDigits) }
      return .integer(sign * whole)
    }
    guard wholeDigits <= 12 else { throw failure(.fewerDigits) }
    var (fraction, fractionDigits) = takeDigits(atMost: 4)
    guard (1...3).contains(fractionDigits) else { throw failure(.fraction) }
    for _ in fractionDigits..<3 { fraction *= 10 }
    guard let value = StructuredField.Decimal(thousandths: sign * (whole * 1_000 + fraction)) else {
      throw failure(.fewerDigits)
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

  private mutating func parseDate() throws(StructuredFieldError) -> StructuredField.BareItem {
    advance()
    guard case .integer(let seconds) = try parseNumber() else { throw failure(.integerInRange) }
    return .date(seconds)
  }

  private mutating func parseBoolean() throws(StructuredFieldError) -> Bool {
    advance()
    if take(UInt8(ascii: "1")) { return true }
    guard take(UInt8(ascii: "0")) else { throw failure(.boolean) }
    return false
  }

  private mutating func parseToken() throws(StructuredFieldError) -> String {
    let start = position
    while let byte = current, byte.isStructuredTokenCharacter { advance() }
    return text(from: start)
  }

  private mutating func parseString() throws(StructuredFieldError) -> String {
    advance()
    var content: [UInt8] = []
    while let byte = current {
      guard byte.isPrintable else { throw failure(.stringCharacter) }
      advance()
      switch byte {
      case UInt8(ascii: "\""): return content.span.text
      case UInt8(ascii: "\\"):
        guard let escaped = current, escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\")
        else { throw failure(.escape) }
        content.append(escaped)
        advance()
      default: content.append(byte)
      }
    }
    throw failure(.quote)
  }

  private mutating func parseDisplayString() throws(StructuredFieldError) -> String {
    advance()
    guard take(UInt8(ascii: "\"")) else { throw failure(.quote) }
    var content: [UInt8] = []
    while let byte = current {
      guard byte.isPrintable else { throw failure(.stringCharacter) }
      advance()
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else { throw failure(.utf8) }
        return text
      case UInt8(ascii: "%"):
        let high = try parseHexadecimalDigit()
        content.append(high << 4 | (try parseHexadecimalDigit()))
      default: content.append(byte)
      }
    }
    throw failure(.quote)
  }

  private mutating func parseHexadecimalDigit() throws(StructuredFieldError) -> UInt8 {
    guard let byte = current, byte.isDigit || byte.isLowercaseLetter,
      let value = byte.hexadecimalValue
    else { throw failure(.hexadecimal) }
    advance()
    return value
  }

  private mutating func parseBytes() throws(StructuredFieldError) -> [UInt8] {
    advance()
    var decoder = Base64Decoder()
    while let byte = current, byte != UInt8(ascii: ":") {
      guard decoder.take(byte) else { throw failure(.base64) }
      advance()
    }
    guard let content = decoder.finish(), take(UInt8(ascii: ":")) else { throw failure(.base64) }
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
