// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
import Testing

@Suite struct `The request line` {
  @Test func `A request line gives method, target and version`() {
    let reading = RequestReading.of("QUERY /a/b?c=d HTTP/1.1\r\nHost: example.com:8080\r\n\r\n")
    #expect(reading.head?.method == .query)
    #expect(reading.head?.version == .http11)
    #expect(reading.head?.scheme == nil)
    #expect(reading.target == "/a/b?c=d")
    #expect(reading.authority == "example.com:8080")
    #expect(reading.head?.length == 51)
  }

  @Test(arguments: [
    "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "get", "M-1",
  ])
  func `A request method may be any token`(name: String) {
    let reading = RequestReading.of("\(name) / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(reading.head?.method.name == name)
  }

  @Test(arguments: [
    ("HTTP/1.0", Version.http10), ("HTTP/1.1", .http11), ("HTTP/1.2", .http11),
    ("HTTP/1.9", .http11),
  ])
  func `A request with any minor version of HTTP/1 is read`(text: String, version: Version) {
    #expect(RequestReading.of("GET / \(text)\r\nHost: a\r\n\r\n").head?.version == version)
  }

  @Test(arguments: ["HTTP/2.0", "HTTP/0.9", "HTTP/3.1", "HTTP/9.9"])
  func `A request of another major version is answered with 505`(version: String) {
    let fault = RequestReading.of("GET / \(version)\r\nHost: a\r\n\r\n").fault
    #expect(fault?.kind == .unsupportedVersion)
    #expect(fault?.status == .httpVersionNotSupported)
  }

  @Test(arguments: [
    "http/1.1", "Http/1.1", "HTTP/11.1", "HTTP/1.10", "HTTP/1,1", "HTTP/1.", "HTTP/.1", "HTTP/1",
    "HTTP/1.1 ", "HTTP/1.1\t", "HTTP/a.b", "HTTP 1.1", "HTTPS/1.1", "XTTP/1.1", "HTTP/1.1x",
    "HTTP/+1.1", "HTTP\\1.1", "HTTP/1.1 HTTP/1.1",
  ])
  func `A request with a malformed version is refused with 400`(version: String) {
    let fault = RequestReading.of("GET / \(version)\r\nHost: a\r\n\r\n").fault
    #expect(fault?.kind == .version || fault?.kind == .startLine)
    #expect(fault?.status == .badRequest)
  }

  @Test(arguments: [
    ("GET  / HTTP/1.1", HeadFault.Kind.target), ("GET /  HTTP/1.1", .version),
    ("GET\t/ HTTP/1.1", .method), ("GET /\tHTTP/1.1", .target), (" GET / HTTP/1.1", .method),
    ("\tGET / HTTP/1.1", .method), ("GET / a HTTP/1.1", .version), ("GET HTTP/1.1", .version),
    ("GET /", .version), ("GET / ", .startLine), ("GET ", .target), ("GET", .method),
    ("G(ET / HTTP/1.1", .method), ("GET: / HTTP/1.1", .method), ("GÉT / HTTP/1.1", .method),
    ("/ HTTP/1.1", .method), ("GET / HTTP/1.1\rX", .lineEnd), ("GET\r / HTTP/1.1", .method),
    ("GET /\r HTTP/1.1", .version), ("GET /\u{0} HTTP/1.1", .target),
    ("GET /\u{B}HTTP/1.1", .target), ("GET /\u{C}HTTP/1.1", .target), ("HTTP/1.1 200 OK", .method),
    ("\u{16}\u{3}\u{1}", .method), ("PRI * HTTP/2.0", .unsupportedVersion),
  ])
  func `A request line with other than single spaces, or with forbidden bytes, is refused`(
    line: String,
    kind: HeadFault.Kind
  ) {
    #expect(requestFault("\(line)\r\nHost: a\r\n\r\n") == kind)
  }

  @Test func `A request line that ends with LF instead of CRLF is refused`() {
    #expect(requestFault("GET / HTTP/1.1\nHost: a\r\n\r\n") == .lineEnd)
    #expect(requestFault("GET / HTTP/1.1\r\r\nHost: a\r\n\r\n") == .lineEnd)
    #expect(requestFault("GET / HTTP/1.1\n\rHost: a\r\n\r\n") == .lineEnd)
  }

  @Test func `A request line of HTTP/0.9 is refused`() {
    #expect(requestFault("GET /\r\n") == .version)
    #expect(requestFault("GET /\n") == .target)
  }

  @Test func `One empty line before the request line is skipped`() {
    let reading = RequestReading.of("\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(reading.target == "/")
    #expect(reading.head?.length == 29)
  }

  @Test(arguments: ["\r\n\r\n", "\n", "\r", "\n\n", " \r\n", "\r\n\n", "\r\n \r\n"])
  func `Anything but one empty line before the request line is refused`(before: String) {
    #expect(requestFault(before + "GET / HTTP/1.1\r\nHost: a\r\n\r\n") != nil)
  }

  @Test func `A request head is not complete before its last byte`() {
    let text = "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"
    for count in 0..<text.utf8.count {
      let reading = RequestReading.of(String(decoding: text.utf8.prefix(count), as: UTF8.self))
      #expect(reading.head == nil)
      #expect(reading.fault == nil)
    }
  }

  @Test func `A request head ends with its empty line, whatever follows`() {
    let reading = RequestReading.of("GET / HTTP/1.1\r\nHost: a\r\n\r\n\u{0}\r\r\n")
    #expect(reading.head?.length == 27)
  }
}
