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
    append(field << 3)
    bytes.append(zigzag: Int64(value))
  }

  mutating func add(_ field: UInt64, double value: Double) {
    append(field << 3 | 1)
    bytes.append(fixed: value.bitPattern)
  }

  mutating func add(_ field: UInt64, text: String) { add(field, bytes: Array(text.utf8)) }

  mutating func add(_ field: UInt64, message: ProtobufMessage) { add(field, bytes: message.bytes) }

  /// Adds a packed list of signed integers, unless it is empty.
  mutating func add(_ field: UInt64, packed values: [Int64]) {
    guard !values.isEmpty else { return }
    var list = ProtobufMessage()
    for value in values { list.bytes.append(zigzag: value) }
    add(field, bytes: list.bytes)
  }

  mutating func add(_ field: UInt64, bytes: [UInt8]) {
    append(field << 3 | 2)
    append(UInt64(bytes.count))
    self.bytes += bytes
  }

  private mutating func append(_ value: UInt64) { bytes.append(varint: value) }
}

extension [UInt8] {
  /// Appends the eight bytes of a number, the lowest first.
  package mutating func append(fixed value: UInt64) {
    var rest = value
    for _ in 0..<8 {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}

extension [UInt8] {
  /// Appends a number in base 128 (LEB128).
  package mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends a number that may be negative: small ones of either sign take few bytes.
  package mutating func append(zigzag number: Int64) {
    append(varint: UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }
}
