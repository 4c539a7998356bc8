// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
  /// Reads a string from its opening quote.
  mutating func string() throws(DataFileError) -> String {
    let opening = cursor.index
    let quote = cursor.byte
    cursor.index &+= 1
    let start = cursor.index
    skipPlain(until: quote)
    if cursor.byte == quote, !cursor.atEnd {
      try admitText(cursor.index - start, at: opening)
      let text = cursor.text(start..<cursor.index)
      cursor.index &+= 1
      return text
    }
    return try escapedString(opening: opening, quote: quote)
  }

  /// Moves to the closing quote, a backslash, or a control character.
  private mutating func skipPlain(until quote: UInt8) {
    let bytes = cursor.bytes
    var index = cursor.index
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      index &+= 1
    }
    cursor.index = index
  }

  private mutating func escapedString(
    opening: Int,
    quote: UInt8
  ) throws(DataFileError) -> String {
    scratch.removeAll(keepingCapacity: true)
    var start = opening + 1
    while true {
      for index in start..<cursor.index { scratch.append(cursor.bytes[index]) }
      try admitText(scratch.count, at: opening)
      switch cursor.byte {
      case _ where cursor.atEnd:
        throw cursor.failure(
          .endOfFile,
          at: opening,
          seen: "a string without its end",
          expected: "\"\(Unicode.Scalar(quote))\""
        )
      case quote:
        cursor.index &+= 1
        return String(utf8: scratch.span) ?? ""
      case UInt8(ascii: "\\"): try escape()
      case 0x0A, 0x0D:
        throw cursor.failure(expected: "the end of the string before the end of the line")
      default:
        guard isJSON5 else { throw cursor.failure(expected: "control characters as \\u escapes") }
        scratch.append(cursor.byte)
        cursor.index &+= 1
      }
      start = cursor.index
      skipPlain(until: quote)
    }
  }

  private mutating func admitText(_ count: Int, at opening: Int) throws(DataFileError) {
    guard count <= rules.limits.textBytes else {
      throw cursor.failure(
        .limit,
        at: opening,
        seen: "a string of \(count) bytes or more",
        expected: "at most \(rules.limits.textBytes)"
      )
    }
  }

  /// Appends the meaning of the escape at the cursor.
  private mutating func escape() throws(DataFileError) {
    let byte = cursor.byte(ahead: 1)
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): add(byte)
    case UInt8(ascii: "b"): add(0x08)
    case UInt8(ascii: "f"): add(0x0C)
    case UInt8(ascii: "n"): add(0x0A)
    case UInt8(ascii: "r"): add(0x0D)
    case UInt8(ascii: "t"): add(0x09)
    case UInt8(ascii: "u"): scratch.append(try unicodeEscape())
    default:
      guard isJSON5 else {
        cursor.index &+= 1
        throw cursor.failure(expected: "an escape of JSON: one of \"\\/bfnrtu")
      }
      try escapeOfJSON5(byte)
    }
  }

  private mutating func escapeOfJSON5(_ byte: UInt8) throws(DataFileError) {
    switch byte {
    case UInt8(ascii: "v"): add(0x0B)
    case UInt8(ascii: "0"):
      guard !cursor.byte(ahead: 2).isDigit else {
        throw cursor.failure(at: cursor.index + 2, expected: "no digit after \\0")
      }
      add(0)
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      throw cursor.failure(at: cursor.index + 1, expected: "no digit after a backslash")
    case UInt8(ascii: "x"):
      cursor.index &+= 2
      scratch.append(Unicode.Scalar(UInt8(truncatingIfNeeded: try hexadecimalDigits(2))))
    default:
      cursor.index &+= 1
      let lineEnd = lineEndLength
      guard lineEnd == 0 else {
        cursor.index &+= lineEnd
        return
      }
      guard let (scalar, length) = cursor.scalar else {
        throw cursor.failure(expected: "an escape after the backslash")
      }
      scratch.append(scalar)
      cursor.index &+= length
    }
  }

  private mutating func add(_ byte: UInt8) {
    scratch.append(byte)
    cursor.index &+= 2
  }

  /// Reads a `\u` escape, or two that are a surrogate pair.
  private mutating func unicodeEscape() throws(DataFileError) -> Unicode.Scalar {
    let start = cursor.index
    cursor.index &+= 2
    let first = try hexadecimalDigits(4)
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, cursor.byte == UInt8(ascii: "\\"), cursor.byte(ahead: 1) == UInt8(ascii: "u")
    {
      cursor.index &+= 2
      let second = try hexadecimalDigits(4)
      if second & 0xFC00 == 0xDC00,
        let scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
      {
        return scalar
      }
    }
    throw cursor.failure(
      .encoding,
      at: start,
      seen: "the lone surrogate \\u\(hexadecimal(first, width: 4))",
      expected: "a pair of surrogates, first \\uD800 to \\uDBFF, then \\uDC00 to \\uDFFF"
    )
  }

  /// Reads exactly `count` digits.
  mutating func hexadecimalDigits(_ count: Int) throws(DataFileError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = cursor.byte.hexadecimalValue else {
        throw cursor.failure(expected: "\(count) hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      cursor.index &+= 1
    }
    return value
  }
}
