// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Validates a JSON text (RFC 8259) in one pass and writes its tape.
///
/// The loop does not recurse: open containers are linked through their own entries, so depth costs
/// no stack. Strings are scanned eight bytes at a time; beyond ASCII they are checked to be UTF-8.
/// Nothing is copied, and numbers are not converted. When there is no room for two more entries,
/// `run` returns and may be called again with more.
struct TapeReader: ~Escapable {
  let bytes: Span<UInt8>
  private let depthLimit: Int
  var index = 0
  /// The innermost container that is open.
  private var open = Entry.none
  private var isObjectOpen = false
  /// The number of its members so far.
  private var members: UInt32 = 0
  private var depth = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, limits: JSONLimits) {
    self.bytes = bytes
    depthLimit = limits.safeDepth
    // A byte order mark may be ignored (section 8.1); some services send one.
    if bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF { index = 3 }
  }

  /// Writes entries; true at the end of the text, false when there is no more room.
  @inline(never)
  @_lifetime(self: copy self)
  @_lifetime(tape: copy tape)
  mutating func run(into tape: inout OutputSpan<Entry>) throws(SyntaxFault) -> Bool {
    while true {
      guard tape.freeCapacity >= 2 else { return false }
      if isObjectOpen { try readName(into: &tape) }
      let byte = nextByte()
      switch byte {
      case UInt8(ascii: "\""):
        let start = index
        let isEscaped = try readString()
        append(.string, marked: isEscaped, from: start, to: &tape)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        // In ASCII, the brackets of a pair differ by two.
        try enter(byte, in: &tape)
        guard nextByte() == byte &+ 2 else { continue }
        leave(in: &tape)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = index
        let isInteger = try readNumber(from: byte)
        append(.number, marked: isInteger, from: start, to: &tape)
      default:
        try readWord(into: &tape)
      }
      // After a value: closes the containers that end there.
      while true {
        guard open != Entry.none else {
          guard nextByte() == 0 && index >= bytes.count else {
            throw SyntaxFault(at: index, expecting: .end)
          }
          return true
        }
        members &+= 1
        let byte = nextByte()
        if byte == UInt8(ascii: ",") { break }
        guard byte == (isObjectOpen ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw SyntaxFault(at: index, expecting: isObjectOpen ? .nextMember : .nextElement)
        }
        leave(in: &tape)
      }
      index &+= 1
    }
  }

  @inline(__always)
  @_lifetime(self: copy self)
  @_lifetime(tape: copy tape)
  private mutating func readName(into tape: inout OutputSpan<Entry>) throws(SyntaxFault) {
    guard nextByte() == UInt8(ascii: "\"") else {
      throw SyntaxFault(at: index, expecting: members == 0 ? .firstName : .name)
    }
    let start = index
    let isEscaped = try readString()
    tape.append(
      Entry(nameMarked: isEscaped, start: start, end: index, next: tape.count &+ 1)
    )
    guard nextByte() == UInt8(ascii: ":") else { throw SyntaxFault(at: index, expecting: .colon) }
    index &+= 1
  }

  @inline(__always)
  @_lifetime(tape: copy tape)
  func append(_ kind: JSONKind, marked: Bool, from start: Int, to tape: inout OutputSpan<Entry>) {
    tape.append(Entry(kind, marked: marked, start: start, end: index, next: tape.count &+ 1))
  }

  @inline(__always)
  @_lifetime(self: copy self)
  @_lifetime(tape: copy tape)
  private mutating func enter(
    _ bracket: UInt8,
    in tape: inout OutputSpan<Entry>
  ) throws(SyntaxFault) {
    guard depth < depthLimit else { throw SyntaxFault(at: index, expecting: .lessDepth) }
    depth &+= 1
    let around = open
    open = UInt32(truncatingIfNeeded: tape.count)
    isObjectOpen = bracket == UInt8(ascii: "{")
    tape.append(
      Entry(
        opening: isObjectOpen ? .object : .array,
        start: index,
        members: members,
        around: around
      )
    )
    members = 0
    index &+= 1
  }

  /// Consumes the bracket that closes the innermost container.
  @inline(__always)
  @_lifetime(self: copy self)
  @_lifetime(tape: copy tape)
  private mutating func leave(in tape: inout OutputSpan<Entry>) {
    index &+= 1
    depth &-= 1
    let closed = Int(open)
    let count = members
    members = tape[closed].end
    open = tape[closed].next
    tape[closed].close(end: index, next: tape.count, count: count)
    isObjectOpen = open != Entry.none && tape[Int(open)].isObject
  }
}
