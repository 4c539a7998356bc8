// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A JSON value to be written, as far as problems need it: no fractions, no reading.
package indirect enum JSONValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  case integer(Int)
  case string(String)
  case list([JSONValue])
  /// Members in their order; the names must differ.
  case object([Member])

  /// One member of an object.
  package struct Member: Sendable, Equatable {
    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Appends the value without any blanks.
  package func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append("null")
    case .boolean(let isTrue): bytes.append(isTrue ? "true" : "false")
    case .integer(let number): bytes += number.description.utf8
    case .string(let text): bytes.appendJSON(text)
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.appendJSON(member.name)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
