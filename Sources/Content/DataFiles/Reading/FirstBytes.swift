// SPDX-License-Identifier: Apache-2.0

/// The beginning of a text, for detecting its format; UTF-16 is decoded.
struct FirstBytes {
  private static let maximum = 4_096

  private var bytes: [UInt8] = []
  private var index = 0

  init(_ file: Span<UInt8>) {
    for index in 0..<min(file.count, FirstBytes.maximum) where file[index] != 0 {
      bytes.append(file[index])
    }
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]
    for mark in marks where bytes.starts(with: mark) { index = mark.count }
  }

  static func start(_ bytes: Span<UInt8>, with text: String) -> Bool {
    let count = text.utf8.count
    guard bytes.count >= count else { return false }
    return zip(0..<count, text.utf8).allSatisfy { bytes[$0] == $1 }
  }

  private var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  private func starts(with text: String) -> Bool { bytes.dropFirst(index).starts(with: text.utf8) }

  /// Whether the text begins with markup: in the old style, `<` is followed by hexadecimal digits.
  var isXMLPropertyList: Bool {
    starts(with: "<?xml") || starts(with: "<!") || starts(with: "<plist")
  }

  /// JSON5 or the old style of property lists.
  var textFormat: DataFormat {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "<"): return .openStepPropertyList
    case UInt8(ascii: "{"):
      var inner = self
      inner.index += 1
      inner.skipSpace()
      return inner.isOldMember ? .openStepPropertyList : .json5
    default: return isOldMember ? .strings : .json5
    }
  }

  /// Whether a key followed by `=` or `;` begins here.
  private var isOldMember: Bool {
    var rest = self
    rest.skipKey()
    rest.skipSpace()
    return rest.byte == UInt8(ascii: "=") || rest.byte == UInt8(ascii: ";")
  }

  private mutating func skipKey() {
    let quote = byte
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      while byte.isDigit || (byte | 0x20) &- 0x61 < 26 || "_$/.-".utf8.contains(byte) { index += 1 }
      return
    }
    index += 1
    while index < bytes.count, byte != quote { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
    index += 1
  }

  /// Skips white space and comments.
  mutating func skipSpace() {
    while index < bytes.count {
      if byte == 0x20 || byte &- 0x09 < 5 {
        index += 1
      } else if starts(with: "//") {
        while index < bytes.count, byte != 0x0A { index += 1 }
      } else if starts(with: "/*") {
        index += 2
        while index < bytes.count, !starts(with: "*/") { index += 1 }
        index = min(index + 2, bytes.count)
      } else {
        return
      }
    }
  }
}
