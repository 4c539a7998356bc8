// SPDX-License-Identifier: Apache-2.0

// An upstream's response is data, never trusted. A head that two readers could understand
// differently is a fault, and the connection with it: a length beside a coding, two lengths, a
// coding that is not `chunked` alone, a folded line, a bare CR or LF, an interim response with
// content. A 204 has no content whatever it announces (RFC 9112 section 6.3), but when it announces
// some, its connection is not used again, since that content may follow and pass for the next
// response. Faults have no status here; towards a client they become 502.

import Bytes
package import HTTPValues

/// Finds response heads in bytes.
package struct ResponseParser {
  private let limits: HeadLimits
  private var progress = HeadProgress<StatusLine>()

  package init(limits: HeadLimits) { self.limits = limits }

  /// Forgets the head that was parsed.
  package mutating func reset() { progress = HeadProgress() }

  /// The head at the beginning of `bytes`, an answer to `method`; `nil` while it is not complete.
  /// After `nil`, call again with more of the same bytes; after a head, `reset` comes first.
  package mutating func parse(
    _ bytes: Span<UInt8>,
    to method: Method,
    into slots: inout HeadSlots
  ) throws(HeadFault) -> ResponseHead? {
    if progress.isFresh, let head = try? read(bytes, method, into: &slots) { return head }
    guard try progress.advance(bytes, limits) else { return nil }
    return try read(bytes, method, into: &slots)
  }

  private func read(
    _ bytes: Span<UInt8>,
    _ method: Method,
    into slots: inout HeadSlots
  ) throws(HeadFault) -> ResponseHead? {
    guard let line = try StatusLine.read(bytes, at: 0) else { return nil }
    guard line.next <= limits.startLine else {
      throw HeadFault(.startLineTooLong, at: limits.startLine)
    }
    guard let next = try FieldSection.read(bytes, at: line.next, into: &slots) else { return nil }
    guard next <= limits.bytes else { throw HeadFault(.headTooLong, at: limits.bytes) }
    let facts = try ResponseFacts(FieldsView(bytes: bytes, slots: slots.slots), line.version)
    return ResponseHead(
      status: line.status,
      version: line.version,
      framing: try facts.framing(line.status, to: method),
      isPersistent: facts.isPersistent(line, to: method),
      idleSeconds: facts.idleSeconds,
      length: next
    )
  }
}
