// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues
import Testing

@Suite struct `The request target` {
  private func reading(
    _ target: String,
    host: String = "a",
    method: String = "GET"
  ) -> RequestReading {
    RequestReading.of("\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
  }

  @Test(arguments: [
    "/", "//", "/a/../b/.", "/a?b", "/?", "/%41%2f%Ff", "/a;b=c,d!$&'()*+:@-._~", "/?a=/?b", "/*",
    "/a[0]", "/?filter[a]=b", "/a//b", "/http://b/",
  ])
  func `A target in origin form gives its path and query unchanged`(target: String) {
    let reading = reading(target)
    #expect(reading.target == target)
    #expect(reading.authority == "a")
    #expect(reading.head?.scheme == nil)
  }

  @Test(arguments: [
    "/a b", "/a\tb", "/a#b", "/#", "/a\"b", "/a<b", "/a>b", "/a\\b", "/a^b", "/a`b", "/a{b", "/a|b",
    "/a}b", "/\u{7F}", "/\u{1}", "/é", "/\u{80}", "/%", "/%4", "/%4g", "/%g4", "/%%41", "/a%",
    "/?%zz", "a", "a/b", "?a", "", ".", "../a", "*a", "**", "http", "http:", "http:/a", ":80",
  ])
  func `A target outside the grammar is refused with 400`(target: String) {
    let fault = reading(target).fault
    #expect(fault != nil)
    #expect(fault?.status == .badRequest)
  }

  @Test(arguments: [
    ("http://a/b?c", "a", "/b?c", Scheme.http), ("https://a/b", "a", "/b", .https),
    ("HTTP://a/b", "a", "/b", .http), ("HttpS://a:443/b", "a", "/b", .https),
    ("http://a", "a", "/", .http), ("http://a/", "a", "/", .http),
    ("http://a:80/x", "a", "/x", .http), ("http://a/x", "a:80", "/x", .http),
    ("http://A.B/x", "a.b", "/x", .http), ("http://[::1]:8/x", "[::1]:8", "/x", .http),
    ("http://a:/x", "a", "/x", .http),
  ])
  func `A target in absolute form gives scheme, authority and path`(
    target: String,
    host: String,
    path: String,
    scheme: Scheme
  ) {
    let reading = reading(target, host: host)
    #expect(reading.fault == nil)
    #expect(reading.target == path)
    #expect(reading.head?.scheme == scheme)
    #expect(Authority(reading.authority)?.host == Authority(host)?.host)
  }

  @Test(arguments: [
    "ftp://a/", "http:a", "http://", "http:///b", "http://:80/", "http://u@a/", "http://u:p@a/",
    "http://a:b/", "http://a:65536/", "http://a?b", "http://a#b", "http://[::1/", "http://a b/",
    "http://a/%", "httpx://a/", "https:/a", "//a/b HTTP/1.1", "http://a\\b/",
  ])
  func `A malformed target in absolute form is refused with 400`(target: String) {
    #expect(reading(target).fault?.status == .badRequest)
  }

  @Test(arguments: [
    ("http://a/", "b"), ("http://a/", "a:81"), ("http://a:81/", "a"), ("https://a/", "a:80"),
    ("http://a/", "a.a"), ("http://a:8/", "a:9"),
  ])
  func `A target in absolute form is refused when Host names another host`(
    target: String,
    host: String
  ) {
    #expect(reading(target, host: host).fault?.kind == .host)
  }

  @Test func `A target in absolute form does not replace a missing or malformed Host`() {
    #expect(reading("http://a/", host: "a b").fault?.kind == .host)
    #expect(requestFault("GET http://a/ HTTP/1.1\r\n\r\n") == .host)
  }

  @Test func `A target in absolute form gives an HTTP/1.0 request its host`() {
    #expect(RequestReading.of("GET http://a/ HTTP/1.0\r\n\r\n").authority == "a")
  }

  @Test func `A target of one asterisk is refused except with OPTIONS`() {
    #expect(reading("*", method: "OPTIONS").target == "*")
    #expect(reading("*").fault?.kind == .target)
    #expect(reading("*", method: "options").fault?.kind == .target)
  }

  @Test func `A target in authority form is refused except with CONNECT`() {
    let connect = reading("b:443", host: "b:443", method: "CONNECT")
    #expect(connect.authority == "b:443")
    #expect(connect.target == "b:443")
    #expect(connect.head?.method == .connect)
    #expect(reading("b:443").fault?.kind == .target)
  }

  @Test(arguments: ["b", "b:", "/", "http://b:443/", "*", "b:0", "b:65536", ":443", "u@b:443"])
  func `A target of CONNECT that is not a host with a port is refused`(target: String) {
    #expect(reading(target, method: "CONNECT").fault?.kind == .target)
  }
}
