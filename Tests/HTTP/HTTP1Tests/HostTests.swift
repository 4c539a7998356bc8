// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
import Testing

@Suite struct `The Host of a request` {
  @Test(arguments: [
    "a", "example.com", "a:80", "a:", "1.2.3.4:8080", "[::1]", "[2001:db8::1]:443", "xn--bcher-kva",
    "a_b", "A.B", "a%20b",
  ])
  func `The Host of a request names the authority`(host: String) {
    let reading = RequestReading.of("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    #expect(reading.authority == host)
  }

  @Test(arguments: ["host", "HOST", "hOsT"])
  func `The Host of a request is found in any case`(name: String) {
    #expect(RequestReading.of("GET / HTTP/1.1\r\n\(name):a\r\n\r\n").authority == "a")
  }

  @Test func `The Host of a request is there, once`() {
    #expect(requestFault("GET / HTTP/1.1\r\n\r\n") == .host)
    #expect(requestFault("GET / HTTP/1.1\r\nX: a\r\n\r\n") == .host)
    #expect(requestFault("GET / HTTP/1.2\r\n\r\n") == .host)
    #expect(requestFault(get("Host: a")) == .host)
    #expect(requestFault(get("X: y", "host: b")) == .host)
    #expect(requestFault("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n") == .host)
  }

  @Test func `The Host of a request may be missing in HTTP/1.0`() {
    let reading = RequestReading.of("GET / HTTP/1.0\r\n\r\n")
    #expect(reading.authority.isEmpty)
    #expect(reading.head?.version == .http10)
  }

  @Test(arguments: [
    "", " ", "a b", "a,b", "a/b", "a?b", "a#b", "a@b", "http://a", "a:b", "a:80:80", "a:65536",
    ":80", "[::1", "[::g]", "a\\b", "a\"", "é", "a:-1", "a\tb", "<a>", "a%zz", "a|b",
  ])
  func `The Host of a request is a host with or without a port`(host: String) {
    // A comma is a letter of a name by RFC 3986; two joined Hosts would be one by it.
    let expected: HeadFault.Kind? = host == "a,b" ? nil : .host
    #expect(requestFault("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") == expected)
    #expect(requestFault("GET / HTTP/1.0\r\nHost: \(host)\r\n\r\n") == expected)
  }
}
