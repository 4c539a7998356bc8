// SPDX-License-Identifier: Apache-2.0

/// Writes JSON of RFC 8259 without white space, members in their order: equal values, equal bytes.
///
/// Where the standard leaves a choice:
/// - only what must be escaped is: `"`, `\` and what is below U+0020, in the two-letter form where
///   there is one; everything else is UTF-8;
/// - numbers are exact: a decimal is written with the very digits it was read with;
/// - NaN and the infinities are an error;
/// - dates are written as their text and data in base64, unless that is to be an error.
package struct JSONWriter: Sendable {
  /// Whether what only property lists have, dates and data, is written as strings.
  package var writesDatesAndDataAsStrings = true

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
    for member in dictionary.members {
      bytes.append(separator)
      separator = UInt8(ascii: ",")
      write(member.key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      try write(member.value, to: &bytes)
    }
    bytes.append(dictionary.members.isEmpty ? "{}" : "}")
  }

  private func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
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
    bytes.append(UInt8(ascii: "\""))
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
