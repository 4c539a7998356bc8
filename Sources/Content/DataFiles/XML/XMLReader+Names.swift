// SPDX-License-Identifier: Apache-2.0

/// White space and names of XML 1.0, fifth edition.
extension XMLReader {
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Skips white space; always returns true, so that a loop can begin with it.
  @discardableResult
  mutating func skipSpace() -> Bool {
    while XMLReader.isSpace(cursor.byte) { cursor.index &+= 1 }
    return true
  }

  /// Reads a name with its prefix.
  mutating func name(expected: @autoclosure () -> String) throws(DataFileError) -> String {
    let start = cursor.index
    while let (scalar, length) = cursor.scalar,
      XMLReader.isNameScalar(scalar, isFirst: cursor.index == start)
    {
      cursor.index &+= length
    }
    guard cursor.index > start else { throw cursor.failure(expected: expected()) }
    guard cursor.index - start <= limits.textBytes else {
      throw cursor.failure(
        .limit,
        at: start,
        seen: "a name of \(cursor.index - start) bytes",
        expected: "at most \(limits.textBytes)"
      )
    }
    return cursor.text(start..<cursor.index)
  }

  private static func isNameScalar(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    let value = scalar.value
    switch value {
    case 0x61...0x7A, 0x41...0x5A, 0x5F, 0x3A: return true
    case 0x30...0x39, 0x2D, 0x2E, 0xB7, 0x300...0x36F, 0x203F...0x2040: return !isFirst
    case 0xC0...0x2FF, 0x370...0x1FFF: return value != 0xD7 && value != 0xF7 && value != 0x37E
    case 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF,
      0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      return true
    default: return false
    }
  }
}
