// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
  /// Skips white space, and comments where the dialect has them.
  mutating func skipSpace() throws(DataFileError) {
    while true {
      switch cursor.byte {
      case 0x20, 0x09, 0x0A, 0x0D: cursor.index &+= 1
      case 0x0B, 0x0C:
        guard isJSON5 else { return }
        cursor.index &+= 1
      case UInt8(ascii: "/"):
        guard isJSON5 else { throw cursor.failure(expected: "JSON, which has no comments") }
        try skipComment()
      case 0x80...0xFF:
        guard isJSON5, let (scalar, length) = cursor.scalar, Self.isSpace(scalar) else { return }
        cursor.index &+= length
      default: return
      }
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA0, 0xFEFF, 0x2028, 0x2029: true
    default: scalar.properties.generalCategory == .spaceSeparator
    }
  }

  private mutating func skipComment() throws(DataFileError) {
    let start = cursor.index
    switch cursor.byte(ahead: 1) {
    case UInt8(ascii: "/"):
      cursor.index &+= 2
      while !cursor.atEnd, lineEndLength == 0 { cursor.index &+= 1 }
    case UInt8(ascii: "*"):
      cursor.index &+= 2
      while !(cursor.byte == UInt8(ascii: "*") && cursor.byte(ahead: 1) == UInt8(ascii: "/")) {
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
      cursor.index &+= 2
    default:
      cursor.index &+= 1
      throw cursor.failure(expected: "\"/\" or \"*\", which begin a comment")
    }
  }

  /// The length of the line end at the cursor; 0 if there is none.
  var lineEndLength: Int {
    switch cursor.byte {
    case 0x0A: 1
    case 0x0D: cursor.byte(ahead: 1) == 0x0A ? 2 : 1
    case 0xE2 where cursor.byte(ahead: 1) == 0x80 && cursor.byte(ahead: 2) & 0xFE == 0xA8: 3
    default: 0
    }
  }
}
