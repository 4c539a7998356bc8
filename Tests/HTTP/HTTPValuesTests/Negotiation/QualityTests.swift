// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

@Suite struct `A weight` {
  @Test(arguments: [
    ("0", 0), ("1", 1_000), ("0.", 0), ("1.", 1_000), ("0.5", 500), ("0.05", 50), ("0.001", 1),
    ("1.000", 1_000),
    ("0.999", 999), ("0.120", 120),
  ])
  func `has up to three digits behind the point`(text: String, thousandths: Int) {
    let quality = Quality(text.utf8Span.span)
    #expect(quality?.thousandths == Int16(thousandths))
  }

  @Test(arguments: [
    "", ".5", "00", "0.1234", "1.001", "1.1", "2", "-0.5", "+1", "0,5", "0.a", "0.5 ", "1e0",
    "0..1", "01",
  ])
  func `is nothing else`(text: String) {
    let quality = Quality(text.utf8Span.span)
    #expect(quality == nil)
  }
}

@Suite struct `A media type` {
  @Test(arguments: [
    ("text/html", "text/html"), ("Text/HTML;Charset=\"utf-8\"", "text/html; charset=utf-8"),
    ("a/b ; c=\"x y\" ;d=1", "a/b; c=\"x y\"; d=1"), ("a/b;", "a/b"), ("a/b;;c=d;", "a/b; c=d"),
    ("application/vnd.api+json", "application/vnd.api+json"), ("a/b;c=\"x;y\"", "a/b; c=\"x;y\""),
    ("*/*", "*/*"),
    ("a/b;c=\"\"", "a/b; c=\"\""),
  ])
  func `is read and written`(text: String, canonical: String) {
    #expect(MediaType(text)?.description == canonical)
    #expect(MediaType(canonical) == MediaType(text))
  }

  @Test(arguments: [
    "", "text", "text/", "/html", "te xt/html", "text/html/x", "a/b;c", "a/b;c=", "a/b;=d",
    "a/b; c =d", "a/b;c= d",
    "a/b;c=\"d", "a/b,c/d", "é/b",
  ])
  func `is refused when malformed`(text: String) {
    #expect(MediaType(text) == nil)
  }

  @Test func `gives its parameters by name`() {
    let type = MediaType("multipart/byteranges; Boundary=Abc")
    #expect(type?["boundary"] == "Abc")
    #expect(type?["charset"] == nil)
  }
}
