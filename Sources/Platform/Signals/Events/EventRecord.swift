// SPDX-License-Identifier: Apache-2.0

/// A value of an event's field.
package enum EventValue: Sendable, Hashable {
  case text(String)
  case integer(Int64)
  case boolean(Bool)
  /// Nanoseconds.
  case duration(Int64)
  /// Nanoseconds of Unix time.
  case instant(Int64)
}

/// An event as it was read from a ring. Its fields are decoded when they are asked for.
package struct EventRecord: Sendable, Hashable {
  /// A whole number of words, at least the head.
  private let bytes: [UInt8]

  /// The event of some bytes; `nil` where its head is of another version or says another length.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= EventEncoder.headBytes, length == bytes.count,
      bytes[4] == EventEncoder.version, kind != nil
    else { return nil }
  }

  private var length: Int { Int(integer(at: 0, as: UInt32.self)) }
  package var kind: EventKind? { EventKind(rawValue: bytes[5]) }
  package var level: EventLevel { EventLevel(rawValue: bytes[6]) ?? .info }
  /// Whether a text was cut or a field left out.
  package var isCut: Bool { bytes[7] & 1 != 0 }
  /// The number of events of its segment before it.
  package var sequence: UInt64 { integer(at: 8, as: UInt64.self) }
  /// Nanoseconds of Unix time.
  package var time: Int64 { integer(at: 16, as: Int64.self) }

  /// The bytes that it takes in a ring.
  package var byteCount: Int { bytes.count }

  private func integer<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
    var number: Number = 0
    for index in (0..<MemoryLayout<Number>.size).reversed() {
      number = number << 8 | Number(truncatingIfNeeded: bytes[offset + index])
    }
    return number
  }
}

extension EventRecord {
  /// A field with its place within the bytes.
  package struct Field {
    package let number: UInt16
    let type: EventFieldType
    let content: Range<Int>

    package var isGroup: Bool { type == .group }
  }

  /// Calls `body` with each field until it answers `false`.
  package func forEachField(_ body: (Field) -> Bool) {
    forEachField(in: EventEncoder.headBytes..<bytes.count, body)
  }

  /// Calls `body` with each field of a group until it answers `false`.
  package func forEachField(of group: Field, _ body: (Field) -> Bool) {
    if group.isGroup { forEachField(in: group.content, body) }
  }

  private func forEachField(in range: Range<Int>, _ body: (Field) -> Bool) {
    var position = range.lowerBound
    while position + 4 <= range.upperBound {
      let number = integer(at: position, as: UInt16.self)
      // The rest of the last word is zero.
      guard number != 0, let type = EventFieldType(rawValue: bytes[position + 2]) else { return }
      var start = position + 3
      let count: Int
      switch type {
      case .text, .group:
        guard start + 2 <= range.upperBound else { return }
        count = Int(integer(at: start, as: UInt16.self))
        start += 2
      case .boolean: count = 1
      case .integer, .duration, .instant: count = 8
      }
      guard start + count <= range.upperBound else { return }
      guard body(Field(number: number, type: type, content: start..<start + count)) else { return }
      position = start + count
    }
  }

  /// Decodes a field's value; `nil` for a group.
  package func value(of field: Field) -> EventValue? {
    switch field.type {
    case .text: .text(String(decoding: bytes[field.content], as: UTF8.self))
    case .boolean: .boolean(bytes[field.content.lowerBound] != 0)
    case .integer: .integer(integer(at: field.content.lowerBound, as: Int64.self))
    case .duration: .duration(integer(at: field.content.lowerBound, as: Int64.self))
    case .instant: .instant(integer(at: field.content.lowerBound, as: Int64.self))
    case .group: nil
    }
  }

  /// The first value of a field outside of groups.
  package subscript(_ field: EventField) -> EventValue? {
    var found: EventValue?
    forEachField { candidate in
      guard candidate.number == field.rawValue else { return true }
      found = value(of: candidate)
      return false
    }
    return found
  }
}
