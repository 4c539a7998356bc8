// SPDX-License-Identifier: Apache-2.0

extension Finding {
  /// An invalid text of the file, such as a path.
  package struct Quote: Sendable, Hashable {
    private static let shownBefore = 48
    private static let shownBehind = 24

    package let text: String
    /// The offset of the fault in bytes.
    package let offset: Int

    package init(_ text: String, at offset: Int) {
      self.text = text
      self.offset = min(max(0, offset), text.utf8.count)
    }

    /// The text around the fault, and below it a caret.
    package var lines: [String] {
      let before = String(decoding: text.utf8.prefix(offset), as: UTF8.self).map(Quote.shown)
      let behind = String(decoding: text.utf8.dropFirst(offset), as: UTF8.self).map(Quote.shown)
      let start = before.suffix(Quote.shownBefore)
      let end = behind.prefix(Quote.shownBehind)
      let cut = start.count < before.count ? "..." : ""
      let line = cut + String(start) + String(end) + (end.count < behind.count ? "..." : "")
      return [line, String(repeating: " ", count: cut.count + start.count) + "^"]
    }

    private static func shown(_ character: Character) -> Character {
      character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? " " : character
    }
  }
}
