// SPDX-License-Identifier: Apache-2.0

import Bytes

extension TapeReader {
  /// The byte of the next token, which stays where it is; zero at the end, which starts no token.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func nextByte() -> UInt8 {
    var byte = bytes.byte(at: index)
    if byte > 0x20 { return byte }
    if byte == 0x20 {
      // One space is what most writers of JSON put behind a colon.
      index &+= 1
      byte = bytes.byte(at: index)
      if byte > 0x20 { return byte }
    }
    index = bytes.endOfSpace(from: index)
    return bytes.byte(at: index)
  }

  /// Reads a string, from its opening quote to behind its closing one. True when it has escapes.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func readString() throws(Misfit) -> Bool {
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
        throw Misfit(at: at, expecting: .character)
      }
    }
  }

  /// Where the plain text of a string ends: at a quote, a backslash, a control, or beyond ASCII.
  @inline(__always)
  private func endOfPlainText(from start: Int) throws(Misfit) -> Int {
    var at = start
    while at <= bytes.count &- 8 {
      let stops = bytes.word(at: at).stringStops
      if stops != 0 { return at &+ stops.firstMarkedByte }
      at &+= 8
    }
    return try bytes.endOfLastPlainText(from: at)
  }

  /// Reads the grammar of section 6; the first byte is known. True when there are digits only.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func readNumber(from first: UInt8) throws(Misfit) -> Bool {
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

  /// Where digits end, of which there must be one.
  @inline(__always)
  private func endOfDigits(from start: Int) throws(Misfit) -> Int {
    var at = start
    while at < bytes.count && bytes[at].isDigit { at &+= 1 }
    guard at > start else { throw Misfit(at: at, expecting: .digit) }
    return at
  }

  /// Reads `true`, `false` or `null`.
  @inline(__always)
  @_lifetime(self: copy self)
  @_lifetime(tape: copy tape)
  mutating func readWord(into tape: inout OutputSpan<Entry>) throws(Misfit) {
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
      throw bytes.misfit(inWordAt: start)
    }
  }
}

extension Span<UInt8> {
  /// What is wrong with a word: the first byte that is not its own.
  @inline(never)
  fileprivate func misfit(inWordAt start: Int) -> Misfit {
    let end =
      switch byte(at: start) {
      case UInt8(ascii: "t"): endOfMatch(with: "true", from: start)
      case UInt8(ascii: "f"): endOfMatch(with: "false", from: start)
      default: endOfMatch(with: "null", from: start)
      }
    return Misfit(at: end, expecting: .value)
  }
}
