// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

@Suite struct `Authorities of URIs` {
  @Test(
    arguments: [
      ("example.com", "example.com", nil), ("Example.COM:8080", "example.com", 8080),
      ("example.com:", "example.com", nil), ("192.0.2.1:80", "192.0.2.1", 80),
      ("[::1]", "[::1]", nil), ("[2001:DB8::1]:443", "[2001:db8::1]", 443),
      ("a", "a", nil), ("999.1.1.1", "999.1.1.1", nil), ("x_y.example", "x_y.example", nil),
      ("a%2Fb", "a%2fb", nil), ("a:00080", "a", 80), ("a:65535", "a", 65_535),
      ("a!$&'()*+,;=b", "a!$&'()*+,;=b", nil),
    ] as [(String, String, UInt16?)]
  )
  func `An authority is read as host and port`(text: String, host: String, port: UInt16?) {
    let authority = Authority(text)
    #expect(authority?.host == host)
    #expect(authority?.port == port)
    let isValid = Authority.isValid(text.utf8Span.span)
    #expect(isValid)
  }

  @Test(arguments: [
    "", ":80", ":", "a b", "a\tb", "user@a", "a/b", "a?b", "a#b", "a:b", "a:80:80", "a:65536",
    "a:0", "a:-1", "a:+80", "a: 80", "a:99999999999999999999", "::1", "[::1", "::1]", "[]",
    "[1.2.3.4]", "[::1]a", "[::1]:x", "[::g]", "[fe80::1%25eth0]", "[v1.a]", "a%", "a%2", "a%zz",
    "a\"b", "a<b", "a\\b", "a[b]", "é.example", "a\0", "http://a",
  ])
  func `A malformed authority is refused`(text: String) {
    #expect(Authority(text) == nil)
    let isValid = Authority.isValid(text.utf8Span.span)
    #expect(!isValid)
  }

  @Test func `An authority knows its IP address and the default port of a scheme`() {
    #expect(Authority("[::1]:1")?.address == IPAddress("::1"))
    #expect(Authority("127.0.0.1")?.address == IPAddress("127.0.0.1"))
    #expect(Authority("localhost")?.address == nil)
    #expect(Authority("a")?.port(for: .https) == 443)
    #expect(Authority("a:1")?.port(for: .https) == 1)
    #expect(Authority("[::1]:1")?.description == "[::1]:1")
  }
}
