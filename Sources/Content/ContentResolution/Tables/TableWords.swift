// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The words of a generated table, one after another, with the heads of its groups.
///
/// Tables are text, which compiles at once and can be read; each is turned into sorted numbers when
/// it is first needed, and searched without allocation from then on.
struct TableWords: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0
  /// The last word that ended with a colon.
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

  /// The two sides of `left=right`.
  static func sides(of word: String, at separator: Character = "=") -> (String, String)? {
    guard let index = word.firstIndex(of: separator) else { return nil }
    return (String(word[..<index]), String(word[word.index(after: index)...]))
  }
}
