// SPDX-License-Identifier: Apache-2.0

package import Bytes

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
  package func append(to buffer: inout ByteBuffer) {
    switch self {
    case .null: buffer.append("null")
    case .boolean(let isTrue): buffer.append(isTrue ? "true" : "false")
    case .integer(let number): buffer.append(decimal: number)
    case .string(let text): JSONValue.append(text, to: &buffer)
    case .list(let values):
      buffer.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        value.append(to: &buffer)
      }
      buffer.append(UInt8(ascii: "]"))
    case .object(let members):
      buffer.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        JSONValue.append(member.name, to: &buffer)
        buffer.append(UInt8(ascii: ":"))
        member.value.append(to: &buffer)
      }
      buffer.append(UInt8(ascii: "}"))
    }
  }

  /// A string with the escapes that RFC 8259 section 7 demands, and no others.
  private static func append(_ text: String, to buffer: inout ByteBuffer) {
    let bytes = text.utf8Span.span
    buffer.append(UInt8(ascii: "\""))
    var start = 0
    for index in 0..<bytes.count {
      let byte = bytes[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        continue
      }
      buffer.append(bytes.extracting(start..<index))
      start = index + 1
      buffer.append(UInt8(ascii: "\\"))
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): buffer.append(byte)
      case UInt8(ascii: "\n"): buffer.append(UInt8(ascii: "n"))
      case UInt8(ascii: "\r"): buffer.append(UInt8(ascii: "r"))
      case UInt8(ascii: "\t"): buffer.append(UInt8(ascii: "t"))
      default:
        buffer.append("u00")
        buffer.append(hexadecimal: Int(byte >> 4))
        buffer.append(hexadecimal: Int(byte & 0xF))
      }
    }
    buffer.append(bytes.extracting(start...))
    buffer.append(UInt8(ascii: "\""))
  }
}
