// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues

/// However the bytes are cut, they are the same head or have the same fault, and a head that is
/// written again is read as the same.
func fuzzRequestHead(_ bytes: [UInt8]) {
  for limits in [HeadLimits(), .tight] {
    let whole = Reading(bytes, step: max(1, bytes.count), limits)
    for step in [1, 3, 64] {
      precondition(whole == Reading(bytes, step: step, limits), "in pieces it is another head")
    }
    guard let head = whole.head else { continue }
    precondition(head.length <= min(bytes.count, limits.bytes), "longer than the bytes")
    precondition(head.target.upperBound <= head.length && !head.target.isEmpty)
    precondition(head.authority.upperBound <= head.length)
    precondition(whole.fields.count <= limits.fields, "more fields than may be")
    checkRoundTrip(whole, head)
  }
}

private func checkRoundTrip(_ reading: Reading, _ head: RequestHead) {
  // A request of HTTP/1.0 without a host cannot be one of HTTP/1.1.
  guard let request = reading.request, !request.authority.isEmpty else { return }
  var output = ByteBuffer()
  do throws(HeadFault) {
    try RequestWriter.appendHead(request, framing: head.framing, to: &output)
  } catch {
    fatalError("what was read cannot be written: \(error)")
  }
  // A request that named its host in the target alone gets a field for it.
  var limits = HeadLimits()
  limits.fields += 1
  limits.bytes += head.authority.count + 16
  let again = Reading(output.span.array, step: output.count, limits)
  guard let copy = again.request, let copyHead = again.head else {
    fatalError("what was written is not a head: \(again.fault?.description ?? "incomplete")")
  }
  precondition(copy.method == request.method && copy.target == request.target)
  precondition(copy.authority == request.authority && copyHead.framing == head.framing)
  precondition(copy.fields.ofMessage == request.fields.ofMessage, "other fields on their way")
}

/// What came of giving bytes to a parser, piece by piece.
private struct Reading: Equatable {
  var head: RequestHead?
  var request: Request?
  var fault: HeadFault?

  var fields: Fields { request?.fields ?? Fields() }

  init(_ bytes: [UInt8], step: Int, _ limits: HeadLimits) {
    var parser = RequestParser()
    var slots = HeadSlots(limits: limits)
    var count = 0
    do throws(HeadFault) {
      while head == nil, count < bytes.count {
        count = min(bytes.count, count + step)
        let seen = bytes.span.extracting(first: count)
        head = try parser.parse(seen, into: &slots)
        if let head { request = Request(head, in: seen, slots.slots) }
      }
    } catch {
      fault = error
    }
  }
}

extension Request {
  fileprivate init(_ head: RequestHead, in bytes: Span<UInt8>, _ slots: Span<FieldSlot>) {
    self.init(
      copying: RequestView(
        method: head.method,
        scheme: head.scheme ?? .http,
        version: head.version,
        authority: bytes.extracting(head.authority),
        target: bytes.extracting(head.target),
        fields: FieldsView(bytes: bytes, slots: slots)
      )
    )
  }
}
