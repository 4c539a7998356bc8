// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Testing

@Suite struct `Fields that intermediaries add and remove` {
  @Test func `Fields that Connection names and hop-by-hop fields are removed`() {
    var fields: Fields = [
      "connection": "close, X-One", "host": "a", "Connection": "x-TWO,keep-alive", "x-one": "1",
      "x-two": "2", "x-three": "3", "keep-alive": "timeout=5", "proxy-connection": "keep-alive",
      "te": "trailers, deflate", "transfer-encoding": "chunked", "upgrade": "h2c",
      "http2-settings": "AAA", "proxy-authorization": "Basic x", "proxy-authenticate": "Basic",
      "trailer": "x-checksum", "www-authenticate": "Basic", "x-one": "again",
    ]
    let acceptsTrailers = fields.view.acceptsTrailers
    #expect(acceptsTrailers)
    fields.removeHopByHop()
    let left = (0..<fields.count).map { fields.view.name(at: $0).text }
    #expect(left == ["host", "x-three", "trailer", "www-authenticate"])
    let stillAccepts = fields.view.acceptsTrailers
    #expect(!stillAccepts)
  }

  @Test func `Connection cannot remove fields that all recipients need`() {
    let names: [FieldName] = [
      "host", "authorization", "cookie", "cache-control", "vary", "x-forwarded-for", "via",
      "content-type", "content-length", "set-cookie", "etag",
    ]
    var fields = Fields()
    for name in names { fields.append(name, "x") }
    fields.append("connection", names.map(\.description).joined(separator: ","))
    fields.removeHopByHop()
    #expect(fields.count == names.count)
  }

  @Test func `Members appended to a list join its lines into one`() {
    var fields: Fields = ["x-forwarded-for": "192.0.2.1", "X-Forwarded-For": "192.0.2.2"]
    fields.appendMember("x-forwarded-for", "::1")
    #expect(fields["x-forwarded-for"] == "192.0.2.1, 192.0.2.2, ::1")
    #expect(fields.count == 1)
    fields.appendVia(received: .http2, by: "portico")
    fields.appendVia(received: .http10, by: "b.example:80")
    #expect(fields["via"] == "2 portico, 1.0 b.example:80")
    fields.append("cdn-loop", "")
    fields.appendMember("cdn-loop", "portico")
    #expect(fields["cdn-loop"] == "portico")
  }

  @Test(arguments: [
    ("1.1 Portico", true), ("1.0 fred, HTTP/1.1 portico (a comment)", true), ("1.1  portico", true),
    ("1.1 porticox", false), ("portico 1.1", false), ("portico", false), ("1.1 a (portico)", false),
  ])
  func `A gateway finds its own name in Via`(value: String, isNamed: Bool) {
    let fields: Fields = ["via": "1.1 first", "Via": ""]
    var more = fields
    more.append("via", value)
    let found = more.view.viaNames("portico")
    #expect(found == isNamed)
  }

  @Test(
    arguments: [
      (Method.trace, ["0"], .answer), (.options, ["1"], .forward(0)),
      (.options, ["10"], .forward(9)), (.get, ["0"], .unlimited),
      (.options, [], .unlimited), (.options, ["x"], .unlimited), (.options, ["-1"], .unlimited),
      (.trace, ["0", "0"], .unlimited),
      (.trace, ["1, 0"], .unlimited),
    ] as [(Method, [String], MaxForwards)]
  )
  func `Max-Forwards is counted down for OPTIONS and TRACE only`(
    method: Method,
    values: [String],
    expected: MaxForwards
  ) {
    var fields = Fields()
    for value in values { fields.append("max-forwards", value) }
    let found = MaxForwards(method: method, fields: fields.view)
    #expect(found == expected)
  }

  @Test(
    arguments: [
      ("120", RetryAfter.seconds(120), 120), ("0", .seconds(0), 0),
      ("99999999999999", .seconds(2_147_483_648), 2_147_483_648),
      ("Thu, 01 Jan 1970 00:02:00 GMT", .date(HTTPDate(seconds: 120)), 20),
      ("Thu, 01 Jan 1970 00:00:00 GMT", .date(HTTPDate(seconds: 0)), 0),
    ] as [(String, RetryAfter, Int64)]
  )
  func `Retry-After is read as seconds or a date`(text: String, expected: RetryAfter, delay: Int64)
  {
    let found = RetryAfter(text.utf8Span.span, now: 100)
    #expect(found == expected)
    #expect(found?.delay(now: 100) == delay)
    let again = RetryAfter(expected.description.utf8Span.span, now: 100)
    #expect(again == expected)
  }

  @Test(arguments: ["", "-1", "1.5", "soon", "120 s"])
  func `A malformed Retry-After is ignored`(text: String) {
    let found = RetryAfter(text.utf8Span.span, now: 100)
    #expect(found == nil)
  }
}
