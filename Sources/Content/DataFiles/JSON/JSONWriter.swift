// SPDX-License-Identifier: Apache-2.0

import Bytes

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

  /// Whether NaN and the infinities are written as null, as JavaScript does, and are no error.
  fileprivate var writesNullForOtherNumbers = false

  package init() {}

  /// Returns a value as JSON.
  package func bytes(of value: DataValue) throws(DataFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    try write(value, to: &bytes)
    return bytes
  }

  package func write(_ value: DataValue, to bytes: inout [UInt8]) throws(DataFileError) {
    switch value.content {
    case .null: bytes.append("null")
    case .bool(let bool): bytes.append(bool ? "true" : "false")
    case .integer(let integer): bytes.append(decimal: Int(integer))
    case .decimal(let decimal):
      if decimal.isFinite {
        bytes.append(decimal.text)
      } else if writesNullForOtherNumbers {
        bytes.append("null")
      } else {
        throw unwritable("the number \(decimal.text)", expected: "a finite number", at: value)
      }
    case .string(let text): bytes.appendJSON(text)
    case .date(let date):
      try admitString(of: value)
      bytes.appendJSON(date.text)
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
      bytes.appendJSON(member.key)
      bytes.append(UInt8(ascii: ":"))
      try write(member.value, to: &bytes)
    }
    bytes.append(dictionary.members.isEmpty ? "{}" : "}")
  }

  private static func sorted(_ members: [DataDictionary.Member]) -> [DataDictionary.Member] {
    members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
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

extension DataValue {
  /// The value as compact JSON, with null for NaN and the infinities: for values of our own, and
  /// those that were read under rules which exclude these numbers.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.writesNullForOtherNumbers = true
    var bytes: [UInt8] = []
    do throws(DataFileError) {
      try writer.write(self, to: &bytes)
    } catch {
      preconditionFailure("a writer without restrictions refused a value: \(error)")
    }
    return bytes
  }
}
