// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel

/// Parses tokens with the words of an edition.
package struct TokenReader: Sendable {
  package let words: TokenWords
  private let seal: any TokenSeal
  private let draft: EditionWord?

  /// - Parameter draft: the word without which an instant to show means nothing; `nil` where there is none to show.
  package init(_ words: TokenWords, seal: any TokenSeal, draft: EditionWord? = nil) {
    self.words = words
    self.seal = seal
    self.draft = draft
  }

  /// Parses a segment; `nil` if it does not have the form of a token.
  package func token(_ text: Span<UInt8>) -> AudienceToken? {
    guard text.count > 0, text.count <= AudienceToken.maximumBytes else { return nil }
    var token = AudienceToken(Audience())
    var arms: [TokenWords.Meaning] = []
    var preview: UnixTime?
    var (isOfDraft, namesAudience) = (false, false)
    var start = 0
    while start <= text.count {
      var word = WordHash()
      var end = start
      while end < text.count, text[end] != UInt8(ascii: ".") {
        word.add(text[end])
        end += 1
      }
      guard end > start else { return nil }
      if start > 0, TokenReader.isDigit(text[start]) {
        end = TokenReader.end(ofVersion: end, in: text)
      }
      let part = text.extracting(start..<end)
      if start == 0 {
        guard let languages = languages(part, word) else { return nil }
        token.audience.languages = languages
        namesAudience = draft == nil || part.text != TokenReader.nobody
      } else if part[0] == UInt8(ascii: "~") {
        guard end == text.count else { return nil }
        token.isSealed = TokenReader.isSeal(part, of: text.extracting(0..<start - 1), by: seal)
      } else if let instant = TokenReader.preview(part) {
        preview = instant
      } else if draft?.equals(part) ?? false {
        isOfDraft = true
      } else if TokenReader.isDigit(part[0]) {
        namesAudience = true
        token.audience[.app] = words.space.atom(ofVersion: AppVersion(part))
      } else if let meaning = words.others[word] {
        namesAudience = true
        if meaning.isOfExperiment {
          arms.append(meaning)
        } else {
          token.audience[meaning.dimension] = meaning.atom
        }
      } else {
        namesAudience = true
        guard take(part, into: &token.audience) else { return nil }
      }
      start = end + 1
    }
    if token.isSealed {
      for arm in arms { token.audience[arm.dimension] = arm.atom }
      if isOfDraft {
        token.preview = preview
        token.isForAnyAudience = !namesAudience
      }
    }
    return token
  }

  /// The language of tokens that name none.
  private static let nobody = "und"

  /// Whether a text ends with a valid seal, whatever its other parts mean.
  package static func isSealed(_ text: Span<UInt8>, by seal: any TokenSeal) -> Bool {
    guard text.count > sealLength, text[text.count - sealLength - 1] == UInt8(ascii: ".") else {
      return false
    }
    let end = text.count - sealLength
    return isSeal(text.extracting(end...), of: text.extracting(0..<end - 1), by: seal)
  }

  private static let sealLength = 17

  /// Parses a build, and ignores a word unknown to the edition.
  private func take(_ part: Span<UInt8>, into audience: inout Audience) -> Bool {
    if ASCII.lowercased(part[0]) == UInt8(ascii: "b"), let build = TokenReader.number(part, from: 1)
    {
      audience[.build] = words.space.atom(ofBuild: build)
      return true
    }
    return TokenReader.isWord(part)
  }

  /// Returns the published languages for those of a token; `nil` if a part is no language tag.
  private func languages(_ part: Span<UInt8>, _ word: WordHash) -> LanguageChain? {
    if let language = words.languages[word] { return LanguageChain(CollectionOfOne(language)) }
    var wanted = LanguageList()
    var start = 0
    while start <= part.count {
      let end = ASCII.firstIndex(of: UInt8(ascii: "~"), in: part, start..<part.count) ?? part.count
      guard let tag = LanguageTag(part.extracting(start..<end)) else { return nil }
      wanted.append(tag)
      start = end + 1
    }
    return words.matcher.chain(for: DesiredLanguages(wanted: wanted))
  }

  private static func preview(_ part: Span<UInt8>) -> UnixTime? {
    let prefix: InlineArray<8, UInt8> = [0x70, 0x72, 0x65, 0x76, 0x69, 0x65, 0x77, 0x7E]
    guard part.count > prefix.count else { return nil }
    for index in 0..<prefix.count where ASCII.lowercased(part[index]) != prefix[index] {
      return nil
    }
    return number(part, from: prefix.count).map { UnixTime(seconds: Int64(clamping: $0)) }
  }

  private static func isSeal(
    _ part: Span<UInt8>,
    of text: Span<UInt8>,
    by seal: any TokenSeal
  ) -> Bool {
    guard part.count == sealLength, part[0] == UInt8(ascii: "~") else { return false }
    let expected = TokenReader.letters(of: seal.seal(of: text))
    var difference: UInt8 = 0
    for index in 0..<16 { difference |= expected[index] ^ ASCII.lowercased(part[index + 1]) }
    return difference == 0
  }

  /// Encodes a seal, five bits a character, in letters and digits that are not easily confused.
  static func letters(of seal: SealBytes) -> InlineArray<16, UInt8> {
    let alphabet: InlineArray<32, UInt8> = [
      0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6D, 0x6E, 0x70, 0x71,
      0x72,
      0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38,
      0x39,
    ]
    var letters = InlineArray<16, UInt8>(repeating: 0)
    for letter in 0..<16 {
      var value = 0
      for bit in letter * 5..<letter * 5 + 5 {
        value = value << 1 | Int(seal[bit / 8] >> UInt8(7 - bit % 8)) & 1
      }
      letters[letter] = alphabet[value]
    }
    return letters
  }

  /// Returns the end of a version whose first number ends here: its dots are followed by digits.
  private static func end(ofVersion first: Int, in text: Span<UInt8>) -> Int {
    var end = first
    while end + 1 < text.count, isDigit(text[end + 1]) {
      end += 1
      while end < text.count, text[end] != UInt8(ascii: ".") { end += 1 }
    }
    return end
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func number(_ part: Span<UInt8>, from start: Int) -> UInt64? {
    guard part.count > start, part.count - start <= 18 else { return nil }
    var number: UInt64 = 0
    for index in start..<part.count {
      guard ASCII.isDigit(part[index]) else { return nil }
      number = number * 10 + UInt64(part[index] & 0x0F)
    }
    return number
  }

  /// Returns whether a part could be a word of another edition.
  private static func isWord(_ part: Span<UInt8>) -> Bool {
    for index in part.indices {
      let byte = part[index]
      guard
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "~")
          || byte == UInt8(ascii: "_")
      else { return false }
    }
    return true
  }
}
