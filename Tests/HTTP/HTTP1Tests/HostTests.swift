// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
import Testing

@Suite struct `The Host field of a request` {
  @Test(arguments: [
    "a", "example.com", "a:80", "a:", "1.2.3.4:8080", "[::1]", "[2001:db8::1]:443", "xn--bcher-kva",
    "a_b", "A.B", "a%20b",
  ])
  func `Host names the authority of a request`(host: String) {
    let reading = RequestReading.of("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    #expect(reading.authority == host)
  }

  @Test(arguments: ["host", "HOST", "hOsT"])
  func `Host is found in any case`(name: String) {
    #expect(RequestReading.of("GET / HTTP/1.1\r\n\(name):a\r\n\r\n").authority == "a")
  }

  @Test func `A request without Host, or with two of them, is refused`() {
    #expect(requestFault("GET / HTTP/1.1\r\n\r\n") == .host)
    #expect(requestFault("GET / HTTP/1.1\r\nX: a\r\n\r\n") == .host)
    #expect(requestFault("GET / HTTP/1.2\r\n\r\n") == .host)
    #expect(requestFault(get("Host: a")) == .host)
    #expect(requestFault(get("X: y", "host: b")) == .host)
    #expect(requestFault("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n") == .host)
  }

  @Test func `An HTTP/1.0 request may lack Host`() {
    let reading = RequestReading.of("GET / HTTP/1.0\r\n\r\n")
    #expect(reading.authority.isEmpty)
    #expect(reading.head?.version == .http10)
  }

  @Test(arguments: [
    "", " ", "a b", "a,b", "a/b", "a?b", "a#b", "a@b", "http://a", "a:b", "a:80:80", "a:65536",
    ":80", "[::1", "[::g]", "a\\b", "a\"", "é", "a:-1", "a\tb", "<a>", "a%zz", "a|b",
  ])
  func `A Host that is not a host with an optional port is refused`(host: String) {
    // A comma is a letter of a name by RFC 3986; two joined Hosts would be one by it.
    let expected: HeadFault.Kind? = host == "a,b" ? nil : .host
    #expect(requestFault("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") == expected)
    #expect(requestFault("GET / HTTP/1.0\r\nHost: \(host)\r\n\r\n") == expected)
  }
}
