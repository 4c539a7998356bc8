// SPDX-License-Identifier: Apache-2.0
//
// OTLP has two encodings of the same messages: Protocol Buffers, and their JSON mapping with three rules of
// OTLP's own: identifiers are hexadecimal and not base64, enumerations are numbers, names are in lower camel
// case. So a message is described once, field by field with number and name, and written in either, in one pass
// and without an object for it.

import Bytes
import Measure

/// Writes a message of OTLP field by field.
struct OTLPWriter {
  /// The types of Protocol Buffers' fields.
  private enum WireType: UInt64 {
    case varint = 0
    case fixed = 1
    case delimited = 2
  }

  private let format: OTLPFormat
  private(set) var bytes: [UInt8] = []
  /// The number of the list that is being written.
  private var openList: UInt64 = 0
  /// Whether a comma must be written before the next member or element of JSON.
  private var needsComma = false

  init(_ format: OTLPFormat) { self.format = format }

  /// Returns the message that `body` writes.
  static func message(in format: OTLPFormat, _ body: (inout OTLPWriter) -> Void) -> [UInt8] {
    var writer = OTLPWriter(format)
    switch format {
    case .protobuf: body(&writer)
    case .json: writer.writeDelimited(body)
    }
    return writer.bytes
  }

  // MARK: messages and lists

  mutating func add(_ number: UInt64, _ name: StaticString, message: (inout OTLPWriter) -> Void) {
    begin(number, name, .delimited)
    writeDelimited(message)
  }

  /// Adds a list of messages, each of which `elements` adds by `element`.
  mutating func list(_ number: UInt64, _ name: StaticString, _ elements: (inout OTLPWriter) -> Void)
  {
    let outer = openList
    openList = number
    switch format {
    case .protobuf: elements(&self)
    case .json:
      begin(number, name, .delimited)
      bytes.append(UInt8(ascii: "["))
      needsComma = false
      elements(&self)
      bytes.append(UInt8(ascii: "]"))
      needsComma = true
    }
    openList = outer
  }

  /// Adds a message to the list that is being written.
  mutating func element(_ message: (inout OTLPWriter) -> Void) {
    switch format {
    case .protobuf: bytes.append(varint: openList << 3 | WireType.delimited.rawValue)
    case .json: separate()
    }
    writeDelimited(message)
  }

  private mutating func writeDelimited(_ message: (inout OTLPWriter) -> Void) {
    switch format {
    case .protobuf:
      let start = bytes.count
      bytes.append(0)
      message(&self)
      writeLength(at: start)
    case .json:
      bytes.append(UInt8(ascii: "{"))
      needsComma = false
      message(&self)
      bytes.append(UInt8(ascii: "}"))
      needsComma = true
    }
  }

  /// Writes the length of a message before it, where one byte stands for it. Most messages are short
  /// enough for that byte; others are moved.
  private mutating func writeLength(at start: Int) {
    let count = bytes.count - start - 1
    guard count > 0x7F else {
      bytes[start] = UInt8(count)
      return
    }
    var length: [UInt8] = []
    length.append(varint: UInt64(count))
    bytes.replaceSubrange(start...start, with: length)
  }

  // MARK: values

  mutating func add(_ number: UInt64, _ name: StaticString, text: Span<UInt8>) {
    begin(number, name, .delimited)
    switch format {
    case .json: bytes.appendJSON(text)
    case .protobuf:
      // The bytes of a text must be UTF-8.
      guard text.isASCII else { return append(delimited: text.text.utf8Span.span) }
      append(delimited: text)
    }
  }

  mutating func add(_ number: UInt64, _ name: StaticString, text: String) {
    add(number, name, text: text.utf8Span.span)
  }

  /// Adds 16 or 32 hexadecimal digits.
  mutating func add(_ number: UInt64, _ name: StaticString, identifier digits: Span<UInt8>) {
    begin(number, name, .delimited)
    switch format {
    case .json: bytes.appendJSON(digits)
    case .protobuf:
      bytes.append(varint: UInt64(digits.count / 2))
      for place in 0..<digits.count / 2 {
        let (high, low) = (
          digits[2 * place].hexadecimalValue, digits[2 * place + 1].hexadecimalValue
        )
        bytes.append((high ?? 0) << 4 | (low ?? 0))
      }
    }
  }

  mutating func add(_ number: UInt64, _ name: StaticString, boolean: Bool) {
    begin(number, name, .varint)
    switch format {
    case .json: bytes.append(boolean ? "true" : "false")
    case .protobuf: bytes.append(varint: boolean ? 1 : 0)
    }
  }

  mutating func add(_ number: UInt64, _ name: StaticString, double: Double) {
    begin(number, name, .fixed)
    switch format {
    case .protobuf: bytes.append(fixed: double.bitPattern)
    // JSON has no infinities; the mapping names them.
    case .json where double.isFinite: bytes += "\(double)".utf8
    case .json: bytes.appendJSON(double.isNaN ? "NaN" : double > 0 ? "Infinity" : "-Infinity")
    }
  }

  /// Adds a signed number of 64 bits. In JSON it is a text, since not all readers have such numbers.
  mutating func add(_ number: UInt64, _ name: StaticString, integer: Int64) {
    begin(number, name, .varint)
    switch format {
    case .json: append(quoted: "\(integer)")
    case .protobuf: bytes.append(varint: UInt64(bitPattern: integer))
    }
  }

  /// Adds a number of an enumeration or of flags.
  mutating func add(_ number: UInt64, _ name: StaticString, _ value: UInt64) {
    begin(number, name, .varint)
    switch format {
    case .json: bytes += "\(value)".utf8
    case .protobuf: bytes.append(varint: value)
    }
  }

  /// Adds a signed number of 32 bits.
  mutating func add(_ number: UInt64, _ name: StaticString, signed value: Int) {
    begin(number, name, .varint)
    switch format {
    case .json: bytes.append(decimal: value)
    case .protobuf: bytes.append(zigzag: Int64(value))
    }
  }

  /// Adds a number of 64 bits with a fixed length: times and counts.
  mutating func add(_ number: UInt64, _ name: StaticString, fixed value: UInt64) {
    begin(number, name, .fixed)
    switch format {
    case .json: append(quoted: "\(value)")
    case .protobuf: bytes.append(fixed: value)
    }
  }

  mutating func add(_ number: UInt64, _ name: StaticString, packed values: [UInt64]) {
    add(number, name, packed: values) { writer, value in
      switch writer.format {
      case .protobuf: writer.bytes.append(varint: value)
      case .json: writer.append(quoted: "\(value)")
      }
    }
  }

  /// Adds numbers of 64 bits with a fixed length.
  mutating func add(_ number: UInt64, _ name: StaticString, packedFixed values: [UInt64]) {
    add(number, name, packed: values) { writer, value in
      switch writer.format {
      case .protobuf: writer.bytes.append(fixed: value)
      case .json: writer.append(quoted: "\(value)")
      }
    }
  }

  mutating func add(_ number: UInt64, _ name: StaticString, packed values: [Double]) {
    add(number, name, packed: values) { writer, value in
      switch writer.format {
      case .protobuf: writer.bytes.append(fixed: value.bitPattern)
      case .json: writer.bytes += "\(value)".utf8
      }
    }
  }

  private mutating func add<Value>(
    _ number: UInt64,
    _ name: StaticString,
    packed values: [Value],
    _ write: (inout OTLPWriter, Value) -> Void
  ) {
    switch format {
    case .protobuf:
      guard !values.isEmpty else { return }
      begin(number, name, .delimited)
      writeDelimited { writer in for value in values { write(&writer, value) } }
    case .json:
      begin(number, name, .delimited)
      bytes.append(UInt8(ascii: "["))
      needsComma = false
      for value in values {
        separate()
        write(&self, value)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  /// Adds an attribute to the list that is being written.
  mutating func attribute(_ key: Span<UInt8>, _ value: (inout OTLPWriter) -> Void) {
    element { attribute in
      attribute.add(1, "key", text: key)
      attribute.add(2, "value", message: value)
    }
  }

  mutating func attribute(_ key: String, _ text: String) {
    attribute(key.utf8Span.span) { $0.add(1, "stringValue", text: text) }
  }

  // MARK: bytes

  /// Begins a field: its number and type, or its name.
  private mutating func begin(_ number: UInt64, _ name: StaticString, _ type: WireType) {
    switch format {
    case .protobuf: bytes.append(varint: number << 3 | type.rawValue)
    case .json:
      separate()
      bytes.append(UInt8(ascii: "\""))
      bytes.append(name)
      bytes.append("\":")
    }
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(delimited text: Span<UInt8>) {
    bytes.append(varint: UInt64(text.count))
    bytes.append(text)
  }
}
