// SPDX-License-Identifier: Apache-2.0

/// A Protocol Buffers message that is being written, field by field.
struct ProtobufMessage {
  private(set) var bytes: [UInt8] = []

  /// The message behind its length.
  var delimited: [UInt8] {
    var message = ProtobufMessage()
    message.append(UInt64(bytes.count))
    return message.bytes + bytes
  }

  mutating func add(_ field: UInt64, _ value: UInt64) {
    append(field << 3)
    append(value)
  }

  mutating func add(_ field: UInt64, signed value: Int) {
    add(field, ProtobufMessage.zigzag(Int64(value)))
  }

  mutating func add(_ field: UInt64, double value: Double) { add(field, fixed: value.bitPattern) }

  /// Adds a number of 64 bits with a fixed length.
  mutating func add(_ field: UInt64, fixed value: UInt64) {
    append(field << 3 | 1)
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  mutating func add(_ field: UInt64, text: String) { add(field, bytes: Array(text.utf8)) }

  mutating func add(_ field: UInt64, message: ProtobufMessage) { add(field, bytes: message.bytes) }

  /// Adds a packed list of signed integers, unless it is empty.
  mutating func add(_ field: UInt64, packed values: [Int64]) {
    guard !values.isEmpty else { return }
    var list = ProtobufMessage()
    for value in values { list.append(ProtobufMessage.zigzag(value)) }
    add(field, bytes: list.bytes)
  }

  /// Adds a packed list of unsigned integers, unless it is empty.
  mutating func add(_ field: UInt64, packed values: [UInt64]) {
    guard !values.isEmpty else { return }
    var list = ProtobufMessage()
    for value in values { list.append(value) }
    add(field, bytes: list.bytes)
  }

  mutating func add(_ field: UInt64, bytes: [UInt8]) {
    append(field << 3 | 2)
    append(UInt64(bytes.count))
    self.bytes += bytes
  }

  private mutating func append(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func zigzag(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: value << 1 ^ value >> 63)
  }
}
