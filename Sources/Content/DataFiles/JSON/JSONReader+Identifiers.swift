// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
  /// Reads an unquoted key: an identifier name of ECMAScript 5.1.
  mutating func identifier() throws(DataFileError) -> String {
    let start = cursor.index
    while Self.isPlain(cursor.byte, isFirst: cursor.index == start) { cursor.index &+= 1 }
    let byte = cursor.byte
    guard byte >= 0x80 || byte == UInt8(ascii: "\\") || cursor.index == start else {
      try admitIdentifier(cursor.index - start, at: start)
      return cursor.text(start..<cursor.index)
    }
    return try longIdentifier(from: start)
  }

  /// Reads an identifier with escapes or letters beyond ASCII.
  private mutating func longIdentifier(from start: Int) throws(DataFileError) -> String {
    scratch.removeAll(keepingCapacity: true)
    for index in start..<cursor.index { scratch.append(cursor.bytes[index]) }
    while true {
      let isEscape = cursor.byte == UInt8(ascii: "\\")
      let place = cursor.index
      guard let scalar = try identifierScalar(),
        Self.isAllowed(scalar, isFirst: scratch.isEmpty)
      else {
        guard !isEscape, !scratch.isEmpty else {
          throw cursor.failure(at: place, expected: "a key: a string or an identifier")
        }
        cursor.index = place
        return String(utf8: scratch.span) ?? ""
      }
      scratch.append(scalar)
      try admitIdentifier(scratch.count, at: start)
    }
  }

  /// Skips a scalar or an escape; `nil` for an unpaired surrogate and at the end.
  private mutating func identifierScalar() throws(DataFileError) -> Unicode.Scalar? {
    guard cursor.byte == UInt8(ascii: "\\") else {
      guard let (scalar, length) = cursor.scalar else { return nil }
      cursor.index &+= length
      return scalar
    }
    guard cursor.byte(ahead: 1) == UInt8(ascii: "u") else {
      throw cursor.failure(at: cursor.index + 1, expected: "\"u\", the one escape of a key")
    }
    cursor.index &+= 2
    return Unicode.Scalar(try hexadecimalDigits(4))
  }

  private mutating func admitIdentifier(_ count: Int, at start: Int) throws(DataFileError) {
    guard count <= rules.limits.textBytes else {
      throw cursor.failure(
        .limit,
        at: start,
        seen: "a key of \(count) bytes or more",
        expected: "at most \(rules.limits.textBytes)"
      )
    }
  }

  private static func isPlain(_ byte: UInt8, isFirst: Bool) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || !isFirst && byte.isDigit
  }

  private static func isAllowed(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    if scalar.isASCII { return isPlain(UInt8(truncatingIfNeeded: scalar.value), isFirst: isFirst) }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !isFirst
    default: return !isFirst && (scalar.value == 0x200C || scalar.value == 0x200D)
    }
  }
}
