// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Testing

/// What came of giving bytes to a request parser.
struct RequestReading: Equatable {
  var head: RequestHead?
  var fault: HeadFault?
  var fields = Fields()
  var target = ""
  var authority = ""

  /// Gives `text` to a parser, `step` bytes more each time.
  init(_ text: String, step: Int, limits: HeadLimits = HeadLimits()) {
    let bytes = Array(text.utf8)
    var parser = RequestParser()
    var slots = HeadSlots(limits: limits)
    var count = 0
    do throws(HeadFault) {
      while head == nil, count < bytes.count {
        count += min(step, bytes.count - count)
        let seen = bytes.span.extracting(first: count)
        head = try parser.parse(seen, into: &slots)
        guard let head else { continue }
        fields = Fields(copying: FieldsView(bytes: seen, slots: slots.slots))
        target = seen.extracting(head.target).text
        authority = seen.extracting(head.authority).text
      }
    } catch {
      fault = error
    }
  }

  /// Reads `text` at once, and checks that reading it byte by byte comes to the same.
  static func of(
    _ text: String,
    limits: HeadLimits = HeadLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> RequestReading {
    let whole = RequestReading(text, step: .max, limits: limits)
    for step in [1, 2, 7] {
      let cut = RequestReading(text, step: step, limits: limits)
      #expect(whole == cut, "in pieces of \(step)", sourceLocation: sourceLocation)
    }
    return whole
  }
}

/// Why `text` is no request; `nil` when it is one, or the beginning of one.
func requestFault(
  _ text: String,
  limits: HeadLimits = HeadLimits(),
  sourceLocation: SourceLocation = #_sourceLocation
) -> HeadFault.Kind? {
  RequestReading.of(text, limits: limits, sourceLocation: sourceLocation).fault?.kind
}

/// The head of a GET with these further field lines.
func get(_ lines: String...) -> String {
  "GET / HTTP/1.1\r\nHost: a\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
}

/// The head of a POST with these further field lines.
func post(_ lines: String...) -> String {
  "POST / HTTP/1.1\r\nHost: a\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
}
