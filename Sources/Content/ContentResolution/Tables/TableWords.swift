// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// Iterates over the words of a generated table, with the headings of its groups.
///
/// Tables are text, which compiles at once and can be read; each is converted to sorted integers at
/// first use, and searched without allocation from then on.
struct TableWords: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0
  /// The last heading: a word that ended with a colon.
  private(set) var head = ""

  init(_ table: String) { bytes = [UInt8](table.utf8) }

  mutating func next() -> String? {
    while let word = nextWord() {
      guard word.utf8.last == UInt8(ascii: ":") else { return word }
      head = String(word.dropLast())
    }
    return nil
  }

  private mutating func nextWord() -> String? {
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    let start = position
    while position < bytes.count, bytes[position] > 0x20 { position += 1 }
    return start < position ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
  }

  /// Splits `left=right`.
  static func sides(of word: String, at separator: Character = "=") -> (String, String)? {
    guard let index = word.firstIndex(of: separator) else { return nil }
    return (String(word[..<index]), String(word[word.index(after: index)...]))
  }
}
