// SPDX-License-Identifier: Apache-2.0

/// Makes texts of others safe to be shown to people.
package enum ShownText {
  /// The bytes with the characters escaped, as in JSON, that change how a terminal or a page shows what
  /// stands around them: C1 controls, marks that turn the direction of writing, and separators of lines.
  package static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.indices.first(where: { length(bytes, $0) != nil }) else { return bytes }
    var shown = Array(bytes[..<first])
    var index = first
    while index < bytes.count {
      guard let length = length(bytes, index) else {
        shown.append(bytes[index])
        index += 1
        continue
      }
      let character = String(decoding: bytes[index..<(index + length)], as: UTF8.self)
      for scalar in character.unicodeScalars { shown += escape(scalar).utf8 }
      index += length
    }
    return shown
  }

  /// A text without controls, and with the same characters escaped.
  package static func line(_ text: String) -> String {
    let safe = String(decoding: escaped(Array(text.utf8)), as: UTF8.self)
    guard safe.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return safe }
    return safe.unicodeScalars
      .map { $0.value < 0x20 || $0.value == 0x7F ? escape($0) : "\($0)" }.joined()
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  /// The length of such a character at an index, in UTF-8; `nil` for any other.
  private static func length(_ bytes: [UInt8], _ index: Int) -> Int? {
    func byte(_ ahead: Int) -> UInt8 { index + ahead < bytes.count ? bytes[index + ahead] : 0 }
    switch byte(0) {
    case 0xC2: return (0x80...0x9F).contains(byte(1)) ? 2 : nil
    case 0xD8: return byte(1) == 0x9C ? 2 : nil
    case 0xE2 where byte(1) == 0x80:
      return byte(2) == 0x8E || byte(2) == 0x8F || (0xA8...0xAE).contains(byte(2)) ? 3 : nil
    case 0xE2 where byte(1) == 0x81: return (0xA6...0xA9).contains(byte(2)) ? 3 : nil
    default: return nil
    }
  }
}

/// Spans of time as people say them.
package enum SpanWords {
  private static let units: [(seconds: Int64, name: String)] = [
    (86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"),
  ]

  /// The largest whole number of a unit: `2 hours`.
  package static func text(_ seconds: Int64) -> String {
    let (size, name) = units.first { seconds >= $0.seconds } ?? (1, "second")
    let count = max(0, seconds) / size
    return "\(count) \(name)\(count == 1 ? "" : "s")"
  }
}
