// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Testing

@Suite struct `A chunked body` {
  @Test(arguments: [
    ("0\r\n\r\n", ""), ("5\r\nhello\r\n0\r\n\r\n", "hello"),
    ("5\r\nhello\r\n1\r\n \r\n6\r\nworld!\r\n0\r\n\r\n", "hello world!"),
    ("a\r\n0123456789\r\n0\r\n\r\n", "0123456789"), ("A\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
    ("00005\r\nhello\r\n000\r\n\r\n", "hello"), ("2\r\n\r\n\r\n0\r\n\r\n", "\r\n"),
    ("000000000000001\r\nx\r\n0\r\n\r\n", "x"), ("5\r\n0\r\n\r\n\r\n0\r\n\r\n", "0\r\n\r\n"),
  ])
  func `A chunked body is decoded to its content`(text: String, content: String) {
    let decoding = Decoding.of(text)
    #expect(decoding.content == content)
    #expect(decoding.isFinished)
    #expect(decoding.rest.isEmpty)
  }

  @Test func `A chunked body leaves the bytes behind its end unread`() {
    let decoding = Decoding.of("1\r\nx\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n")
    #expect(decoding.isFinished)
    #expect(decoding.rest == "GET / HTTP/1.1\r\n\r\n")
  }

  @Test func `A chunked body is not finished before its last byte`() {
    let text = "5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n"
    for count in 0..<text.utf8.count {
      let decoding = Decoding.of(String(decoding: text.utf8.prefix(count), as: UTF8.self))
      #expect(!decoding.isFinished)
      #expect(decoding.fault == nil)
    }
  }

  @Test(arguments: [
    "\r\n", "x\r\n", "-1\r\n", "+1\r\n", " 5\r\nhello\r\n", "5 \r\nhello\r\n", "5\t\r\nhello\r\n",
    "0x5\r\nhello\r\n", "5h\r\n", "g\r\n", ";a\r\n", "1000000000000000\r\n", "ffffffffffffffff\r\n",
    "0000000000000000\r\n", "10000000000000000000000\r\n", "5\u{B}\r\nhello\r\n", "5\u{0}\r\n",
    "５\r\n",
    "5.0\r\n", "\"5\"\r\n", "5\n", "5,5\r\n", "\n5\r\n",
  ])
  func `A chunk whose size is not a hexadecimal number is refused`(text: String) {
    #expect(Decoding.of(text).fault == .chunkSize)
    #expect(Decoding.of("1\r\nx\r\n" + text).fault == .chunkSize)
  }

  @Test(arguments: [
    "5\rhello", "5\r\rhello", "5\r\nhellox", "5\r\nhello\n", "5\r\nhello\rx", "5\r\nhello0\r\n\r\n",
    "5\r\nhello\n0\r\n\r\n", "5;a\rhello", "0\r\n\rx", "5\r\nhello\r\r\n", "5\r\nhello \r\n",
  ])
  func `A chunk whose lines do not end with CRLF is refused`(text: String) {
    #expect(Decoding.of(text).fault == .chunkEnd)
  }

  @Test(arguments: ["0\r\n\n", "0\r\nX: y\n\r\n", "0\r\nX: y\r\n\n"])
  func `A chunked body whose trailers do not end with CRLF is refused`(text: String) {
    #expect(Decoding.of(text).fault != nil)
  }

  @Test(arguments: [
    ";a", ";a=b", ";a=b;c", ";a=\"b\"", ";a=\"\"", ";a=\"b;c=\\\"d\\\\\";e=f", ";a=\"\tb\"",
  ])
  func `Chunk extensions are skipped`(extensions: String) {
    let decoding = Decoding.of("5\(extensions)\r\nhello\r\n0\(extensions)\r\n\r\n")
    #expect(decoding.content == "hello")
    #expect(decoding.isFinished)
  }

  @Test(arguments: [
    ";", ";;", ";a;", ";a=", ";=b", ";a b", "; a", ";a =b", ";a= b", ";a=\"b", ";a=\"b\"c",
    ";a=\"b\\", ";a=b=c", ";a,b", ";a=\"\\\"", ";é", ";a\n", ";a=b\nx", ";a=\u{0}",
  ])
  func `A malformed chunk extension is refused`(extensions: String) {
    let fault = Decoding.of("5\(extensions)\r\nhello\r\n").fault
    #expect(fault == .chunkExtension || fault == .chunkSize)
  }

  @Test func `A chunk extension longer than the limit is refused`() {
    var limits = HeadLimits()
    limits.chunkLine = 10
    #expect(Decoding.of("5;45678x\r\n", limits: limits).fault == nil)
    #expect(Decoding.of("5;45678xy\r\n", limits: limits).fault == nil)
    #expect(Decoding.of("5;45678xyz\r\n", limits: limits).fault == .chunkExtension)
    #expect(Decoding.of("5;45678xyz", limits: limits).fault == .chunkExtension)
  }

  @Test func `A chunked body with much more framing than content is refused`() {
    let long = String(
      repeating: "1;" + String(repeating: "a", count: 1_000) + "\r\nx\r\n",
      count: 17
    )
    #expect(Decoding(long, step: .max).fault == .chunkOverhead)
    let short = String(repeating: "1\r\nx\r\n", count: 20_000)
    #expect(Decoding(short, step: .max).content.utf8.count == 20_000)
    let paid =
      "1000;" + String(repeating: "a", count: 1_000) + "\r\n"
      + String(repeating: "x", count: 4_096) + "\r\n"
    #expect(Decoding(String(repeating: paid, count: 100), step: .max).fault == nil)
  }

  @Test func `A chunk announced larger than any memory is decoded as it comes`() {
    let decoding = Decoding.of("fffffffffffffff\r\nx")
    #expect(decoding.content == "x")
    #expect(decoding.fault == nil)
    #expect(!decoding.isFinished)
  }
}

@Suite struct `Trailers behind a chunked body` {
  @Test func `Trailers are kept, apart from the content`() {
    let decoding = Decoding.of("0\r\nX-Checksum: 1 \r\nETag:\t\"a\"\r\n\r\n")
    #expect(decoding.trailers == ["x-checksum": "1", "etag": "\"a\""])
    #expect(decoding.isFinished)
  }

  @Test(arguments: [
    "Transfer-Encoding: chunked", "Content-Length: 5", "Host: a", "Trailer: x", "TE: trailers",
    "Connection: close", "Keep-Alive: 5", "Upgrade: h2c", "Expect: 100-continue",
    "content-length:0", "HTTP2-Settings: a", "Proxy-Connection: a",
  ])
  func `Trailers that frame messages or concern the connection are refused`(line: String) {
    #expect(Decoding.of("0\r\nX: y\r\n\(line)\r\n\r\n").fault == .trailer)
  }

  @Test(arguments: [
    "Authorization: x", "Cookie: a=b", "Set-Cookie: a=b", "Content-Type: a/b",
    "Content-Encoding: br",
    "Content-Range: x", "Cache-Control: no-store", "Expires: 0", "Vary: *", "Location: /",
    "If-Match: *", "Range: bytes=0-", "Max-Forwards: 1",
  ])
  func `Trailers that would come too late to be obeyed are dropped`(line: String) {
    let decoding = Decoding.of("0\r\n\(line)\r\nX: y\r\n\r\n")
    #expect(decoding.trailers == ["x": "y"])
    #expect(decoding.isFinished)
  }

  @Test(arguments: [
    ("X : y", HeadFault.Kind.fieldName), ("X", .fieldName), (": y", .fieldName),
    (" X: y", .foldedField), ("X: y\r\n z", .foldedField), ("X: \u{0}", .fieldValue),
    ("X: y\rz", .lineEnd), ("X: y\nz", .lineEnd),
  ])
  func `Malformed trailers are refused like other malformed fields`(
    line: String,
    kind: HeadFault.Kind
  ) {
    #expect(Decoding.of("0\r\n\(line)\r\n\r\n").fault == kind)
  }

  @Test func `Trailers beyond the limits of number and length are refused`() {
    var limits = HeadLimits()
    limits.trailers = 2
    limits.trailerBytes = 20
    func fault(_ text: String) -> HeadFault.Kind? { Decoding.of(text, limits: limits).fault }
    #expect(fault("0\r\nA: 1\r\nB: 2\r\n\r\n") == nil)
    #expect(fault("0\r\nA: 1\r\nB: 2\r\nC: 3\r\n\r\n") == .trailersTooLong)
    #expect(fault("0\r\nAge: 1\r\nAge: 2\r\nC: 3\r\n\r\n") == .trailersTooLong)
    #expect(fault("0\r\nA: 567890123456789\r\n\r\n") == nil)
    #expect(fault("0\r\nA: 5678901234567890\r\n\r\n") == .trailersTooLong)
    #expect(fault("0\r\nA: 56789\r\nB: 567890\r\n\r\n") == .trailersTooLong)
    #expect(fault("0\r\nA: 567890123456789012") == .trailersTooLong)
    #expect(HeadFault(.trailersTooLong, at: 0).status == .requestHeaderFieldsTooLarge)
  }
}
