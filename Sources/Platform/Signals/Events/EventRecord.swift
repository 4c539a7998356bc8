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

/// The head of an event, which is looked at where it lies in a ring.
package struct EventHead: Sendable {
  private let word: UInt64
  package let sequence: UInt64
  /// Nanoseconds of Unix time.
  package let time: Int64

  init(_ word: UInt64, sequence: UInt64, time: Int64) {
    self.word = word
    self.sequence = sequence
    self.time = time
  }

  package var kind: EventKind? { EventKind(rawValue: UInt8(truncatingIfNeeded: word >> 40)) }

  package var level: EventLevel {
    EventLevel(rawValue: UInt8(truncatingIfNeeded: word >> 48)) ?? .info
  }

  /// True for a request without a trace, times of its steps, or degraded parts, which sampling judges by its head.
  package var isPlain: Bool { word & EventEncoder.plainFlag != 0 }
}

/// An event as it was read from a ring. Its fields are decoded when they are asked for.
package struct EventRecord: Sendable, Hashable {
  /// A whole number of words, at least the head.
  fileprivate let bytes: [UInt8]

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

  package var head: EventHead {
    EventHead(integer(at: 0, as: UInt64.self), sequence: sequence, time: time)
  }

  /// The bytes that it takes in a ring.
  package var byteCount: Int { bytes.count }

  fileprivate func integer<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int,
    as type: Number.Type
  ) -> Number {
    // Safe: the load is within the bytes, which is checked, and needs no alignment.
    Number(
      littleEndian: unsafe bytes.span.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type)
    )
  }
}

extension EventRecord {
  /// A field with its place within the bytes.
  package struct Field {
    package let number: UInt16
    package let type: EventFieldType
    let content: Range<Int>

    package var isGroup: Bool { type == .group }
  }

  /// The place of fields that are read one after the other.
  package struct Fields {
    private var position: Int
    private let end: Int

    fileprivate init(in range: Range<Int>) {
      (position, end) = (range.lowerBound, range.upperBound)
    }

    /// The next field of the event; `nil` behind the last one.
    package mutating func next(of record: EventRecord) -> Field? {
      guard position + 4 <= end else { return nil }
      let number = record.integer(at: position, as: UInt16.self)
      // The rest of the last word is zero.
      guard number != 0, let type = EventFieldType(rawValue: record.bytes[position + 2]) else {
        return nil
      }
      var start = position + 3
      let count: Int
      switch type {
      case .text, .group:
        guard start + 2 <= end else { return nil }
        count = Int(record.integer(at: start, as: UInt16.self))
        start += 2
      case .boolean: count = 1
      case .integer, .duration, .instant: count = 8
      }
      guard start + count <= end else { return nil }
      position = start + count
      return Field(number: number, type: type, content: start..<start + count)
    }
  }

  /// The fields outside of groups, and the groups.
  package var fields: Fields { Fields(in: EventEncoder.headBytes..<bytes.count) }

  /// The fields of a group.
  package func fields(of group: Field) -> Fields {
    Fields(in: group.isGroup ? group.content : 0..<0)
  }

  /// Calls `body` with each field until it answers `false`.
  package func forEachField(_ body: (Field) -> Bool) {
    var fields = fields
    while let field = fields.next(of: self), body(field) {}
  }

  /// Calls `body` with each field of a group until it answers `false`.
  package func forEachField(of group: Field, _ body: (Field) -> Bool) {
    var fields = fields(of: group)
    while let field = fields.next(of: self), body(field) {}
  }

  /// The bytes of a field's text; those of any other value as the event has them.
  @_lifetime(borrow self)
  package func text(of field: Field) -> Span<UInt8> { bytes.span.extracting(field.content) }

  /// The number of a field; 0 for a text or a group, nanoseconds for a duration or an instant.
  package func number(of field: Field) -> Int64 {
    switch field.type {
    case .integer, .duration, .instant: integer(at: field.content.lowerBound, as: Int64.self)
    case .text, .boolean, .group: 0
    }
  }

  package func boolean(of field: Field) -> Bool {
    field.type == .boolean && bytes[field.content.lowerBound] != 0
  }

  /// Decodes a field's value; `nil` for a group.
  package func value(of field: Field) -> EventValue? {
    switch field.type {
    case .text: .text(String(decoding: bytes[field.content], as: UTF8.self))
    case .boolean: .boolean(boolean(of: field))
    case .integer: .integer(number(of: field))
    case .duration: .duration(number(of: field))
    case .instant: .instant(number(of: field))
    case .group: nil
    }
  }

  /// The first value of a field outside of groups.
  package subscript(_ field: EventField) -> EventValue? {
    var fields = fields
    while let candidate = fields.next(of: self) {
      if candidate.number == field.rawValue { return value(of: candidate) }
    }
    return nil
  }
}
