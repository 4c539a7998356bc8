// SPDX-License-Identifier: Apache-2.0

/// The entry of a value or a member name in a document's index (tape): 16 bytes.
///
/// The tape is in document order: a container, then its content, each name before its value. So the
/// content of a value lies between it and `next`.
struct Entry: BitwiseCopyable {
  /// The offset of the value's text.
  var start: UInt32
  /// The end of the text. In an open container: the number of members of its parent.
  var end: UInt32
  /// The entry after this one and its content. In an open container: its parent.
  var next: UInt32
  /// The kind, the mark, and the number of elements or members.
  private var tag: UInt32

  /// No parent.
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

  /// Closes a container.
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

  /// A string or name: has escapes. A number: has only digits and a sign. A boolean: is true.
  var isMarked: Bool { tag & Self.markBit != 0 }

  var count: Int { Int(tag &>> Self.countShift) }
}
