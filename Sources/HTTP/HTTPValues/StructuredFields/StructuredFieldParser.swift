// SPDX-License-Identifier: Apache-2.0

import Bytes

/// The parser of RFC 9651 section 4.2, one function for each of its algorithms.
struct StructuredFieldParser: ~Escapable {
  private let bytes: Span<UInt8>
  private(set) var position = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  // Section 4.2: blanks around the field are dropped, and nothing may be left behind it.

  mutating func parseItemField() throws(TextFault) -> StructuredField.Item {
    skipSpaces()
    let item = try parseItem()
    try finish()
    return item
  }

  mutating func parseListField() throws(TextFault) -> StructuredField.List {
    skipSpaces()
    var members: [StructuredField.Member] = []
    while !isAtEnd {
      members.append(try parseMember())
      try parseSeparator()
    }
    return StructuredField.List(members)
  }

  mutating func parseDictionaryField() throws(TextFault) -> StructuredField.Dictionary {
    skipSpaces()
    var dictionary: StructuredField.Dictionary = [:]
    while !isAtEnd {
      let key = try parseKey()
      if take(UInt8(ascii: "=")) {
        dictionary[key] = try parseMember()
      } else {
        dictionary[key] = .item(StructuredField.Item(.boolean(true), try parseParameters()))
      }
      try parseSeparator()
    }
    return dictionary
  }

  /// Goes to the next member of a list or dictionary, or to the end.
  private mutating func parseSeparator() throws(TextFault) {
    skipBlanks()
    if isAtEnd { return }
    guard take(UInt8(ascii: ",")) else { throw failure("a comma and a member behind it") }
    skipBlanks()
    if isAtEnd { throw failure("a comma and a member behind it") }
  }

  private mutating func parseMember() throws(TextFault) -> StructuredField.Member {
    if current == UInt8(ascii: "(") { return .innerList(try parseInnerList()) }
    return .item(try parseItem())
  }

  private mutating func parseInnerList() throws(TextFault) -> StructuredField.InnerList {
    advance()
    var items: [StructuredField.Item] = []
    while true {
      skipSpaces()
      if take(UInt8(ascii: ")")) {
        return StructuredField.InnerList(items, try parseParameters())
      }
      items.append(try parseItem())
      guard current == UInt8(ascii: " ") || current == UInt8(ascii: ")") else {
        throw failure("a blank or the end of the inner list")
      }
    }
  }

  private mutating func parseItem() throws(TextFault) -> StructuredField.Item {
    let value = try parseBareItem()
    return StructuredField.Item(value, try parseParameters())
  }

  private mutating func parseParameters() throws(TextFault) -> StructuredField.Parameters {
    var parameters: StructuredField.Parameters = [:]
    while take(UInt8(ascii: ";")) {
      skipSpaces()
      let key = try parseKey()
      parameters[key] = take(UInt8(ascii: "=")) ? try parseBareItem() : .boolean(true)
    }
    return parameters
  }

  private mutating func parseKey() throws(TextFault) -> String {
    let start = position
    guard let first = current, first == UInt8(ascii: "*") || first.isLowercaseLetter else {
      throw failure("a key in lower case")
    }
    while let byte = current, ByteSet.structuredKey.contains(byte) { advance() }
    return text(from: start)
  }

  private mutating func finish() throws(TextFault) {
    skipSpaces()
    if !isAtEnd { throw failure("the end of the field") }
  }

  // The cursor.

  var isAtEnd: Bool { position == bytes.count }
  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func advance() { position += 1 }

  mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  func text(from start: Int) -> String { bytes.extracting(start..<position).text }

  func failure(_ expected: String) -> TextFault {
    TextFault(at: position, byte: current, expected: expected)
  }

  private mutating func skipSpaces() {
    while current == UInt8(ascii: " ") { position += 1 }
  }

  private mutating func skipBlanks() {
    while let byte = current, byte.isBlank { position += 1 }
  }
}

extension UInt8 {
  var isLowercaseLetter: Bool { self &- 0x61 < 26 }
}

extension TextFault {
  /// - Parameter byte: the byte at the place; `nil` at the end, or where no byte is at fault.
  init(at offset: Int, byte: UInt8?, expected: String) {
    let seen = byte.map { "byte 0x" + String($0, radix: 16) } ?? "the end"
    self.init(at: offset, seen: seen, expected: expected)
  }
}
