// SPDX-License-Identifier: Apache-2.0

// RFC 9112, as strict as it can be read. Whatever two recipients could understand differently is
// refused: a length beside a coding, two lengths even when they agree, a blank before a colon, a
// folded line, a bare CR or LF, a target outside the grammar of URIs. Where the standard leaves a
// choice between repairing and refusing, we refuse, since a repair is a guess about what a proxy in
// front of us has understood. One empty line before a request is skipped, as section 2.2 asks.
// A head is parsed in one pass when all of it is there. When it is not, the next bytes are only
// searched for its end, so that a head that comes byte by byte costs no more than its length.

import Bytes
import HTTPValues

/// Finds request heads in bytes.
package struct RequestParser {
  private let limits: HeadLimits
  private var end = HeadEnd()

  package init(limits: HeadLimits) { self.limits = limits }

  /// Forgets the head that was parsed.
  package mutating func reset() { end = HeadEnd() }

  /// The head at the beginning of `bytes`; `nil` while it is not complete. After `nil`, call again
  /// with more of the same bytes; after a head, `reset` comes first.
  package mutating func parse(
    _ bytes: Span<UInt8>,
    into slots: inout HeadSlots
  ) throws(HeadFault) -> RequestHead? {
    guard try end.mayBeThere(bytes, limits) else { return nil }
    slots.removeAll()
    guard let head = try read(bytes, into: &slots) else {
      try end.remember(bytes, limits)
      return nil
    }
    guard head.length <= limits.bytes else { throw HeadFault(.headTooLong, at: limits.bytes) }
    return head
  }

  private func read(
    _ bytes: Span<UInt8>,
    into slots: inout HeadSlots
  ) throws(HeadFault) -> RequestHead? {
    guard !HeadEnd.mayBecomeEmptyLine(bytes) else { return nil }
    let start = HeadEnd.emptyLine(bytes)
    guard let line = try RequestLine.read(bytes, at: start) else { return nil }
    guard line.next - start <= limits.startLine else {
      throw HeadFault(.startLineTooLong, at: limits.startLine)
    }
    guard let next = try FieldSection.read(bytes, at: line.next, into: &slots) else { return nil }
    let facts = try RequestFacts(FieldsView(bytes: bytes, slots: slots.slots), line.version)
    let target = try RequestTarget(bytes, line)
    return RequestHead(
      method: line.method,
      version: line.version,
      scheme: target.scheme,
      target: target.path,
      authority: try authority(bytes, line, target, facts),
      framing: facts.framing,
      isPersistent: facts.isPersistent(line.version),
      expectsContinue: facts.expectsContinue,
      length: next
    )
  }

  /// The target's own authority goes before the Host field, which must be right all the same.
  private func authority(
    _ bytes: Span<UInt8>,
    _ line: RequestLine,
    _ target: RequestTarget,
    _ facts: RequestFacts
  ) throws(HeadFault) -> Range<Int> {
    if let host = facts.host {
      guard HostRule.isValid(bytes.extracting(host)) else {
        throw HeadFault(.host, at: host.lowerBound)
      }
    } else if line.version >= .http11 {
      throw HeadFault(.host, at: line.next)
    }
    return target.authority ?? facts.host ?? 0..<0
  }
}

/// The fields of a section, up to its empty line.
enum FieldSection {
  /// Answers where the section ends; `nil` when it is not all there yet.
  static func read(
    _ bytes: Span<UInt8>,
    at start: Int,
    into slots: inout HeadSlots
  ) throws(HeadFault) -> Int? {
    var position = start
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "\r") {
        guard position + 1 < bytes.count else { return nil }
        guard bytes[position + 1] == UInt8(ascii: "\n") else {
          throw HeadFault(.lineEnd, at: position + 1)
        }
        return position + 2
      }
      guard let line = try FieldLine.read(bytes, at: position) else { return nil }
      guard slots.append(line.slot) else { throw HeadFault(.tooManyFields, at: position) }
      position = line.next
    }
    return nil
  }
}

/// What is known of the end of a head that did not come at once.
struct HeadEnd {
  private var searched = 0
  /// Where the line begins that `searched` is in.
  private var lineStart = 0

  /// Whether the head may be complete: at first sight it is worth a try, later its end is searched
  /// for among the new bytes.
  mutating func mayBeThere(_ bytes: Span<UInt8>, _ limits: HeadLimits) throws(HeadFault) -> Bool {
    if searched == 0 { return true }
    return try search(bytes, limits)
  }

  /// Notes what was seen of an incomplete head.
  mutating func remember(_ bytes: Span<UInt8>, _ limits: HeadLimits) throws(HeadFault) {
    if searched == 0 { _ = try search(bytes, limits) }
  }

  private mutating func search(
    _ bytes: Span<UInt8>,
    _ limits: HeadLimits
  ) throws(HeadFault) -> Bool {
    let start = HeadEnd.emptyLine(bytes)
    searched = max(searched, start)
    lineStart = max(lineStart, start)
    while let feed = bytes.firstIndex(of: UInt8(ascii: "\n"), from: searched) {
      guard feed > 0, bytes[feed - 1] == UInt8(ascii: "\r") else {
        throw HeadFault(.lineEnd, at: feed)
      }
      searched = feed + 1
      if feed == lineStart + 1, lineStart > start { return true }
      lineStart = feed + 1
    }
    searched = bytes.count
    guard lineStart > start || bytes.count - start <= limits.startLine else {
      throw HeadFault(.startLineTooLong, at: limits.startLine)
    }
    guard bytes.count <= limits.bytes else { throw HeadFault(.headTooLong, at: limits.bytes) }
    return false
  }

  /// Whether the bytes are the first half of an empty line.
  static func mayBecomeEmptyLine(_ bytes: Span<UInt8>) -> Bool {
    bytes.count == 1 && bytes[0] == UInt8(ascii: "\r")
  }

  /// How long the empty line before a request is that some clients send behind the last one.
  static func emptyLine(_ bytes: Span<UInt8>) -> Int {
    bytes.count >= 2 && bytes[0] == UInt8(ascii: "\r") && bytes[1] == UInt8(ascii: "\n") ? 2 : 0
  }
}
