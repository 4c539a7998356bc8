// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

@Suite struct `Origins` {
  @Test(arguments: [
    ("https://prices.example", Origin(.https, host: "prices.example", port: 443)),
    ("http://prices.example", Origin(.http, host: "prices.example", port: 80)),
    ("http://localhost:9000", Origin(.http, host: "localhost", port: 9000)),
    ("http://[::1]:9000", Origin(.http, host: "::1", port: 9000)),
    ("https://[::1]", Origin(.https, host: "::1", port: 443)),
  ])
  func `An origin is read from a URL, with the default port where none is written`(
    url: String,
    origin: Origin
  ) {
    #expect(Origin(url: url) == origin)
  }

  @Test(arguments: [
    "ftp://a.example", "a.example:80", "http://", "http://:80", "http://a.example:0",
    "http://a.example:70000", "http://a.example/", "http://a b", "http://user@a.example",
  ])
  func `An origin is refused when it has more than a scheme, a host and a port`(url: String) {
    #expect(Origin(url: url) == nil)
  }

  @Test func `An origin is written with brackets around IPv6 addresses and without a default port`()
  {
    let origin = Origin(.http, host: "::1", port: 9000)
    #expect(origin.authority == "[::1]:9000" && origin.description == "http://[::1]:9000")
    #expect(Origin(.https, host: "a.example", port: 443).description == "https://a.example")
    #expect(Origin(.https, host: "a.example", port: 443).withPort == "https://a.example:443")
  }

  @Test func `An origin may be a Unix socket, whose requests are for localhost`() {
    let origin = Origin("unix:/run/portico.sock")
    #expect(origin?.socketPath == "/run/portico.sock" && origin?.authority == "localhost")
    #expect(origin?.description == "unix:/run/portico.sock")
    #expect(origin?.withPort == "unix:/run/portico.sock")
  }

  @Test func `The path of a Unix socket has 1 to 107 bytes`() {
    let longest = "unix:/" + String(repeating: "a", count: 106)
    #expect(Origin(longest)?.description == longest)
    #expect(Origin(longest + "a") == nil && Origin("unix:") == nil)
  }
}
