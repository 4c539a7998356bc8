// SPDX-License-Identifier: Apache-2.0

/// Strings, comments and white space.
extension OpenStepReader {
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  /// Skips white space and comments.
  mutating func skipSpace() throws(DataFileError) {
    while true {
      switch cursor.byte {
      case 0x20, 0x09...0x0D: cursor.index &+= 1
      case UInt8(ascii: "/") where cursor.byte(ahead: 1) == UInt8(ascii: "/"):
        while !cursor.atEnd, cursor.byte != 0x0A, cursor.byte != 0x0D { cursor.index &+= 1 }
      case UInt8(ascii: "/") where cursor.byte(ahead: 1) == UInt8(ascii: "*"): try skipComment()
      case 0xE2 where cursor.starts(with: "\u{2028}") || cursor.starts(with: "\u{2029}"):
        cursor.index &+= 3
      default: return
      }
    }
  }

  private mutating func skipComment() throws(DataFileError) {
    let start = cursor.index
    cursor.index &+= 2
    while !cursor.skip("*/") {
      guard !cursor.atEnd else {
        throw cursor.failure(
          .endOfFile,
          at: start,
          seen: "a comment without its end",
          expected: "\"*/\""
        )
      }
      cursor.index &+= 1
    }
  }

  /// Reads a string, quoted or unquoted.
  mutating func string(expected: @autoclosure () -> String) throws(DataFileError) -> String {
    if cursor.byte == UInt8(ascii: "\"") || cursor.byte == UInt8(ascii: "'") {
      return try quotedString()
    }
    let start = cursor.index
    while OpenStepReader.isBare(cursor.byte) { cursor.index &+= 1 }
    guard cursor.index > start else { throw cursor.failure(expected: expected()) }
    try admitText(cursor.index - start, at: start)
    return cursor.text(start..<cursor.index)
  }

  /// Returns whether a byte needs no quotes: letters, digits and `_ $ / : . -`.
  private static func isBare(_ byte: UInt8) -> Bool {
    byte.isDigit || (byte | 0x20) &- 0x61 < 26 || "_$/:.-".utf8.contains(byte)
  }

  private mutating func quotedString() throws(DataFileError) -> String {
    let opening = cursor.index
    let quote = cursor.byte
    cursor.index &+= 1
    scratch.removeAll(keepingCapacity: true)
    while cursor.byte != quote {
      guard !cursor.atEnd else {
        throw cursor.failure(
          .endOfFile,
          at: opening,
          seen: "a string without its end",
          expected: "\"\(Unicode.Scalar(quote))\""
        )
      }
      if cursor.byte == UInt8(ascii: "\\") {
        try escape()
      } else {
        scratch.append(cursor.byte)
        cursor.index &+= 1
      }
      try admitText(scratch.count, at: opening)
    }
    cursor.index &+= 1
    return String(utf8: scratch.span) ?? ""
  }

  private mutating func escape() throws(DataFileError) {
    let byte = cursor.byte(ahead: 1)
    switch byte {
    case UInt8(ascii: "a"): add(0x07)
    case UInt8(ascii: "b"): add(0x08)
    case UInt8(ascii: "t"): add(0x09)
    case UInt8(ascii: "n"): add(0x0A)
    case UInt8(ascii: "v"): add(0x0B)
    case UInt8(ascii: "f"): add(0x0C)
    case UInt8(ascii: "r"): add(0x0D)
    case UInt8(ascii: "U"): scratch.append(try unicodeEscape())
    case UInt8(ascii: "0")...UInt8(ascii: "7"): try octalEscape()
    case 0x0A, 0x20...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: add(byte)
    default:
      cursor.index &+= 1
      throw cursor.failure(expected: "an escape: one of \\abfnrtv, a sign, octal digits or \\U0041")
    }
  }

  private mutating func add(_ byte: UInt8) {
    scratch.append(byte)
    cursor.index &+= 2
  }

  /// Reads one to three octal digits.
  private mutating func octalEscape() throws(DataFileError) {
    let start = cursor.index
    cursor.index &+= 1
    var value = 0
    let first = cursor.index
    while cursor.index < first + 3, cursor.byte &- 0x30 < 8 {
      value = value * 8 + Int(cursor.byte &- 0x30)
      cursor.index &+= 1
    }
    guard value < 0x80 else {
      throw cursor.failure(
        .unsupported,
        at: start,
        seen: "the octal escape \(cursor.text(start..<cursor.index))",
        expected: "one below \\200, or \\U and four hexadecimal digits"
      )
    }
    scratch.append(UInt8(value))
  }

  /// Reads a `\U` escape, or two that are a surrogate pair.
  private mutating func unicodeEscape() throws(DataFileError) -> Unicode.Scalar {
    let start = cursor.index
    cursor.index &+= 2
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, cursor.skip("\\U") {
      let second = try fourDigits()
      if second & 0xFC00 == 0xDC00,
        let scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
      {
        return scalar
      }
    }
    throw cursor.failure(
      .encoding,
      at: start,
      seen: "the lone surrogate \\U\(hexadecimal(first, width: 4))",
      expected: "a pair of surrogates, first \\UD800 to \\UDBFF, then \\UDC00 to \\UDFFF"
    )
  }

  private mutating func fourDigits() throws(DataFileError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = cursor.byte.hexadecimalValue else {
        throw cursor.failure(expected: "four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      cursor.index &+= 1
    }
    return value
  }

  mutating func admitText(_ count: Int, at start: Int) throws(DataFileError) {
    guard count <= rules.limits.textBytes else {
      throw cursor.failure(
        .limit,
        at: start,
        seen: "a text of \(count) bytes or more",
        expected: "at most \(rules.limits.textBytes)"
      )
    }
  }
}
