// SPDX-License-Identifier: Apache-2.0

import Bytes

/// The serialiser of RFC 9651 section 4.1.
struct StructuredFieldWriter: ~Copyable {
  private var output = ByteBuffer(capacity: 128)

  var text: String { output.span.text }

  mutating func write(_ list: StructuredField.List) throws(TextFault) {
    for (index, member) in list.members.enumerated() {
      if index > 0 { output.append(", ") }
      try write(member)
    }
  }

  mutating func write(_ dictionary: StructuredField.Dictionary) throws(TextFault) {
    for (index, entry) in dictionary.entries.enumerated() {
      if index > 0 { output.append(", ") }
      try writeKey(entry.key)
      if case .item(let item) = entry.value, item.value == .boolean(true) {
        try write(item.parameters)
      } else {
        output.append(UInt8(ascii: "="))
        try write(entry.value)
      }
    }
  }

  mutating func write(_ item: StructuredField.Item) throws(TextFault) {
    try write(item.value)
    try write(item.parameters)
  }

  private mutating func write(_ member: StructuredField.Member) throws(TextFault) {
    switch member {
    case .item(let item): try write(item)
    case .innerList(let list):
      output.append(UInt8(ascii: "("))
      for (index, item) in list.items.enumerated() {
        if index > 0 { output.append(UInt8(ascii: " ")) }
        try write(item)
      }
      output.append(UInt8(ascii: ")"))
      try write(list.parameters)
    }
  }

  private mutating func write(
    _ parameters: StructuredField.Parameters
  ) throws(TextFault) {
    for entry in parameters.entries {
      output.append(UInt8(ascii: ";"))
      try writeKey(entry.key)
      guard entry.value != .boolean(true) else { continue }
      output.append(UInt8(ascii: "="))
      try write(entry.value)
    }
  }

  private mutating func writeKey(_ key: String) throws(TextFault) {
    let bytes = key.utf8Span.span
    guard bytes.count > 0, bytes[0] == UInt8(ascii: "*") || bytes[0].isLowercaseLetter,
      ByteSet.structuredKey.containsAll(bytes)
    else { throw refusal("a key in lower case") }
    output.append(bytes)
  }

  private mutating func write(_ value: StructuredField.BareItem) throws(TextFault) {
    switch value {
    case .integer(let number): try write(integer: number)
    case .decimal(let number): write(number)
    case .string(let text): try write(string: text)
    case .token(let text): try write(token: text)
    case .bytes(let bytes):
      output.append(UInt8(ascii: ":"))
      output.append(base64: bytes.span)
      output.append(UInt8(ascii: ":"))
    case .boolean(let isTrue): output.append(isTrue ? "?1" : "?0")
    case .date(let seconds):
      output.append(UInt8(ascii: "@"))
      try write(integer: seconds)
    case .displayString(let text): write(displayString: text)
    }
  }

  private mutating func write(integer: Int) throws(TextFault) {
    guard StructuredField.integers.contains(integer) else {
      throw refusal("an integer of at most 15 digits")
    }
    output.append(decimal: integer)
  }

  private mutating func write(_ decimal: StructuredField.Decimal) {
    let (whole, fraction) = decimal.thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
    if decimal.thousandths < 0 { output.append(UInt8(ascii: "-")) }
    output.append(decimal: Int(whole))
    output.append(UInt8(ascii: "."))
    var rest = Int(fraction)
    var place = 100
    repeat {
      output.append(decimal: rest / place)
      rest %= place
      place /= 10
    } while rest > 0
  }

  private mutating func write(string: String) throws(TextFault) {
    let bytes = string.utf8Span.span
    output.append(UInt8(ascii: "\""))
    for index in 0..<bytes.count {
      guard bytes[index].isPrintable else {
        throw refusal("a printable ASCII character", bytes[index])
      }
      if bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "\\") {
        output.append(UInt8(ascii: "\\"))
      }
      output.append(bytes[index])
    }
    output.append(UInt8(ascii: "\""))
  }

  private mutating func write(token: String) throws(TextFault) {
    let bytes = token.utf8Span.span
    guard bytes.count > 0, bytes[0].isLetter || bytes[0] == UInt8(ascii: "*") else {
      throw refusal("a token")
    }
    for index in 0..<bytes.count where !bytes[index].isStructuredTokenCharacter {
      throw refusal("a token", bytes[index])
    }
    output.append(bytes)
  }

  private mutating func write(displayString: String) {
    let bytes = displayString.utf8Span.span
    output.append("%\"")
    for index in 0..<bytes.count {
      let byte = bytes[index]
      if byte.isPrintable, byte != UInt8(ascii: "%"), byte != UInt8(ascii: "\"") {
        output.append(byte)
      } else {
        output.append(UInt8(ascii: "%"))
        output.append(hexadecimal: Int(byte >> 4))
        output.append(hexadecimal: Int(byte & 0xF))
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private func refusal(_ expected: String, _ found: UInt8? = nil) -> TextFault {
    TextFault(at: output.count, byte: found, expected: expected)
  }
}
