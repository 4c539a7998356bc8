// SPDX-License-Identifier: Apache-2.0

import Bytes

extension TapeReader {
  /// Returns the first byte of the next token without consuming it; zero at the end.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func nextByte() -> UInt8 {
    var byte = bytes.byte(at: index)
    if byte > 0x20 { return byte }
    if byte == 0x20 {
      // Most writers of JSON put one space after a colon.
      index &+= 1
      byte = bytes.byte(at: index)
      if byte > 0x20 { return byte }
    }
    index = bytes.endOfSpace(from: index)
    return bytes.byte(at: index)
  }

  /// Reads a string, both quotes included. True when it has escapes.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func readString() throws(SyntaxFault) -> Bool {
    var isEscaped = false
    var at = index &+ 1
    while true {
      at = try endOfPlainText(from: at)
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        index = at &+ 1
        return isEscaped
      }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        at = try bytes.endOfEscape(from: at)
      } else if byte >= 0x80 {
        at = try bytes.endBeyondASCII(from: at)
      } else {
        throw SyntaxFault(at: at, expecting: .character)
      }
    }
  }

  /// Returns the end of a string's plain text: at a quote, backslash, control, or beyond ASCII.
  @inline(__always)
  private func endOfPlainText(from start: Int) throws(SyntaxFault) -> Int {
    var at = start
    while at <= bytes.count &- 8 {
      let stops = bytes.word(at: at).stringStops
      if stops != 0 { return at &+ stops.firstMarkedByte }
      at &+= 8
    }
    return try bytes.endOfLastPlainText(from: at)
  }

  /// Reads a number (section 6) after its first byte. True when it has only digits and a sign.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func readNumber(from first: UInt8) throws(SyntaxFault) -> Bool {
    var at = first == UInt8(ascii: "-") ? index &+ 1 : index
    if bytes.byte(at: at) == UInt8(ascii: "0") {
      at &+= 1
    } else {
      at = try endOfDigits(from: at)
    }
    var isInteger = true
    var byte = bytes.byte(at: at)
    if byte == UInt8(ascii: ".") {
      isInteger = false
      at = try endOfDigits(from: at &+ 1)
      byte = bytes.byte(at: at)
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      at &+= 1
      byte = bytes.byte(at: at)
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { at &+= 1 }
      at = try endOfDigits(from: at)
    }
    index = at
    return isInteger
  }

  /// Returns the end of one or more digits.
  @inline(__always)
  private func endOfDigits(from start: Int) throws(SyntaxFault) -> Int {
    var at = start
    while at < bytes.count && bytes[at].isDigit { at &+= 1 }
    guard at > start else { throw SyntaxFault(at: at, expecting: .digit) }
    return at
  }

  /// Reads `true`, `false` or `null`.
  @inline(__always)
  @_lifetime(self: copy self)
  @_lifetime(tape: copy tape)
  mutating func readWord(into tape: inout OutputSpan<Entry>) throws(SyntaxFault) {
    let start = index
    switch start <= bytes.count &- 4 ? bytes.halfWord(at: start) : 0 {
    case 0x6575_7274:
      index &+= 4
      append(.boolean, marked: true, from: start, to: &tape)
    case 0x736C_6166 where bytes.byte(at: start &+ 4) == UInt8(ascii: "e"):
      index &+= 5
      append(.boolean, marked: false, from: start, to: &tape)
    case 0x6C6C_756E:
      index &+= 4
      append(.null, marked: false, from: start, to: &tape)
    default:
      throw bytes.fault(inWordAt: start)
    }
  }
}

extension Span<UInt8> {
  /// Returns the error at the first byte that differs from the word.
  @inline(never)
  fileprivate func fault(inWordAt start: Int) -> SyntaxFault {
    let end =
      switch byte(at: start) {
      case UInt8(ascii: "t"): endOfMatch(with: "true", from: start)
      case UInt8(ascii: "f"): endOfMatch(with: "false", from: start)
      default: endOfMatch(with: "null", from: start)
      }
    return SyntaxFault(at: end, expecting: .value)
  }
}
