// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Testing

/// What came of giving bytes to a response parser.
struct ResponseReading: Equatable {
  var head: ResponseHead?
  var fault: HeadFault?
  var fields = Fields()

  /// Gives `text` to a parser, `step` bytes more each time.
  init(_ text: String, to method: Method, step: Int, limits: HeadLimits = HeadLimits()) {
    let bytes = Array(text.utf8)
    var parser = ResponseParser(limits: limits)
    var slots = HeadSlots(limits: limits)
    var count = 0
    do throws(HeadFault) {
      while head == nil, count < bytes.count {
        count += min(step, bytes.count - count)
        let seen = bytes.span.extracting(first: count)
        head = try parser.parse(seen, to: method, into: &slots)
        if head != nil { fields = Fields(copying: FieldsView(bytes: seen, slots: slots.slots)) }
      }
    } catch {
      fault = error
    }
  }

  /// Reads `text` at once, and checks that reading it in pieces comes to the same.
  static func of(
    _ text: String,
    to method: Method = .get,
    limits: HeadLimits = HeadLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> ResponseReading {
    let whole = ResponseReading(text, to: method, step: .max, limits: limits)
    for step in [1, 2, 7] {
      let cut = ResponseReading(text, to: method, step: step, limits: limits)
      #expect(whole == cut, "in pieces of \(step)", sourceLocation: sourceLocation)
    }
    return whole
  }
}
