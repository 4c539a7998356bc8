// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
import Testing

@Suite struct `Field lines` {
  @Test func `A field line gives a name in lower case and a value without surrounding blanks`() {
    let reading = RequestReading.of(
      get("X-A:1", "X-B: 2", "X-C:\t 3 4\t\t5 \t ", "Accept:", "X-D:  ", "X-E: :", "x-f: é\t\u{80}")
    )
    let expected: Fields = [
      "host": "a", "x-a": "1", "x-b": "2", "x-c": "3 4\t\t5", "accept": "", "x-d": "", "x-e": ":",
      "x-f": "é\t\u{80}",
    ]
    #expect(reading.fields == expected)
  }

  @Test func `Field lines keep their order and repetitions`() {
    let reading = RequestReading.of(get("X: 1", "Y: 2", "x: 3"))
    #expect(reading.fields == ["host": "a", "x": "1", "y": "2", "x": "3"])
  }

  @Test func `A field name may have every token character`() {
    let name = "!#$%&'*+-.^_`|~09azAZ"
    #expect(RequestReading.of(get("\(name): v")).fields.count == 2)
  }

  @Test(arguments: [
    ("X : a", HeadFault.Kind.fieldName), ("X\t: a", .fieldName), (": a", .fieldName),
    ("", .lineEnd), ("X", .fieldName), ("X a", .fieldName), ("X(: a", .fieldName),
    ("X\u{0}: a", .fieldName), ("É: a", .fieldName), ("X/Y: a", .fieldName),
    ("\"X\": a", .fieldName), ("X\u{7F}: a", .fieldName), ("X\r: a", .fieldName),
    (" X: a", .foldedField), ("\tX: a", .foldedField), ("  ", .foldedField),
    ("X: a\u{0}b", .fieldValue), ("X: a\u{1}b", .fieldValue), ("X: a\u{B}b", .fieldValue),
    ("X: a\u{7F}b", .fieldValue), ("X: a\u{1B}[0m", .fieldValue), ("X: \u{0}", .fieldValue),
    ("X: a\rb", .lineEnd), ("X: a\nb", .lineEnd), ("X: a\r\r", .lineEnd), ("X: a\n", .lineEnd),
    ("X: a\r\n b", .foldedField), ("X: a\r\n\tb", .foldedField),
    ("X: a\r\n \r\nY: b", .foldedField),
    ("Transfer-Encoding\u{B}: chunked", .fieldName), ("Content-Length : 5", .fieldName),
  ])
  func `A malformed field line is refused`(line: String, kind: HeadFault.Kind) {
    // An empty line ends the head, so what follows is no part of it.
    let expected: HeadFault.Kind? = line.isEmpty ? nil : kind
    #expect(requestFault(get(line, "Z: z")) == expected)
    #expect(requestFault(get("Y: y", line)) == expected)
  }

  @Test func `A line that begins with a blank is refused as folded, also before the first field`() {
    #expect(requestFault("GET / HTTP/1.1\r\n Host: a\r\n\r\n") == .foldedField)
    #expect(requestFault("GET / HTTP/1.1\r\n\tX: y\r\nHost: a\r\n\r\n") == .foldedField)
    #expect(requestFault("GET / HTTP/1.1\r\n \r\nHost: a\r\n\r\n") == .foldedField)
  }

  @Test func `A field line or head that ends with LF instead of CRLF is refused`() {
    #expect(requestFault("GET / HTTP/1.1\r\nHost: a\n\r\n") == .lineEnd)
    #expect(requestFault("GET / HTTP/1.1\r\nHost: a\r\n\n") != nil)
    #expect(requestFault("GET / HTTP/1.1\r\nHost: a\r\n\rX") != nil)
    #expect(requestFault("GET / HTTP/1.1\r\nHost: a\n\n") == .lineEnd)
  }

  @Test func `A malformed field line is refused before the head is complete`() {
    #expect(requestFault("GET / HTTP/1.1\r\nX : a\r\n") == .fieldName)
    #expect(requestFault("GET / HTTP/1.1\r\nX: a\u{0}") == .fieldValue)
    #expect(requestFault("GET / HTTP/9.1\r\n") == .unsupportedVersion)
  }

  @Test func `The fault of a field line has its byte offset`() {
    let text = get("X: a\u{0}b")
    #expect(RequestReading.of(text).fault?.offset == Array(text.utf8).firstIndex(of: 0))
  }
}
