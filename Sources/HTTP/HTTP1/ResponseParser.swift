// SPDX-License-Identifier: Apache-2.0

// What an upstream sends is data, never trusted. A head that two readers could understand
// differently is a fault, and the connection with it: a length beside a coding, two lengths, a
// coding that is not `chunked` alone, a folded line, a bare CR or LF. Faults carry no status here;
// towards a client they become 502.

import Bytes
package import HTTPValues

/// Finds response heads in bytes.
package struct ResponseParser {
  private let limits: HeadLimits
  private var end = HeadEnd()

  package init(limits: HeadLimits) { self.limits = limits }

  /// Forgets the head that was parsed.
  package mutating func reset() { end = HeadEnd() }

  /// The head at the beginning of `bytes`, an answer to `method`; `nil` while it is not complete.
  package mutating func parse(
    _ bytes: Span<UInt8>,
    to method: Method,
    into slots: inout HeadSlots
  ) throws(HeadFault) -> ResponseHead? {
    guard try end.mayBeThere(bytes, limits) else { return nil }
    slots.removeAll()
    guard let head = try read(bytes, method, into: &slots) else {
      try end.remember(bytes, limits)
      return nil
    }
    guard head.length <= limits.bytes else { throw HeadFault(.headTooLong, at: limits.bytes) }
    return head
  }

  private func read(
    _ bytes: Span<UInt8>,
    _ method: Method,
    into slots: inout HeadSlots
  ) throws(HeadFault) -> ResponseHead? {
    guard let line = try StatusLine.read(bytes) else { return nil }
    guard line.next <= limits.startLine else {
      throw HeadFault(.startLineTooLong, at: limits.startLine)
    }
    guard let next = try FieldSection.read(bytes, at: line.next, into: &slots) else { return nil }
    let facts = try ResponseFacts(FieldsView(bytes: bytes, slots: slots.slots), line.version)
    let framing = try facts.framing(line.status, method)
    return ResponseHead(
      status: line.status,
      version: line.version,
      framing: framing,
      isPersistent: facts.isPersistent(line.version) && framing != .untilClose
        && line.status != .switchingProtocols,
      length: next
    )
  }
}

/// `HTTP/1.1 200 OK`; the phrase may be empty, and so may the space before it.
struct StatusLine {
  let version: Version
  let status: Status
  let next: Int

  static func read(_ bytes: Span<UInt8>) throws(HeadFault) -> StatusLine? {
    guard let version = try HTTPVersion.read(bytes, at: 0) else { return nil }
    let start = HTTPVersion.length
    guard bytes.count >= start + 4 else { return nil }
    guard bytes[start] == UInt8(ascii: " "),
      let code = bytes.extracting((start + 1)..<(start + 4)).decimal, let status = Status(code)
    else { throw HeadFault(.status, at: start) }
    guard let end = bytes.firstControl(from: start + 4) else { return nil }
    guard end == start + 4 || bytes[start + 4] == UInt8(ascii: " ") else {
      throw HeadFault(.status, at: start + 4)
    }
    guard bytes[end] == UInt8(ascii: "\r") else { throw HeadFault(.lineEnd, at: end) }
    guard end + 1 < bytes.count else { return nil }
    guard bytes[end + 1] == UInt8(ascii: "\n") else { throw HeadFault(.lineEnd, at: end + 1) }
    return StatusLine(version: version, status: status, next: end + 2)
  }
}

/// What the fields of a response say about its connection and its body (RFC 9112 section 6.3).
struct ResponseFacts {
  private var length: Int?
  private var isChunked = false
  private var closes = false
  private var keepsAlive = false

  init(_ fields: borrowing FieldsView, _ version: Version) throws(HeadFault) {
    for index in 0..<fields.count {
      let slot = fields.slot(at: index)
      let place = slot.value.lowerBound
      switch slot.known {
      case .contentLength:
        guard length == nil, let value = fields.value(at: index).decimal else {
          throw HeadFault(.contentLength, at: place)
        }
        guard !isChunked else { throw HeadFault(.lengthAndCoding, at: place) }
        length = value
      case .transferEncoding:
        guard length == nil else { throw HeadFault(.lengthAndCoding, at: place) }
        guard !isChunked, version >= .http11,
          fields.value(at: index).matches(lowercase: "chunked")
        else { throw HeadFault(.transferCoding, at: place) }
        isChunked = true
      case .connection:
        ConnectionOptions.forEach(in: fields.value(at: index)) { option in
          if option.matches(lowercase: "close") { closes = true }
          if option.matches(lowercase: "keep-alive") { keepsAlive = true }
        }
      default: break
      }
    }
  }

  func isPersistent(_ version: Version) -> Bool {
    !closes && (version >= .http11 || keepsAlive)
  }

  func framing(_ status: Status, _ method: Method) throws(HeadFault) -> BodyFraming {
    if status.forbidsContent || method == .head { return .none }
    if isChunked { return .chunked }
    guard let length else { return .untilClose }
    return length == 0 ? .none : .length(length)
  }
}
