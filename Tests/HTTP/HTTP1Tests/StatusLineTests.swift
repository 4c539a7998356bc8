// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
import Testing

@Suite struct `The status line` {
  @Test(arguments: [
    ("HTTP/1.1 200 OK", 200, Version.http11), ("HTTP/1.0 404 Not Found", 404, .http10),
    ("HTTP/1.1 500 ", 500, .http11), ("HTTP/1.1 503", 503, .http11),
    ("HTTP/1.7 200 x", 200, .http11),
    ("HTTP/1.1 599 é \t()", 599, .http11), ("HTTP/1.1 299  two blanks", 299, .http11),
  ])
  func `A status line gives version and status`(
    line: String,
    code: Int,
    version: Version
  ) {
    let reading = ResponseReading.of("\(line)\r\nContent-Length: 3\r\n\r\nabc")
    #expect(reading.head?.status == Status(code))
    #expect(reading.head?.version == version)
    #expect(reading.head?.framing == .length(3))
    #expect(reading.head?.length == line.utf8.count + 23)
    #expect(reading.fields == ["content-length": "3"])
  }

  @Test(arguments: [
    "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1 099 OK", "HTTP/1.1 600 OK", "HTTP/1.1  200 OK",
    "HTTP/1.1 2x0 OK", "HTTP/1.1 +20 OK", "HTTP/1.1 200OK", "HTTP/1.1\t200 OK", "HTTP/1.1 200\tOK",
    "HTTP/1.1200 OK", "HTTP/1.1 OK", "HTTP/1.1", "HTTP/2.0 200 OK", "HTTP/0.9 200 OK",
    "http/1.1 200 OK", "HTTP/1.1 200 O\u{0}K", "HTTP/1.1 200 O\rK", "HTTP/1.1 200 OK\r",
    "ICY 200 OK",
    " HTTP/1.1 200 OK", "200 OK", "<html>", "GET / HTTP/1.1", "HTTP/1.1 200 \u{7F}", "",
  ])
  func `A malformed status line is refused`(line: String) {
    #expect(ResponseReading.of("\(line)\r\nContent-Length: 0\r\n\r\n").fault != nil)
  }

  @Test func `A status line that ends with LF instead of CRLF is refused`() {
    #expect(ResponseReading.of("HTTP/1.1 200 OK\n\n").fault?.kind == .lineEnd)
    #expect(ResponseReading.of("HTTP/1.1 200\nA: b\r\n\r\n").fault?.kind == .lineEnd)
  }

  @Test func `An empty line before a status line is refused`() {
    #expect(ResponseReading.of("\r\nHTTP/1.1 200 OK\r\n\r\n").fault?.kind == .startLine)
  }

  @Test func `A response head beyond the limits of its line, fields or length is refused`() {
    var limits = HeadLimits()
    limits.startLine = 17
    limits.fields = 2
    limits.bytes = 37
    func kind(_ text: String) -> HeadFault.Kind? {
      ResponseReading.of(text, limits: limits).fault?.kind
    }
    #expect(kind("HTTP/1.1 200 OK\r\nA: b\r\nC: d\r\nE: f") == nil)
    #expect(kind("HTTP/1.1 200 OKs\r\n\r\n") == .startLineTooLong)
    #expect(kind("HTTP/1.1 200 OK and more") == .startLineTooLong)
    #expect(kind("HTTP/1.1 200 OK\r\nA:b\r\nC:d\r\nE:f\r\n\r\n") == .tooManyFields)
    #expect(kind("HTTP/1.1 200 OK\r\nA: b\r\nC: 01234567\r\n\r\n") == .headTooLong)
  }
}
