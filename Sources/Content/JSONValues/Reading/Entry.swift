// SPDX-License-Identifier: Apache-2.0

/// What the index of a document, its tape, knows of one value or one member name: 16 bytes.
///
/// The tape has the values in the order of the text: a container, then what is in it, each name
/// before its value. So all that is in a value stands between it and `next`.
struct Entry: BitwiseCopyable {
  /// Where the text of the value starts.
  var start: UInt32
  /// Where the text ends. While a container is being read: how many members the one around it has.
  var end: UInt32
  /// The entry behind this one and all in it. While a container is being read: the one around it.
  var next: UInt32
  /// The kind, a mark, and the number of elements or members.
  private var tag: UInt32

  /// No container is open.
  static let none = UInt32.max
  private static let nameTag: UInt32 = 7
  private static let kindBits: UInt32 = 0xF
  private static let markBit: UInt32 = 0x10
  private static let countShift: UInt32 = 8

  @inline(__always)
  init(_ kind: JSONKind, marked: Bool, start: Int, end: Int, next: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    self.next = UInt32(truncatingIfNeeded: next)
    tag = UInt32(kind.rawValue) | (marked ? Self.markBit : 0)
  }

  @inline(__always)
  init(nameMarked marked: Bool, start: Int, end: Int, next: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    self.next = UInt32(truncatingIfNeeded: next)
    tag = Self.nameTag | (marked ? Self.markBit : 0)
  }

  @inline(__always)
  init(opening kind: JSONKind, start: Int, members: UInt32, around: UInt32) {
    self.start = UInt32(truncatingIfNeeded: start)
    end = members
    next = around
    tag = UInt32(kind.rawValue)
  }

  /// Ends the reading of a container.
  @inline(__always)
  mutating func close(end: Int, next: Int, count: UInt32) {
    self.end = UInt32(truncatingIfNeeded: end)
    self.next = UInt32(truncatingIfNeeded: next)
    tag |= count &<< Self.countShift
  }

  /// `nil` for a member's name.
  var kind: JSONKind? { JSONKind(rawValue: UInt8(truncatingIfNeeded: tag & Self.kindBits)) }

  var isName: Bool { tag & Self.kindBits == Self.nameTag }
  var isObject: Bool { tag & Self.kindBits == UInt32(JSONKind.object.rawValue) }
  var isArray: Bool { tag & Self.kindBits == UInt32(JSONKind.array.rawValue) }
  var isString: Bool { tag & Self.kindBits == UInt32(JSONKind.string.rawValue) }
  var isNumber: Bool { tag & Self.kindBits == UInt32(JSONKind.number.rawValue) }

  /// Of a string or a name: it has escapes. Of a number: it has digits only, and perhaps a sign.
  /// Of a boolean: it is true.
  var isMarked: Bool { tag & Self.markBit != 0 }

  var count: Int { Int(tag &>> Self.countShift) }
}
