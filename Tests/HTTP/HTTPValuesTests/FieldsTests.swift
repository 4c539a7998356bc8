// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Testing

@Suite struct `Fields of a message` {
  @Test(arguments: KnownField.allCases.filter { $0 != .other })
  func `every known name is found in any case`(field: KnownField) {
    let name = field.name.description
    #expect(KnownField(name.utf8Span.span) == field)
    #expect(KnownField(name.uppercased().utf8Span.span) == field)
    #expect(KnownField("\(name)x".utf8Span.span) != field)
  }

  @Test func `keep order and repetition`() {
    var fields = Fields()
    fields.append("Accept", "a")
    fields.append("X-Other", "b")
    fields.append("accept", "c")
    #expect(fields.count == 3)
    #expect(fields["ACCEPT"] == "a, c")
    #expect(fields["x-other"] == "b")
    fields.remove("x-OTHER")
    #expect(fields["x-other"] == nil)
    #expect(fields.count == 2)
  }

  @Test(arguments: ["a\r\nb: c", "a\nb", "a\0", "\u{7F}"])
  func `refuse a value that would end the field`(value: String) {
    var fields = Fields()
    let isAccepted = fields.append("accept", value)
    #expect(!isAccepted)
    #expect(fields.isEmpty)
  }
}
