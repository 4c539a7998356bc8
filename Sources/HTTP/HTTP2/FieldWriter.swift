// SPDX-License-Identifier: Apache-2.0
//
// HPACK, the half that does not depend on a connection (RFC 7541 sections 5 and 6): fields become
// an index of the static table, or a literal with a name of that table where there is one. What is
// sent many times is put in Huffman's code where that is shorter; what is sent once is not, since
// most of its fields are in the peer's table. A literal asks the peer to keep the field, except
// - what hardly ever comes twice on a connection: Age, Content-Length, ETag, the conditions that
//   name a tag or a time, Location, Set-Cookie and the path;
// - secrets, which no intermediary may keep either: what is marked as sensitive, Authorization and
//   short cookies, which could be guessed by the lengths of blocks (section 7.1.3).

import Bytes
import HTTPValues

/// Puts fields into the form of header blocks.
struct FieldWriter {
  private(set) var bytes: [UInt8] = []
  private(set) var parts: [HTTP2HeadTemplate.Part] = []
  private(set) var count = 0
  private let isSentOften: Bool

  /// Way in which a field is put (RFC 7541 section 6.2): its first bits, and how many of the first byte are
  /// left for the name.
  private enum Literal {
    case kept
    case notKept
    case secret

    var pattern: UInt8 {
      switch self {
      case .kept: 0x40
      case .notKept: 0
      case .secret: 0x10
      }
    }

    var prefix: Int { if case .kept = self { 6 } else { 4 } }
  }

  init(isSentOften: Bool) { self.isSentOften = isSentOften }

  init(continuing head: HTTP2HeadTemplate) {
    isSentOften = true
    bytes = head.bytes
    parts = head.parts
    count = head.count
  }

  mutating func add(_ status: Status) {
    if let index = StaticField.index(of: status) {
      addIndexed(index)
    } else {
      add(.status, "\(status.code)".utf8Span.span)
    }
  }

  mutating func add(_ field: StaticField, _ value: Span<UInt8>) {
    if let index = field.index(of: value) {
      addIndexed(index)
    } else {
      let literal: Literal = if case .path = field { .notKept } else { .kept }
      add(field.rawValue, field.name.span, value, literal)
    }
  }

  /// Adds the fields of a message, except those that HTTP/2 does not have.
  mutating func add(_ fields: borrowing FieldsView) {
    bytes.reserveCapacity(bytes.count + fields.count * 32)
    parts.reserveCapacity(parts.count + fields.count + 1)
    for index in 0..<fields.count {
      let slot = fields.slot(at: index)
      guard !slot.known.isConnectionSpecific else { continue }
      let value = fields.value(at: index)
      let literal = slot.isSensitive ? .secret : FieldWriter.literal(slot.known, value.count)
      add(slot.known.staticIndex, fields.name(at: index), value, literal)
    }
  }

  private static func literal(_ field: KnownField, _ valueCount: Int) -> Literal {
    switch field {
    case .age, .contentLength, .etag, .ifModifiedSince, .ifNoneMatch, .location, .setCookie:
      .notKept
    case .authorization: .secret
    case .cookie where valueCount < 20: .secret
    default: .kept
    }
  }

  private mutating func addIndexed(_ index: UInt8) {
    bytes.append(0x80 | index)
    end(hash: 0, size: 0)
  }

  private mutating func add(
    _ nameIndex: UInt8,
    _ name: Span<UInt8>,
    _ value: Span<UInt8>,
    _ wanted: Literal
  ) {
    let start = bytes.count
    let size = name.count + value.count + 32
    var literal = wanted
    // One that fills most of the table would drive the others out.
    if case .kept = wanted, size > HeaderEncoder.tableBytes * 3 / 4 { literal = .notKept }
    bytes.append(integer: Int(nameIndex), prefix: literal.prefix, pattern: literal.pattern)
    if nameIndex == 0 { bytes.append(text: name, isCoded: isSentOften, lowercasing: true) }
    bytes.append(text: value, isCoded: isSentOften, lowercasing: false)
    guard case .kept = literal else { return end(hash: 0, size: 0) }
    end(hash: hash(from: start), size: size)
  }

  /// FNV-1a of what differs mostly: the first bytes and the last. Fields with the same hash are told apart by their
  /// bytes.
  private func hash(from start: Int) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    let middle = min(start + 8, bytes.count)
    for index in start..<middle { hash = (hash ^ UInt32(bytes[index])) &* 0x0100_0193 }
    for index in max(middle, bytes.count - 16)..<bytes.count {
      hash = (hash ^ UInt32(bytes[index])) &* 0x0100_0193
    }
    return hash | 1
  }

  /// Ends a part, or lengthens the run before it.
  private mutating func end(hash: UInt32, size: Int) {
    count += 1
    if hash == 0, parts.last?.hash == 0 { parts.removeLast() }
    // A head of 4 GiB cannot come: every limit refuses it earlier.
    let end = UInt32(clamping: bytes.count)
    parts.append(HTTP2HeadTemplate.Part(end: end, hash: hash, size: UInt32(clamping: size)))
  }
}

extension [UInt8] {
  /// Appends an integer behind the first bits of its first byte (RFC 7541 section 5.1).
  mutating func append(integer value: Int, prefix: Int, pattern: UInt8) {
    let most = (1 << prefix) - 1
    guard value >= most else { return append(pattern | UInt8(truncatingIfNeeded: value)) }
    append(pattern | UInt8(truncatingIfNeeded: most))
    var rest = value - most
    while rest >= 128 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a text (RFC 7541 section 5.2).
  fileprivate mutating func append(text: Span<UInt8>, isCoded: Bool, lowercasing: Bool) {
    if isCoded, append(huffman: text, lowercasing: lowercasing) { return }
    append(integer: text.count, prefix: 7, pattern: 0)
    if lowercasing {
      for index in 0..<text.count { append(text[index].lowercased) }
    } else {
      append(text)
    }
  }

  /// Appends a text in Huffman's code; `false` where that would not be shorter.
  private mutating func append(huffman text: Span<UInt8>, lowercasing: Bool) -> Bool {
    let codes = HuffmanCode.all
    var bits = 0
    for index in 0..<text.count {
      let byte = text[index]
      bits += codes[Int(lowercasing ? byte.lowercased : byte)].length
    }
    let length = (bits + 7) / 8
    guard length < text.count else { return false }
    append(integer: length, prefix: 7, pattern: 0x80)
    var waiting: UInt64 = 0
    var count = 0
    for index in 0..<text.count {
      let byte = text[index]
      let code = codes[Int(lowercasing ? byte.lowercased : byte)]
      waiting = waiting << UInt64(code.length) | UInt64(code.bits)
      count += code.length
      while count >= 8 {
        count -= 8
        append(UInt8(truncatingIfNeeded: waiting >> UInt64(count)))
      }
    }
    // The rest of the last byte is ones.
    if count > 0 {
      append(UInt8(truncatingIfNeeded: waiting << UInt64(8 - count)) | UInt8(0xFF) >> UInt8(count))
    }
    return true
  }
}
