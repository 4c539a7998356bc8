// SPDX-License-Identifier: Apache-2.0

import Bytes

extension TapeReader {
  /// Reads a string, from its opening quote to behind its closing one. True when it has escapes.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func readString() throws(JSONFault) -> Bool {
    var isEscaped = false
    index &+= 1
    while true {
      let byte = try plainTextEnd()
      if byte == UInt8(ascii: "\"") {
        index &+= 1
        return isEscaped
      }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        try readEscape()
      } else {
        try readBeyondASCII()
      }
    }
  }

  /// Steps over plain text to the byte that ends it: a quote, a backslash or one beyond ASCII.
  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func plainTextEnd() throws(JSONFault) -> UInt8 {
    var at = index
    while at <= count &- 8 {
      let stops = bytes.word(at: at).stringStops
      if stops != 0 {
        at &+= stops.firstMarkedByte
        index = at
        let byte = bytes[at]
        guard byte >= 0x20 else { throw fault(expecting: .character) }
        return byte
      }
      at &+= 8
    }
    index = at
    return try plainTextEndNearEnd()
  }

  /// The same for the last seven bytes of the document.
  @inline(never)
  @_lifetime(self: copy self)
  private mutating func plainTextEndNearEnd() throws(JSONFault) -> UInt8 {
    while index < count {
      let byte = bytes[index]
      guard byte >= 0x20 else { break }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte >= 0x80 { return byte }
      index &+= 1
    }
    throw fault(expecting: .character)
  }

  /// Surrogates need not come in pairs: the grammar of section 7 allows one alone.
  @inline(never)
  @_lifetime(self: copy self)
  private mutating func readEscape() throws(JSONFault) {
    index &+= 1
    switch byte(at: index) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index &+= 1
    case UInt8(ascii: "u"):
      index &+= 1
      for _ in 0..<4 {
        guard byte(at: index).hexadecimalValue != nil else {
          throw fault(expecting: .hexadecimal)
        }
        index &+= 1
      }
    default:
      throw fault(expecting: .escape)
    }
  }

  /// Reads characters of two to four bytes, as many as follow each other (RFC 3629 section 4).
  @inline(never)
  @_lifetime(self: copy self)
  private mutating func readBeyondASCII() throws(JSONFault) {
    while index < count {
      let first = bytes[index]
      let length: Int
      switch first {
      case 0..<0x80: return
      case 0xC2..<0xE0: length = 2
      case 0xE0..<0xF0: length = 3
      case 0xF0..<0xF5: length = 4
      default: throw encodingFault(at: index)
      }
      guard index <= count &- length else { throw encodingFault(at: index) }
      let second = bytes[index &+ 1]
      var isContinued = second & 0xC0 == 0x80
      if length > 2 {
        isContinued = isContinued && bytes[index &+ 2] & 0xC0 == 0x80
        if length > 3 { isContinued = isContinued && bytes[index &+ 3] & 0xC0 == 0x80 }
        switch first {
        // Not what has a shorter form, no surrogates, nothing past U+10FFFF.
        case 0xE0: isContinued = isContinued && second >= 0xA0
        case 0xED: isContinued = isContinued && second < 0xA0
        case 0xF0: isContinued = isContinued && second >= 0x90
        case 0xF4: isContinued = isContinued && second < 0x90
        default: break
        }
      }
      guard isContinued else { throw encodingFault(at: index) }
      index &+= length
    }
  }

  @inline(never)
  private func encodingFault(at index: Int) -> JSONFault {
    JSONFault(.encoding, at: index, seen: bytes[index], expected: .encoding)
  }
}
