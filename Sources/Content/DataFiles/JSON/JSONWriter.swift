// SPDX-License-Identifier: Apache-2.0

/// Writes compact JSON (RFC 8259), members in their order; the output is deterministic.
///
/// Where the standard leaves a choice:
/// - only what must be escaped is: `"`, `\` and controls below U+0020, in the two-letter form where
///   there is one; everything else is UTF-8;
/// - numbers are exact: a decimal is written with the digits it was read with;
/// - NaN and the infinities are an error;
/// - dates are written as text and data as base64, unless that is to be an error.
package struct JSONWriter: Sendable {
  /// Whether dates and data, which only property lists have, are written as strings.
  package var writesDatesAndDataAsStrings = true

  /// Whether members are sorted by the bytes of their keys: the canonical form, in which equal
  /// members give equal bytes whatever order a file had.
  package var sortsMembers = false

  package init() {}

  package func write(_ value: DataValue, to bytes: inout [UInt8]) throws(DataFileError) {
    switch value.content {
    case .null: bytes.append("null")
    case .bool(let bool): bytes.append(bool ? "true" : "false")
    case .integer(let integer): bytes.append(integer.description)
    case .decimal(let decimal):
      guard decimal.isFinite else {
        throw unwritable("the number \(decimal.text)", expected: "a finite number", at: value)
      }
      bytes.append(decimal.text)
    case .string(let text): write(text, to: &bytes)
    case .date(let date):
      try admitString(of: value)
      write(date.text, to: &bytes)
    case .data(let data):
      try admitString(of: value)
      bytes.append(UInt8(ascii: "\""))
      Base64.encode(data.span, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    case .array(let elements): try write(elements, to: &bytes)
    case .dictionary(let dictionary): try write(dictionary, to: &bytes)
    }
  }

  private func write(_ elements: [DataValue], to bytes: inout [UInt8]) throws(DataFileError) {
    var separator = UInt8(ascii: "[")
    for element in elements {
      bytes.append(separator)
      separator = UInt8(ascii: ",")
      try write(element, to: &bytes)
    }
    bytes.append(elements.isEmpty ? "[]" : "]")
  }

  private func write(
    _ dictionary: DataDictionary,
    to bytes: inout [UInt8]
  ) throws(DataFileError) {
    var separator = UInt8(ascii: "{")
    for member in sortsMembers ? JSONWriter.sorted(dictionary.members) : dictionary.members {
      bytes.append(separator)
      separator = UInt8(ascii: ",")
      write(member.key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      try write(member.value, to: &bytes)
    }
    bytes.append(dictionary.members.isEmpty ? "{}" : "}")
  }

  private static func sorted(_ members: [DataDictionary.Member]) -> [DataDictionary.Member] {
    members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  private func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if JSONWriter.isPlain(text.utf8Span.span) {
      bytes.append(text)
    } else {
      escape(text, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns whether a text needs no escapes.
  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
    }
    return true
  }

  private func escape(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append("\\\"")
      case UInt8(ascii: "\\"): bytes.append("\\\\")
      case 0x20...0xFF: bytes.append(byte)
      case 0x08: bytes.append("\\b")
      case 0x09: bytes.append("\\t")
      case 0x0A: bytes.append("\\n")
      case 0x0C: bytes.append("\\f")
      case 0x0D: bytes.append("\\r")
      default: bytes.append("\\u\(hexadecimal(UInt32(byte), width: 4).lowercased())")
      }
    }
  }

  private func admitString(of value: DataValue) throws(DataFileError) {
    guard writesDatesAndDataAsStrings else {
      throw unwritable(value.kindName, expected: "a value that JSON has", at: value)
    }
  }

  private func unwritable(_ seen: String, expected: String, at value: DataValue) -> DataFileError {
    DataFileError(.notRepresentable, at: value.position, seen: seen, expected: expected)
  }
}
