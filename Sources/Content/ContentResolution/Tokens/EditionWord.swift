// SPDX-License-Identifier: Apache-2.0

import Bytes
package import ContentModel

/// The word in audience tokens of an edition beside the published one: of a rollout, such as
/// `rollout~3b1f0c2a9d8e7f60-6924ab10`, or of a draft, such as `draft~c0ffee123456`.
///
/// The word of a rollout has the edition and the second at which the rollout began, so that a later rollout of the
/// same edition has other URLs: no cache can have anything of an earlier one there. Like the arms of experiments a word
/// counts in a sealed token only.
package struct EditionWord: Sendable, Hashable, CustomStringConvertible {
  package let description: String
  /// The tag of all answers of the edition; `nil` for a draft, which no cache keeps.
  package let tag: String?
  private let bytes: [UInt8]

  /// The word of a rollout.
  package init(rolloutOf edition: String, began: UnixTime) {
    let name = "\(edition)-\(String(max(0, began.seconds), radix: 16))"
    self.init("rollout~\(name)", tag: "rollout:\(name)")
  }

  /// The word of a draft.
  package init(draft id: DraftID) { self.init("draft~\(id)", tag: nil) }

  private init(_ word: String, tag: String?) {
    description = word
    self.tag = tag
    bytes = Array(word.utf8)
  }

  package var isOfDraft: Bool { tag == nil }

  /// Whether an audience token, the first segment of a path, names this edition.
  package func isPart(of segment: borrowing Span<UInt8>) -> Bool {
    var start = 0
    while start + bytes.count <= segment.count {
      let end = start + bytes.count
      if end == segment.count || segment[end] == UInt8(ascii: "."), isEqual(segment, from: start) {
        return true
      }
      while start < segment.count, segment[start] != UInt8(ascii: ".") { start += 1 }
      start += 1
    }
    return false
  }

  /// Whether a part of a token is this word.
  func equals(_ part: borrowing Span<UInt8>) -> Bool {
    part.count == bytes.count && isEqual(part, from: 0)
  }

  private func isEqual(_ segment: borrowing Span<UInt8>, from start: Int) -> Bool {
    for index in bytes.indices where segment[start + index] != bytes[index] { return false }
    return true
  }
}

/// The name of a draft: twelve hexadecimal digits, the first of them a letter.
package struct DraftID: Sendable, Hashable, CustomStringConvertible {
  package let description: String
  private static let digits = 12
  private static let prefix: InlineArray<6, UInt8> = [0x64, 0x72, 0x61, 0x66, 0x74, 0x7E]

  /// Reads a name; `nil` for a text of another form.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard DraftID.isName(bytes.span) else { return nil }
    description = text
  }

  /// Draws a name.
  package init(by random: inout some RandomNumberGenerator) {
    var text = ["a", "b", "c", "d", "e", "f"].randomElement(using: &random) ?? "a"
    for _ in 1..<DraftID.digits {
      text += String(UInt8.random(in: 0..<16, using: &random), radix: 16)
    }
    description = text
  }

  private static func isName(_ text: Span<UInt8>) -> Bool {
    guard text.count == digits, !ASCII.isDigit(text[0]) else { return false }
    for index in text.indices {
      guard text[index].hexadecimalValue != nil, ASCII.lowercased(text[index]) == text[index]
      else { return false }
    }
    return true
  }

  /// The draft that an audience token names, whether it is sealed or not; `nil` for none.
  package init?(namedBy segment: borrowing Span<UInt8>) {
    let word = DraftID.prefix.count + DraftID.digits
    var start = 0
    while start + word <= segment.count {
      var end = start
      while end < segment.count, segment[end] != UInt8(ascii: ".") { end += 1 }
      if end - start == word, DraftID.begins(segment, at: start) {
        let name = segment.extracting(start + DraftID.prefix.count..<end)
        if DraftID.isName(name) {
          description = name.text
          return
        }
      }
      start = end + 1
    }
    return nil
  }

  private static func begins(_ segment: borrowing Span<UInt8>, at start: Int) -> Bool {
    for index in 0..<prefix.count where segment[start + index] != prefix[index] { return false }
    return true
  }
}
