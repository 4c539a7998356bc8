// SPDX-License-Identifier: Apache-2.0

import Bytes

extension TapeReader {
  /// The byte of the next token, which stays where it is; zero at the end, which starts no token.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func nextByte() -> UInt8 {
    guard index < count else { return 0 }
    let byte = bytes[index]
    return byte > 0x20 ? byte : nextByteBehindSpace()
  }

  /// Lines of text that people read begin with runs of spaces.
  @inline(never)
  @_lifetime(self: copy self)
  private mutating func nextByteBehindSpace() -> UInt8 {
    while index < count {
      let byte = bytes[index]
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09: index &+= 1
      default: return byte
      }
      while index <= count &- 8 {
        let spaces = bytes.word(at: index).leadingSpaces
        index &+= spaces
        if spaces < 8 { break }
      }
    }
    return 0
  }

  /// Reads the grammar of section 6; the first byte is known. True when there are digits only.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func readNumber(from first: UInt8) throws(JSONFault) -> Bool {
    if first == UInt8(ascii: "-") { index &+= 1 }
    if byte(at: index) == UInt8(ascii: "0") {
      index &+= 1
    } else {
      try readDigits()
    }
    var isInteger = true
    if byte(at: index) == UInt8(ascii: ".") {
      isInteger = false
      index &+= 1
      try readDigits()
    }
    if byte(at: index) | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      index &+= 1
      let sign = byte(at: index)
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index &+= 1 }
      try readDigits()
    }
    return isInteger
  }

  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func readDigits() throws(JSONFault) {
    let start = index
    while index < count && bytes[index].isDigit { index &+= 1 }
    guard index > start else { throw fault(expecting: .digit) }
  }

  /// The byte there, and zero past the end.
  @inline(__always)
  func byte(at index: Int) -> UInt8 { index < count ? bytes[index] : 0 }

  /// Reads `true`, `false` or `null`.
  @inline(__always)
  @_lifetime(self: copy self)
  @_lifetime(tape: copy tape)
  mutating func readWord(
    _ first: UInt8,
    into tape: inout OutputSpan<Entry>
  ) throws(JSONFault) {
    let start = index
    guard start <= count &- 4 else { throw fault(inWord: first) }
    switch (first, bytes.halfWord(at: start)) {
    case (UInt8(ascii: "t"), 0x6575_7274):
      index &+= 4
      append(.boolean, marked: true, from: start, to: &tape)
    case (UInt8(ascii: "f"), 0x736C_6166) where byte(at: start &+ 4) == UInt8(ascii: "e"):
      index &+= 5
      append(.boolean, marked: false, from: start, to: &tape)
    case (UInt8(ascii: "n"), 0x6C6C_756E):
      index &+= 4
      append(.null, marked: false, from: start, to: &tape)
    default:
      throw fault(inWord: first)
    }
  }

  /// What is wrong at `index`.
  @inline(never)
  func fault(expecting expected: JSONFault.Expectation) -> JSONFault {
    guard index < count else {
      return JSONFault(.unexpectedEnd, at: count, expected: expected)
    }
    return JSONFault(.unexpectedByte, at: index, seen: bytes[index], expected: expected)
  }

  /// What is wrong with a word: the first byte that is not its own.
  @inline(never)
  @_lifetime(self: copy self)
  private mutating func fault(inWord first: UInt8) -> JSONFault {
    let word: [UInt8] =
      switch first {
      case UInt8(ascii: "t"): Array("true".utf8)
      case UInt8(ascii: "f"): Array("false".utf8)
      case UInt8(ascii: "n"): Array("null".utf8)
      default: []
      }
    var same = 0
    while same < word.count && byte(at: index &+ same) == word[same] { same += 1 }
    index += same
    return fault(expecting: .value)
  }
}
