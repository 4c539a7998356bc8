// SPDX-License-Identifier: Apache-2.0

/// Reading the text of elements and attributes.
extension XMLReader {
  /// Reads the text up to the next tag; `nil` if there is none.
  mutating func text() throws(DataFileError) -> String? {
    let start = cursor.index
    skipPlain(until: UInt8(ascii: "<"))
    if cursor.byte == UInt8(ascii: "<"), !atSection {
      try admitText(cursor.index - start, at: start)
      return cursor.index == start ? nil : cursor.text(start..<cursor.index)
    }
    cursor.index = start
    scratch.removeAll(keepingCapacity: true)
    while true {
      try addCharacters(until: UInt8(ascii: "<"), from: start)
      guard !cursor.atEnd else {
        throw cursor.failure(expected: "</\(openName)>")
      }
      guard atSection else { break }
      if cursor.skip("<![CDATA[") {
        try addSection(from: start)
      } else if cursor.starts(with: "<!--") {
        try comment()
      } else if cursor.starts(with: "<?") {
        try instruction()
      } else {
        throw cursor.failure(expected: "an element, a comment or a CDATA section")
      }
    }
    return scratch.isEmpty ? nil : String(utf8: scratch.span) ?? ""
  }

  /// Whether a CDATA section, comment or instruction begins at the cursor.
  private var atSection: Bool {
    cursor.byte(ahead: 1) == UInt8(ascii: "!") || cursor.byte(ahead: 1) == UInt8(ascii: "?")
  }

  /// Reads a quoted value.
  mutating func attributeValue() throws(DataFileError) -> String {
    let quote = cursor.byte
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw cursor.failure(expected: "a value in quotes")
    }
    let opening = cursor.index
    cursor.index &+= 1
    scratch.removeAll(keepingCapacity: true)
    try addCharacters(until: quote, from: opening)
    guard !cursor.atEnd else {
      throw cursor.failure(
        .endOfFile,
        at: opening,
        seen: "a value without its end",
        expected: "\"\(Unicode.Scalar(quote))\""
      )
    }
    cursor.index &+= 1
    return String(utf8: scratch.span) ?? ""
  }

  /// Moves to the end, or to the next character that needs decoding.
  private mutating func skipPlain(until end: UInt8) {
    let bytes = cursor.bytes
    var index = cursor.index
    while index < bytes.count {
      let byte = bytes[index]
      if byte == end || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<")
        || byte == UInt8(ascii: "]") || byte == 0xEF || byte < 0x20
      {
        if byte != 0x0A && byte != 0x09 || end != UInt8(ascii: "<") { break }
      }
      index &+= 1
    }
    cursor.index = index
  }

  /// Appends to `scratch` the characters before the end: `<` for text, otherwise the attribute's
  /// quote.
  private mutating func addCharacters(until end: UInt8, from start: Int) throws(DataFileError) {
    let isText = end == UInt8(ascii: "<")
    while true {
      let first = cursor.index
      skipPlain(until: end)
      for index in first..<cursor.index { scratch.append(cursor.bytes[index]) }
      try admitText(scratch.count, at: start)
      guard !cursor.atEnd, cursor.byte != end else { return }
      switch cursor.byte {
      case UInt8(ascii: "&"): scratch.append(try reference())
      case UInt8(ascii: "<"):
        throw cursor.failure(expected: "&lt; in the value of an attribute")
      case UInt8(ascii: "]") where isText && cursor.starts(with: "]]>"):
        throw cursor.failure(seen: "]]>", expected: "]]&gt; in text")
      case 0x0D: addLineEnd(isText ? 0x0A : 0x20)
      case 0x09, 0x0A:
        scratch.append(isText ? cursor.byte : 0x20)
        cursor.index &+= 1
      default: try addCharacter()
      }
    }
  }

  /// Appends to `scratch` a section's text up to `]]>`, and skips that.
  private mutating func addSection(from start: Int) throws(DataFileError) {
    let opening = cursor.index
    while !cursor.skip("]]>") {
      guard !cursor.atEnd else {
        throw cursor.failure(
          .endOfFile,
          at: opening,
          seen: "a CDATA section without its end",
          expected: "\"]]>\""
        )
      }
      if cursor.byte == 0x0D { addLineEnd(0x0A) } else { try addCharacter() }
      try admitText(scratch.count, at: start)
    }
  }

  private mutating func addLineEnd(_ byte: UInt8) {
    cursor.index &+= cursor.byte(ahead: 1) == 0x0A ? 2 : 1
    scratch.append(byte)
  }

  private mutating func addCharacter() throws(DataFileError) {
    try admitCharacter()
    scratch.append(cursor.byte)
    cursor.index &+= 1
  }

  /// Refuses a character that XML forbids; only its first byte is examined.
  mutating func admitCharacter() throws(DataFileError) {
    let byte = cursor.byte
    let isNone =
      byte < 0x20 && !XMLReader.isSpace(byte)
      || byte == 0xEF && cursor.byte(ahead: 1) == 0xBF && cursor.byte(ahead: 2) >= 0xBE
    guard !isNone else { throw cursor.failure(expected: "a character that XML allows") }
  }

  /// Reads a reference such as `&amp;`, `&#38;` or `&#x26;`.
  private mutating func reference() throws(DataFileError) -> Unicode.Scalar {
    let start = cursor.index
    for (name, scalar) in XMLReader.entities where cursor.skip(name) { return scalar }
    guard cursor.skip("&#") else {
      throw cursor.failure(
        .unsupported,
        seen: "an entity",
        expected: "&amp; &lt; &gt; &quot; &apos; or a number such as &#38;"
      )
    }
    let isHexadecimal = cursor.skip("x")
    var value: UInt32 = 0
    let first = cursor.index
    while let digit = cursor.byte.hexadecimalValue, isHexadecimal || digit < 10, value < 0x110000 {
      value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
      cursor.index &+= 1
    }
    guard cursor.index > first, cursor.byte == UInt8(ascii: ";") else {
      throw cursor.failure(expected: "digits and \";\"")
    }
    guard let scalar = Unicode.Scalar(value), XMLReader.isCharacter(scalar) else {
      throw cursor.failure(
        .encoding,
        at: start,
        seen: "a reference to U+\(hexadecimal(value, width: 4))",
        expected: "a character that XML allows"
      )
    }
    cursor.index &+= 1
    return scalar
  }

  private static let entities: [(String, Unicode.Scalar)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
  ]

  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && scalar.value & 0xFFFF_FFFE != 0xFFFE
      || isSpace(UInt8(truncatingIfNeeded: scalar.value)) && scalar.isASCII
  }

  private mutating func admitText(_ count: Int, at start: Int) throws(DataFileError) {
    guard count <= limits.textBytes else {
      throw cursor.failure(
        .limit,
        at: start,
        seen: "a text of \(count) bytes or more",
        expected: "at most \(limits.textBytes)"
      )
    }
  }
}
