// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues

/// However the bytes are cut, they are the same head or have the same fault, and a head that is
/// written again is read as the same.
func fuzzResponseHead(_ bytes: [UInt8]) {
  for method in [Method.get, .head, .connect] {
    for limits in [HeadLimits(), .tight] {
      let whole = Reading(bytes, to: method, step: max(1, bytes.count), limits)
      for step in [1, 3, 64] {
        let cut = Reading(bytes, to: method, step: step, limits)
        precondition(whole == cut, "in pieces it is another head")
      }
      guard let head = whole.head else { continue }
      precondition(head.length <= min(bytes.count, limits.bytes), "longer than the bytes")
      precondition(whole.fields.count <= limits.fields, "more fields than may be")
      precondition(head.framing != .untilClose || !head.isPersistent, "what ends goes on")
      checkRoundTrip(whole, head, to: method)
    }
  }
}

private func checkRoundTrip(_ reading: Reading, _ head: ResponseHead, to method: Method) {
  var output = ByteBuffer()
  ResponseWriter.appendHead(
    Response(head.status, fields: reading.fields),
    framing: head.framing == .none ? .length(0) : head.framing,
    to: &output
  )
  output.append("\r\n")
  let again = Reading(output.span.array, to: method, step: output.count, HeadLimits())
  precondition(again.head?.status == head.status && again.head?.framing == head.framing)
  precondition(again.fields.ofMessage == reading.fields.ofMessage, "other fields on their way")
}

/// What came of giving bytes to a parser, piece by piece.
private struct Reading: Equatable {
  var head: ResponseHead?
  var fields = Fields()
  var fault: HeadFault?

  init(_ bytes: [UInt8], to method: Method, step: Int, _ limits: HeadLimits) {
    var parser = ResponseParser(limits: limits)
    var slots = HeadSlots(limits: limits)
    var count = 0
    do throws(HeadFault) {
      while head == nil, count < bytes.count {
        count = min(bytes.count, count + step)
        let seen = bytes.span.extracting(first: count)
        head = try parser.parse(seen, to: method, into: &slots)
        if head != nil { fields = Fields(copying: FieldsView(bytes: seen, slots: slots.slots)) }
      }
    } catch {
      fault = error
    }
  }
}
