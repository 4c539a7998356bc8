// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Testing

@Suite struct `Sets of bytes in URIs` {
  @Test(arguments: [
    (ByteSet.unreserved, "-._~"), (.registeredName, "-._~!$&'()*+,;="),
    (.pathSegment, "-._~!$&'()*+,;=:@"),
    (.path, "-._~!$&'()*+,;=:@/"), (.query, "-._~!$&'()*+,;=:@/?"), (.queryPart, "-._~!$()*,:@/?"),
    (.uri, "-._~:/?#[]@!$&'()*+,;="),
  ])
  func `A set of bytes has the characters of its grammar`(set: ByteSet, punctuation: String) {
    for byte in UInt8.min...UInt8.max {
      let isAlphanumeric = byte < 128 && (byte.isLetter || byte.isDigit)
      #expect(set.contains(byte) == (isAlphanumeric || punctuation.utf8.contains(byte)))
    }
  }

  @Test func `The bytes of entity tags and structured keys are those of their grammars`() {
    for byte in UInt8.min...UInt8.max {
      #expect(ByteSet.entityTag.contains(byte) == (byte == 0x21 || (0x23...0x7E).contains(byte)))
      let isKey = (0x61...0x7A).contains(byte) || byte.isDigit || "_-.*".utf8.contains(byte)
      #expect(ByteSet.structuredKey.contains(byte) == isKey)
    }
  }
}

@Suite struct `Percent-encoding` {
  @Test(arguments: [
    ("", ""), ("a-z_.~", "a-z_.~"), ("a b", "a%20b"), ("ü", "%C3%BC"), ("100%", "100%25"),
    ("\0\u{7F}", "%00%7F"), ("a/b", "a%2Fb"),
  ])
  func `A text is percent-encoded and decoded`(text: String, encoded: String) {
    #expect(PercentCoding.encode(text, keeping: .unreserved) == encoded)
    let decoded = PercentCoding.decodeText(encoded.utf8Span.span)
    #expect(decoded == text)
  }

  @Test(arguments: ["%", "a%2", "%zz", "%2g", "%%20", "%u0041", "a%"])
  func `A malformed percent triplet is refused`(text: String) {
    let decoded = PercentCoding.decode(text.utf8Span.span)
    #expect(decoded == nil)
  }

  @Test func `Percent triplets are decoded in any case, and a text must be UTF-8`() {
    let lower = PercentCoding.decodeText("%c3%bc+".utf8Span.span)
    #expect(lower == "ü+")
    let form = PercentCoding.decodeText("a+b%2B".utf8Span.span, plusIsSpace: true)
    #expect(form == "a b+")
    let bytes = PercentCoding.decode("%ff".utf8Span.span)
    #expect(bytes == [0xFF])
    for text in ["%ff", "%c3", "%c0%80", "%ed%a0%80", "%f4%90%80%80"] {
      let decoded = PercentCoding.decodeText(text.utf8Span.span)
      #expect(decoded == nil)
    }
  }
}

@Suite struct `Normal form of request paths` {
  private func normal(_ path: String, _ policy: PathPolicy = PathPolicy()) -> String {
    switch NormalPath(path.utf8Span.span, policy: policy) {
    case .unchanged: path
    case .changed(let bytes): bytes.span.text
    case .refused(let refusal): "refused: \(refusal)"
    }
  }

  @Test(arguments: [
    ("/", "/"), ("/a/b", "/a/b"), ("/a/b/", "/a/b/"), ("//", "//"), ("/a//b", "/a//b"),
    ("/%7Euser/%61", "/~user/a"),
    ("/a%2d%2D", "/a--"), ("/%c3%bc%20", "/%C3%BC%20"), ("/%C3%BC", "/%C3%BC"), ("/.", "/"),
    ("/..", "/"), ("/./", "/"), ("/../", "/"),
    ("/a/./b/../../c", "/c"), ("/a/b/c/./../../g", "/a/g"), ("/mid/content=5/../6", "/mid/6"),
    ("/../../etc", "/etc"),
    ("/a/..", "/"), ("/a/b/..", "/a/"), ("/a/b/.", "/a/b/"), ("/%2e%2E/a", "/a"),
    ("/a/%2e%2e/b", "/b"), ("/a/.%2e/b", "/b"),
    ("/.a/..b/c./d..", "/.a/..b/c./d.."), ("/...", "/..."), ("/a//../b", "/a/b"),
    ("/a b", "refused: forbiddenByte"),
    ("/ü\"<>^`{|}", "/%C3%BC%22%3C%3E%5E%60%7B%7C%7D"),
    ("/a;b=1,2:@!$&'()*+", "/a;b=1,2:@!$&'()*+"), ("/%25", "/%25"),
    ("/%252ea", "/%252ea"), ("/[", "/%5B"), ("/%0a", "/%0A"),
  ])
  func `A path is normalized to one form, which is normal itself`(path: String, expected: String) {
    #expect(normal(path) == expected)
    if !expected.hasPrefix("refused") { #expect(normal(expected) == expected) }
  }

  @Test(arguments: [
    ("", NormalPath.Refusal.notAbsolute), ("a", .notAbsolute), ("*", .notAbsolute),
    ("/%", .badTriplet), ("/%2", .badTriplet),
    ("/%g0", .badTriplet), ("/%00", .nul), ("/\0", .nul), ("/a%2Fb", .encodedSlash),
    ("/a%5cb", .encodedSlash), ("/a\\b", .forbiddenByte),
    ("/\n", .forbiddenByte), ("/\u{7F}", .forbiddenByte), ("/a?b", .forbiddenByte),
    ("/a#b", .forbiddenByte), ("/..%2f..", .encodedSlash), ("/%252e%252e", .hiddenDotSegment),
    ("/a/..;/b", .hiddenDotSegment), ("/.;x", .hiddenDotSegment),
    ("/a/%25252e./b", .hiddenDotSegment), ("/a/..%3Bx/b", .hiddenDotSegment),
  ])
  func `A path that servers could read in different ways is refused`(
    path: String,
    refusal: NormalPath.Refusal
  ) {
    let found = NormalPath(path.utf8Span.span)
    #expect(found == .refused(refusal))
  }

  @Test(arguments: [
    ("/a/..", true), ("/./a", true), ("/a/%2e/b", true), ("/a/.%2E?b", true), ("..", true),
    ("/a/...", false), ("/a/.b", false), ("/a..", false), ("/a?b=/../c", false), ("", false),
    ("/a/%2", false), ("/a/%2e%2e%2e", false), ("/a/..%2f", false),
  ])
  func `A dot segment before the query is found, also an encoded one`(
    target: String,
    isFound: Bool
  ) {
    #expect(NormalPath.hasDotSegment(target.utf8Span.span) == isFound)
  }

  @Test func `A path policy may keep encoded slashes and merge repeated slashes`() {
    #expect(normal("/a%2fb/%5c", PathPolicy(keepsEncodedSlashes: true)) == "/a%2Fb/%5C")
    #expect(normal("/a%2f...%5c", PathPolicy(keepsEncodedSlashes: true)) == "/a%2F...%5C")
    for path in ["/a%2f../b", "/a/..%2Fb", "/%5c../b", "/a/.%2E%5Cb", "/a%252f..%255cb"] {
      let found = normal(path, PathPolicy(keepsEncodedSlashes: true))
      #expect(found == "refused: hiddenDotSegment", "\(path)")
    }
    let merging = PathPolicy(mergesSlashes: true)
    for (path, expected) in [
      ("//", "/"), ("/a//b///", "/a/b/"), ("//..//a", "/a"), ("/a/b", "/a/b"), ("/a//..", "/"),
    ] {
      #expect(normal(path, merging) == expected)
    }
  }

  @Test(arguments: [
    ("/", "/"), ("/a/b", "/a/b"), ("/a/b/", "/a/b"), ("//a///b//", "/a/b"),
    ("/%61%2Fb%5cc", "/a/b/c"), ("/a;x/b;y=1", "/a/b"), ("/a%3Bx/b", "/a/b"), ("/;/a", "/a"),
    ("/%C3%A9%25", "/é%"), ("/;", "/"), ("a/b", "/a/b"), ("/a\\b", "/a/b"), ("/a%zz", "/a%zz"),
    ("", "/"),
  ])
  func `A path is read as the most lenient server reads it`(path: String, expected: String) {
    let form = LenientPath.read(path.utf8Span.span) { $0.text }
    #expect(form == expected)
    let isRead = LenientPath.isRead(expected.utf8Span.span)
    #expect(isRead || expected.contains("%"))
  }

  @Test func `A path in normal form is found unchanged`() {
    let plain = NormalPath("/products/12/a.json".utf8Span.span)
    #expect(plain == .unchanged)
    let encoded = NormalPath("/caf%C3%A9".utf8Span.span)
    #expect(encoded == .unchanged)
  }
}

@Suite struct `Query parameters` {
  @Test(
    arguments: [
      ("", []), ("a=1&b=2", [.init("a", "1"), .init("b", "2")]),
      ("a&b=", [.init("a", nil), .init("b", "")]),
      ("&&a=1&", [.init("a", "1")]), ("a=b=c", [.init("a", "b=c")]), ("=x", [.init("", "x")]),
      ("a+b=%2B+c", [.init("a b", "+ c")]),
      ("%c3%bc=%F0%9F%8C%B7", [.init("ü", "🌷")]), ("a=1;b=2", [.init("a", "1;b=2")]),
      ("a=1&a=2", [.init("a", "1"), .init("a", "2")]),
    ] as [(String, [QueryParameters.Pair])]
  )
  func `Query parameters are read in order`(query: String, pairs: [QueryParameters.Pair]) {
    let found = QueryParameters(query.utf8Span.span)
    #expect(found?.pairs == pairs)
  }

  @Test(arguments: ["a=%", "%zz=1", "a=%ff", "a&%", String(repeating: "a&", count: 257)])
  func `A query with a malformed or too many parameters is refused as a whole`(query: String) {
    let found = QueryParameters(query.utf8Span.span)
    #expect(found == nil)
  }

  @Test func `Query parameters are found by name and written percent-encoded`() {
    let parameters = QueryParameters([
      .init("a b", "1&2=3+4"), .init("c", nil), .init("ü", ""), .init("a b", "x"),
    ])
    #expect(parameters["a b"] == "1&2=3+4")
    #expect(parameters["c"] == "")
    #expect(parameters["d"] == nil)
    #expect(parameters.description == "a%20b=1%262%3D3%2B4&c&%C3%BC=&a%20b=x")
    let again = QueryParameters(parameters.description.utf8Span.span)
    #expect(again == parameters)
    let plus = QueryParameters("a=1+2".utf8Span.span, plusIsSpace: false)
    #expect(plus?["a"] == "1+2")
  }
}

@Suite struct `URIs in absolute form` {
  @Test(
    arguments: [
      ("http://example.com/a?b=c", "http", "example.com", "/a", "b=c"),
      ("HTTPS://EXAMPLE.com:8443", "https", "EXAMPLE.com:8443", "", nil),
      ("http://[::1]:80/?", "http", "[::1]:80", "/", ""),
      ("http://a?x/y?z", "http", "a", "", "x/y?z"),
      ("http://a//b:c@d", "http", "a", "//b:c@d", nil),
    ] as [(String, String, String, String, String?)]
  )
  func `An absolute URI is split into scheme, authority, path and query`(
    text: String,
    scheme: String,
    authority: String,
    path: String,
    query: String?
  ) throws {
    let bytes = text.utf8Span.span
    let form = try #require(AbsoluteForm(text))
    #expect(form.scheme.name.description == scheme)
    #expect(bytes.extracting(form.authority).text == authority)
    #expect(bytes.extracting(form.path).text == path)
    #expect(form.query.map { bytes.extracting($0).text } == query)
  }

  @Test(arguments: [
    "", "/", "/a", "*", "example.com:80", "http:", "http:/", "http:/a", "http://", "http:///a",
    "http://?a", "http://user@a/", "http://a b/",
    "http://a/#f", "http://a#f", "ftp://a/", "http//a", "://a", "http://a:99999/", "http://[::1/",
    " http://a/",
  ])
  func `A malformed absolute URI is refused`(text: String) {
    #expect(AbsoluteForm(text) == nil)
  }
}
