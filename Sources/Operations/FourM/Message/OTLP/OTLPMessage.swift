// SPDX-License-Identifier: Apache-2.0
//
// OTLP has two encodings of the same messages: Protocol Buffers, and their JSON mapping with three rules of
// OTLP's own: identifiers are hexadecimal and not base64, enumerations are numbers, names are in lower camel
// case. So a message is described once, field by field with number and name, and written in either.

import Bytes
import Digests

/// A message of OTLP that is being made.
struct OTLPMessage {
  indirect enum Value {
    case text(String)
    /// 16 or 32 hexadecimal digits.
    case identifier(String)
    case boolean(Bool)
    case double(Double)
    /// A signed number of 64 bits, as a varint.
    case integer(Int64)
    /// A number of an enumeration or of flags.
    case number(UInt64)
    /// A signed number of 32 bits, in zigzag.
    case signed(Int)
    /// A number of 64 bits with a fixed length: times and counts.
    case fixed(UInt64)
    case packed([UInt64])
    case message(OTLPMessage)
    case list([OTLPMessage])
  }

  private struct Field {
    let number: UInt64
    let name: String
    let value: Value
  }

  private var fields: [Field] = []

  init() {}

  mutating func add(_ number: UInt64, _ name: String, _ value: Value) {
    fields.append(Field(number: number, name: name, value: value))
  }

  /// The same with a value that may be missing.
  mutating func add(_ number: UInt64, _ name: String, text: String?) {
    if let text { add(number, name, .text(text)) }
  }

  mutating func add(_ number: UInt64, _ name: String, identifier: String?) {
    if let identifier { add(number, name, .identifier(identifier)) }
  }

  // MARK: Protocol Buffers

  var protobuf: ProtobufMessage {
    var message = ProtobufMessage()
    for field in fields {
      switch field.value {
      case .text(let text): message.add(field.number, text: text)
      case .identifier(let digits):
        message.add(field.number, bytes: Hexadecimal.bytes(digits) ?? [])
      case .boolean(let boolean): message.add(field.number, boolean ? 1 : 0)
      case .double(let number): message.add(field.number, double: number)
      case .integer(let number): message.add(field.number, UInt64(bitPattern: number))
      case .number(let number): message.add(field.number, number)
      case .signed(let number): message.add(field.number, signed: number)
      case .fixed(let number): message.add(field.number, fixed: number)
      case .packed(let numbers): message.add(field.number, packed: numbers)
      case .message(let inner): message.add(field.number, message: inner.protobuf)
      case .list(let messages):
        for inner in messages { message.add(field.number, message: inner.protobuf) }
      }
    }
    return message
  }

  // MARK: JSON

  func writeJSON(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (position, field) in fields.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.appendJSON(field.name)
      bytes.append(UInt8(ascii: ":"))
      OTLPMessage.writeJSON(field.value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func writeJSON(_ value: Value, to bytes: inout [UInt8]) {
    switch value {
    case .text(let text), .identifier(let text): bytes.appendJSON(text)
    case .boolean(let boolean): bytes += "\(boolean)".utf8
    case .double(let number):
      // JSON has no infinities; the mapping names them.
      if number.isFinite { bytes += "\(number)".utf8 } else { bytes.appendJSON(name(of: number)) }
    // Numbers of 64 bits are texts, since not all readers of JSON have them.
    case .integer(let number): bytes.appendJSON("\(number)")
    case .fixed(let number): bytes.appendJSON("\(number)")
    case .number(let number): bytes += "\(number)".utf8
    case .signed(let number): bytes += "\(number)".utf8
    case .packed(let numbers): writeList(numbers, to: &bytes) { $1.appendJSON("\($0)") }
    case .message(let inner): inner.writeJSON(to: &bytes)
    case .list(let messages): writeList(messages, to: &bytes) { $0.writeJSON(to: &$1) }
    }
  }

  private static func name(of number: Double) -> String {
    number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity"
  }

  private static func writeList<Element>(
    _ elements: [Element],
    to bytes: inout [UInt8],
    _ write: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    for (position, element) in elements.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      write(element, &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

/// Attributes, which all signals share.
extension OTLPMessage {
  /// A `KeyValue`.
  static func attribute(_ key: String, _ value: Value) -> OTLPMessage {
    var message = OTLPMessage()
    message.add(1, "key", .text(key))
    var any = OTLPMessage()
    switch value {
    case .text: any.add(1, "stringValue", value)
    case .boolean: any.add(2, "boolValue", value)
    case .integer: any.add(3, "intValue", value)
    case .double: any.add(4, "doubleValue", value)
    case .message: any.add(6, "kvlistValue", value)
    case .list(let elements):
      var array = OTLPMessage()
      array.add(1, "values", .list(elements))
      any.add(5, "arrayValue", .message(array))
    case .identifier, .number, .signed, .fixed, .packed:
      preconditionFailure("an attribute has no such value")
    }
    message.add(2, "value", .message(any))
    return message
  }

  /// An `AnyValue` with attributes of its own.
  static func group(_ attributes: [OTLPMessage]) -> OTLPMessage {
    var list = OTLPMessage()
    list.add(1, "values", .list(attributes))
    var any = OTLPMessage()
    any.add(6, "kvlistValue", .message(list))
    return any
  }
}
