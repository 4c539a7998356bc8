// SPDX-License-Identifier: Apache-2.0

// RFC 9112, as strict as it can be read. Whatever two recipients could understand differently is
// refused: a length beside a coding, two lengths even when they agree, a blank before a colon, a
// folded line, a bare CR or LF, a target outside the grammar of URIs, a Host that is not the host of
// an absolute target. Where the standard leaves a choice between repairing and refusing, we refuse,
// since a repair is a guess about what a proxy in front of us has understood. One empty line before
// a request is skipped, as section 2.2 asks. HTTP/0.9 is not spoken; a minor version above 1 is 1.1.
//
// A head is parsed in one pass when all of it is there, which is nearly always. When it is not, or
// when it is refused, `HeadProgress` goes through its lines, and has the last word on the fault: the
// verdict may not depend on how the network cut the bytes. Once it has found the end, the head is
// parsed as if it had come at once.

import Bytes
import HTTPValues

/// Finds request heads in bytes.
package struct RequestParser {
  private var progress = HeadProgress<RequestLine>()

  package init() {}

  /// Forgets the head that was parsed.
  package mutating func reset() { progress = HeadProgress() }

  /// The head at the beginning of `bytes`; `nil` while it is not complete. After `nil`, call again
  /// with more of the same bytes; after a head, `reset` comes first.
  package mutating func parse(
    _ bytes: Span<UInt8>,
    into slots: inout HeadSlots
  ) throws(HeadFault) -> RequestHead? {
    if progress.isFresh, let head = try? read(bytes, into: &slots) { return head }
    guard try progress.advance(bytes, slots.limits) else { return nil }
    return try read(bytes, into: &slots)
  }

  private func read(
    _ bytes: Span<UInt8>,
    into slots: inout HeadSlots
  ) throws(HeadFault) -> RequestHead? {
    let start = RequestLine.emptyLine(bytes)
    guard let line = try RequestLine.read(bytes, at: start) else { return nil }
    guard line.next - start <= slots.limits.startLine else {
      throw HeadFault(.startLineTooLong, at: slots.limits.startLine)
    }
    guard let next = try FieldSection.read(bytes, at: line.next, into: &slots) else { return nil }
    let most = slots.limits.bytes
    guard next <= most else { throw HeadFault(.headTooLong, at: most) }
    let facts = try RequestFacts(FieldsView(bytes: bytes, slots: slots.slots), line.version)
    let target = try RequestTarget(bytes, line)
    let authority = try HostRule.authority(bytes, line, target, facts.host)
    return RequestHead(
      method: line.method,
      version: line.version,
      scheme: target.scheme,
      target: target.path,
      authority: authority,
      framing: facts.framing,
      isPersistent: facts.isPersistent(line.version),
      expectsContinue: facts.expectsContinue,
      acceptsTrailers: facts.acceptsTrailers,
      offersUpgrade: facts.offersUpgrade,
      length: next
    )
  }
}
