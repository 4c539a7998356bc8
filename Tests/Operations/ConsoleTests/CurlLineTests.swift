// SPDX-License-Identifier: Apache-2.0

import Message
import Signals
import Testing

@testable import Console

@Suite struct `The command that asks for a request again` {
  private func line(
    _ method: String,
    _ host: String,
    _ path: String,
    _ listeners: [VisitorListener]
  ) throws -> String {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    log.makeRecorder().record(.request, .info, at: 1, isNotable: false) { event in
      event.add(.method, method)
      event.add(.host, host)
      event.add(.path, path)
      event.add(.query, "a=1&b=2")
    }
    var reader = EventReader(log)
    return CurlLine(try #require(try reader.read().first), listeners).text
  }

  private static let plain = VisitorListener("http", .address("127.0.0.1:8081"))
  private static let secure = VisitorListener("https", .address("10.0.0.5:443"))

  @Test func `It names the host of the request and the listener of the process`() throws {
    #expect(
      try line("GET", "shop.example", "/items", [Self.secure, Self.plain])
        == "curl -i --globoff --path-as-is --connect-to '::127.0.0.1:8081'"
        + " 'http://shop.example/items?a=1&b=2'"
    )
    #expect(
      try line("HEAD", "shop.example:443", "/items", [Self.secure])
        == "curl -i --globoff --path-as-is -I --connect-to '::10.0.0.5:443'"
        + " 'https://shop.example:443/items?a=1&b=2'"
    )
    #expect(try line("GET", "", "/", [Self.plain]).hasSuffix(" 'http://127.0.0.1:8081/?a=1&b=2'"))
    #expect(try line("GET", "a.example", "/", []).hasSuffix(" 'http://a.example/?a=1&b=2'"))
  }

  @Test func `It reaches Unix sockets and listeners behind a proxy`() throws {
    let socket = VisitorListener("http", .socket("/run/it's"), expectsProxyHeader: true)
    #expect(
      try line("GET", "a.example", "/", [socket])
        == "curl -i --globoff --path-as-is --haproxy-protocol --unix-socket '/run/it'\\''s'"
        + " 'http://a.example/?a=1&b=2'"
    )
    let abstract = VisitorListener("http", .socket("@portico"))
    #expect(try line("GET", "", "/", [abstract]).contains(" --abstract-unix-socket 'portico' "))
  }

  @Test func `Nothing of a request has a meaning to the shell or changes the target`() throws {
    #expect(
      try line("X'$(id)", "a'b/c", "/it's/{a}/../;id", [Self.plain])
        == "curl -i --globoff --path-as-is -X 'X'\\''$(id)' -H 'Host: a'\\''b/c'"
        + " 'http://127.0.0.1:8081/it'\\''s/{a}/../;id?a=1&b=2'"
    )
  }
}
