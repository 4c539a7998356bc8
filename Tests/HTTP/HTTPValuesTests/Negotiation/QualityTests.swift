// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

@Suite struct `Quality weights` {
  @Test(arguments: [
    ("0", 0), ("1", 1_000), ("0.", 0), ("1.", 1_000), ("0.5", 500), ("0.05", 50), ("0.001", 1),
    ("1.000", 1_000),
    ("0.999", 999), ("0.120", 120),
  ])
  func `A weight has up to three digits behind its point`(text: String, thousandths: Int) {
    let quality = Quality(text.utf8Span.span)
    #expect(quality?.thousandths == Int16(thousandths))
  }

  @Test(arguments: [
    "", ".5", "00", "0.1234", "1.001", "1.1", "2", "-0.5", "+1", "0,5", "0.a", "0.5 ", "1e0",
    "0..1", "01",
  ])
  func `A malformed weight is refused`(text: String) {
    let quality = Quality(text.utf8Span.span)
    #expect(quality == nil)
  }
}

@Suite struct `Media types` {
  @Test(arguments: [
    ("text/html", "text/html"), ("Text/HTML;Charset=\"utf-8\"", "text/html; charset=utf-8"),
    ("a/b ; c=\"x y\" ;d=1", "a/b; c=\"x y\"; d=1"), ("a/b;", "a/b"), ("a/b;;c=d;", "a/b; c=d"),
    ("application/vnd.api+json", "application/vnd.api+json"), ("a/b;c=\"x;y\"", "a/b; c=\"x;y\""),
    ("*/*", "*/*"),
    ("a/b;c=\"\"", "a/b; c=\"\""),
  ])
  func `A media type with parameters is read and written in one form`(
    text: String,
    canonical: String
  ) {
    #expect(MediaType(text)?.description == canonical)
    #expect(MediaType(canonical) == MediaType(text))
  }

  @Test(arguments: [
    "", "text", "text/", "/html", "te xt/html", "text/html/x", "a/b;c", "a/b;c=", "a/b;=d",
    "a/b; c =d", "a/b;c= d",
    "a/b;c=\"d", "a/b,c/d", "é/b",
  ])
  func `A malformed media type is refused`(text: String) {
    #expect(MediaType(text) == nil)
  }

  @Test func `A parameter of a media type is found by its name in any case`() {
    let type = MediaType("multipart/byteranges; Boundary=Abc")
    #expect(type?["boundary"] == "Abc")
    #expect(type?["charset"] == nil)
  }
}
