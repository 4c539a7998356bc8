// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Testing

@Suite struct `The Content-Length field` {
  @Test(arguments: [
    ("0", 0), ("5", 5), ("007", 7), ("9223372036854775807", Int.max),
  ])
  func `Content-Length is read as a decimal number`(text: String, length: Int) {
    let found = ContentLength.parse(text.utf8Span.span)
    #expect(found == length)
  }

  @Test(arguments: [
    "", "+5", "-5", " 5", "5 ", "5,5", "0x5", "5.0", "5a", "9223372036854775808",
    "99999999999999999999999", "\u{665}", "5\0",
  ])
  func `A malformed Content-Length is refused`(text: String) {
    let found = ContentLength.parse(text.utf8Span.span)
    #expect(found == nil)
  }

  @Test(arguments: [
    ([], ContentLength.absent), (["5"], .length(5)), (["5, 5"], .length(5)),
    (["5", "5"], .length(5)), (["5 ,\t5"], .length(5)), (["5,5", "5"], .length(5)),
    (["5, 6"], .invalid), (["5", "6"], .invalid), (["5,"], .invalid), ([","], .invalid),
    ([",5"], .invalid), (["5", ""], .invalid), (["x", "x"], .invalid), (["5", "x", "5"], .invalid),
  ])
  func `Repeated Content-Length values are accepted only when all are the same`(
    values: [String],
    outcome: ContentLength
  ) {
    var fields = Fields()
    for value in values { fields.append("Content-Length", value) }
    let found = ContentLength(fields.view)
    #expect(found == outcome)
  }
}
