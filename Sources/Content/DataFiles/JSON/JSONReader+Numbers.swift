// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
  /// Reads a number.
  mutating func number() throws(DataFileError) -> DataValue.Content {
    let start = cursor.index
    let isNegative = cursor.byte == UInt8(ascii: "-")
    if isNegative || cursor.byte == UInt8(ascii: "+") { cursor.index &+= 1 }
    if isJSON5, let special = try specialNumber(start: start, isNegative: isNegative) {
      return special
    }
    var digits = DecimalDigits()
    let first = cursor.index
    cursor.index = digits.addWhole(cursor.bytes, from: first)
    let wholeCount = cursor.index - first
    guard wholeCount < 2 || cursor.bytes[first] != UInt8(ascii: "0") else {
      throw cursor.failure(at: first + 1, expected: "no digit after a leading 0")
    }
    let isWhole = try !fraction(&digits, wholeCount: wholeCount)
    let hasExponent = try exponent(&digits)
    try endOfNumber()
    if isWhole, !hasExponent, let integer = digits.integer(isNegative: isNegative) {
      return .integer(integer)
    }
    return .decimal(try decimal(digits, start: start))
  }

  /// Reads Infinity, NaN or a hexadecimal integer.
  private mutating func specialNumber(
    start: Int,
    isNegative: Bool
  ) throws(DataFileError) -> DataValue.Content? {
    let word = cursor.index
    var value = Double.infinity
    switch cursor.byte {
    case UInt8(ascii: "I") where cursor.skip("Infinity"): break
    case UInt8(ascii: "N") where cursor.skip("NaN"): value = .nan
    case UInt8(ascii: "0") where cursor.byte(ahead: 1) | 0x20 == UInt8(ascii: "x"):
      return try hexadecimalInteger(start: start, isNegative: isNegative)
    default: return nil
    }
    guard rules.allowsNonFiniteNumbers else {
      let seen = cursor.text(word..<cursor.index)
      throw cursor.failure(.unsupported, at: start, seen: seen, expected: "a finite number")
    }
    try endOfNumber()
    return .decimal(DataDecimal(isNegative ? -value : value))
  }

  private mutating func hexadecimalInteger(
    start: Int,
    isNegative: Bool
  ) throws(DataFileError) -> DataValue.Content {
    cursor.index &+= 2
    let first = cursor.index
    var magnitude: UInt64 = 0
    while let digit = cursor.byte.hexadecimalValue {
      guard magnitude >> 60 == 0 else {
        throw cursor.failure(
          .unsupported,
          at: start,
          seen: "a hexadecimal number of more than 64 bits",
          expected: "at most 64"
        )
      }
      magnitude = magnitude << 4 | UInt64(digit)
      cursor.index &+= 1
    }
    guard cursor.index > first else { throw cursor.failure(expected: "a hexadecimal digit") }
    try endOfNumber()
    let digits = DecimalDigits(magnitude)
    if let integer = digits.integer(isNegative: isNegative) { return .integer(integer) }
    return .decimal(DataDecimal(text: "\(isNegative ? "-" : "")\(magnitude)"))
  }

  /// Skips a decimal point and its digits, if there is one.
  private mutating func fraction(
    _ digits: inout DecimalDigits,
    wholeCount: Int
  ) throws(DataFileError) -> Bool {
    guard cursor.byte == UInt8(ascii: "."), wholeCount > 0 || isJSON5 else {
      guard wholeCount > 0 else { throw cursor.failure(expected: "a digit") }
      return false
    }
    cursor.index &+= 1
    let first = cursor.index
    cursor.index = digits.addFraction(cursor.bytes, from: first)
    guard cursor.index > first || isJSON5 && wholeCount > 0 else {
      throw cursor.failure(expected: "a digit after the decimal point")
    }
    return true
  }

  private mutating func exponent(_ digits: inout DecimalDigits) throws(DataFileError) -> Bool {
    guard cursor.byte | 0x20 == UInt8(ascii: "e") else { return false }
    cursor.index &+= 1
    let isNegative = cursor.byte == UInt8(ascii: "-")
    if isNegative || cursor.byte == UInt8(ascii: "+") { cursor.index &+= 1 }
    let first = cursor.index
    cursor.index = digits.addExponent(cursor.bytes, from: first, isNegative: isNegative)
    guard cursor.index > first else { throw cursor.failure(expected: "a digit of the exponent") }
    return true
  }

  /// Refuses a letter directly after a number, as in `1a`.
  private mutating func endOfNumber() throws(DataFileError) {
    let byte = cursor.byte
    let touches =
      byte.isDigit || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: ".")
    guard !touches else { throw cursor.failure(expected: "the end of the number") }
  }

  private mutating func decimal(
    _ digits: DecimalDigits,
    start: Int
  ) throws(DataFileError) -> DataDecimal {
    let text = cursor.text(start..<cursor.index)
    guard digits.isSurelyFinite || Double(text)?.isFinite == true else {
      throw cursor.failure(
        .unsupported,
        at: start,
        seen: "the number \(DataFileError.quoted(text))",
        expected: "one between -1.8e308 and 1.8e308"
      )
    }
    return DataDecimal(text: isJSON5 ? Self.json(text) : text)
  }

  /// Returns the number as JSON: without `+`, and with digits on both sides of the point.
  private static func json(_ text: String) -> String {
    guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) else {
      return text.utf8.first == UInt8(ascii: "+") ? String(text.dropFirst()) : text
    }
    var whole = text[..<point]
    if whole.utf8.first == UInt8(ascii: "+") { whole = whole.dropFirst() }
    let fraction = text[text.index(after: point)...]
    let lead = whole.utf8.last?.isDigit == true ? "" : "0"
    let trail = fraction.utf8.first?.isDigit == true ? "" : "0"
    guard !lead.isEmpty || !trail.isEmpty || whole.startIndex > text.startIndex else { return text }
    return "\(whole)\(lead).\(trail)\(fraction)"
  }
}
