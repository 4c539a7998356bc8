// SPDX-License-Identifier: Apache-2.0

import Bytes

/// The rare parts of tokens, as separate functions of an index, so that the reader's state stays in
/// registers.
extension Span<UInt8> {
  /// Returns the index of the next byte that is not white space (RFC 8259 section 2).
  ///
  /// Lines of formatted text begin with runs of spaces.
  @inline(never)
  func endOfSpace(from start: Int) -> Int {
    var index = start
    while index < count {
      switch self[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index &+= 1
      default: return index
      }
      while index <= count &- 8 {
        let spaces = word(at: index).leadingSpaces
        index &+= spaces
        if spaces < 8 { break }
      }
    }
    return index
  }

  /// Returns the end of a string's plain text within the last bytes of the document.
  @inline(never)
  func endOfLastPlainText(from start: Int) throws(SyntaxFault) -> Int {
    var index = start
    while index < count {
      let byte = self[index]
      guard byte >= 0x20 else { break }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte >= 0x80 { return index }
      index &+= 1
    }
    throw SyntaxFault(at: index, expecting: .character)
  }

  /// Returns the end of the escape whose backslash is at `start`.
  ///
  /// Surrogates may be unpaired: the grammar of section 7 allows it.
  @inline(never)
  func endOfEscape(from start: Int) throws(SyntaxFault) -> Int {
    switch byte(at: start &+ 1) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start &+ 2
    case UInt8(ascii: "u"):
      for index in start &+ 2..<start &+ 6 where byte(at: index).hexadecimalValue == nil {
        throw SyntaxFault(at: Swift.min(index, count), expecting: .hexadecimal)
      }
      return start &+ 6
    default:
      throw SyntaxFault(at: Swift.min(start &+ 1, count), expecting: .escape)
    }
  }

  /// Returns the end of a run of characters beyond ASCII (RFC 3629 section 4).
  @inline(never)
  func endBeyondASCII(from start: Int) throws(SyntaxFault) -> Int {
    var index = start
    while index < count {
      let first = self[index]
      let length: Int
      switch first {
      case 0..<0x80: return index
      case 0xC2..<0xE0: length = 2
      case 0xE0..<0xF0: length = 3
      case 0xF0..<0xF5: length = 4
      default: throw SyntaxFault(at: index, expecting: .encoding)
      }
      guard index <= count &- length, isContinued(at: index, first: first, length: length) else {
        throw SyntaxFault(at: index, expecting: .encoding)
      }
      index &+= length
    }
    return index
  }

  @inline(__always)
  private func isContinued(at index: Int, first: UInt8, length: Int) -> Bool {
    let second = self[index &+ 1]
    guard second & 0xC0 == 0x80 else { return false }
    guard length > 2 else { return true }
    guard self[index &+ 2] & 0xC0 == 0x80 else { return false }
    // Refuses overlong forms, surrogates, and characters past U+10FFFF.
    switch first {
    case 0xE0: return second >= 0xA0
    case 0xED: return second < 0xA0
    case 0xF0: return second >= 0x90 && self[index &+ 3] & 0xC0 == 0x80
    case 0xF4: return second < 0x90 && self[index &+ 3] & 0xC0 == 0x80
    case 0xF1...0xF3: return self[index &+ 3] & 0xC0 == 0x80
    default: return true
    }
  }

  /// Returns the end of the longest common prefix with `word`.
  func endOfMatch(with word: StaticString, from start: Int) -> Int {
    var same = 0
    while same < word.utf8CodeUnitCount && byte(at: start &+ same) == word.byte(at: same) {
      same += 1
    }
    return Swift.min(start &+ same, count)
  }

  /// Returns the byte, or zero after the end.
  @inline(__always)
  func byte(at index: Int) -> UInt8 { index < count ? self[index] : 0 }
}
