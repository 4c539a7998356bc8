// SPDX-License-Identifier: Apache-2.0

import HTTP2
import Testing

@Suite struct `The rules of HTTP/2 messages` {
  /// A request that must be refused, and why.
  struct Refused: CustomTestStringConvertible {
    let testDescription: String
    let fields: [(String, String)]
    let reason: HTTP2Malformation

    init(_ description: String, _ fields: [(String, String)], _ reason: HTTP2Malformation) {
      testDescription = description
      self.fields = fields
      self.reason = reason
    }
  }

  private static func without(_ name: String) -> [(String, String)] {
    get.filter { $0.0 != name }
  }

  private static func with(_ name: String, _ value: String) -> [(String, String)] {
    without(name) + [(name, value)]
  }

  static let pseudoFields: [Refused] = [
    Refused("an unknown one", get + [(":test", "ok")], .unknownPseudoField),
    Refused(":protocol without our word", get + [(":protocol", "websocket")], .unknownPseudoField),
    Refused("one of responses", get + [(":status", "200")], .unknownPseudoField),
    Refused("one behind a field", [("x", "y")] + get, .pseudoFieldAfterField),
    Refused("no method", without(":method"), .missingPseudoField),
    Refused("no scheme", without(":scheme"), .missingPseudoField),
    Refused("no path", without(":path"), .missingPseudoField),
    Refused("no authority", without(":authority"), .missingPseudoField),
    Refused("two methods", [(":method", "GET")] + get, .repeatedPseudoField),
    Refused("two schemes", [(":scheme", "http")] + get, .repeatedPseudoField),
    Refused("two paths", [(":path", "/")] + get, .repeatedPseudoField),
    Refused("two authorities", [(":authority", "a")] + get, .repeatedPseudoField),
    Refused("upper case", with(":Path", "/"), .unknownPseudoField),
    Refused("an empty path", with(":path", ""), .invalidPath),
    Refused("a path without a slash", with(":path", "a"), .invalidPath),
    Refused("a path with a space", with(":path", "/a b"), .invalidPath),
    Refused("a path with a fragment", with(":path", "/a#b"), .invalidPath),
    Refused("a path with a control", with(":path", "/a\u{1}"), .invalidPath),
    Refused("a path past ASCII", with(":path", "/ä"), .invalidPath),
    Refused("a star without OPTIONS", with(":path", "*"), .invalidPath),
    Refused("an empty authority", with(":authority", ""), .invalidAuthority),
    Refused("user information", with(":authority", "me@example.com"), .invalidAuthority),
    Refused("an authority with a slash", with(":authority", "a/b"), .invalidAuthority),
    Refused("an authority with a space", with(":authority", "a b"), .invalidAuthority),
    Refused("a port without a host", with(":authority", ":80"), .invalidAuthority),
    Refused("a method with a space", with(":method", "GE T"), .invalidMethod),
    Refused("an empty method", with(":method", ""), .invalidMethod),
    Refused("another scheme", with(":scheme", "ftp"), .invalidScheme),
    Refused("an empty scheme", with(":scheme", ""), .invalidScheme),
    Refused("CONNECT with a path", with(":method", "CONNECT"), .connectForm),
    Refused(
      "CONNECT without a port",
      [(":method", "CONNECT"), (":authority", "a")],
      .connectForm
    ),
    Refused("CONNECT without an authority", [(":method", "CONNECT")], .connectForm),
  ]

  static let fields: [Refused] = [
    Refused("upper case in an unknown name", get + [("X-Test", "ok")], .invalidFieldName),
    Refused("upper case in a known name", get + [("Accept", "ok")], .invalidFieldName),
    Refused("a name with a space", get + [("x test", "ok")], .invalidFieldName),
    Refused("an empty name", get + [("", "ok")], .invalidFieldName),
    Refused("a name with a colon", get + [("x:y", "ok")], .invalidFieldName),
    Refused("a value with CR", get + [("x", "a\rb")], .invalidFieldValue),
    Refused("a value with LF", get + [("x", "a\nb")], .invalidFieldValue),
    Refused("a value with NUL", get + [("x", "a\0b")], .invalidFieldValue),
    Refused("a value that begins with a space", get + [("x", " a")], .invalidFieldValue),
    Refused("a value that ends with a tab", get + [("x", "a\t")], .invalidFieldValue),
    Refused("Connection", get + [("connection", "keep-alive")], .connectionSpecificField),
    Refused("Keep-Alive", get + [("keep-alive", "timeout=5")], .connectionSpecificField),
    Refused("Proxy-Connection", get + [("proxy-connection", "x")], .connectionSpecificField),
    Refused(
      "Transfer-Encoding",
      get + [("transfer-encoding", "chunked")],
      .connectionSpecificField
    ),
    Refused("Upgrade", get + [("upgrade", "h2c")], .connectionSpecificField),
    Refused("TE", get + [("te", "trailers, deflate")], .connectionSpecificField),
    Refused("another host", get + [("host", "other.com")], .authorityDiffersFromHost),
    Refused(
      "two hosts",
      get + [("host", "example.com"), ("host", "example.com")],
      .authorityDiffersFromHost
    ),
    Refused(
      "an invalid host",
      without(":authority") + [("host", "a b")],
      .invalidAuthority
    ),
    Refused("a length in words", get + [("content-length", "two")], .invalidContentLength),
    Refused("a negative length", get + [("content-length", "-1")], .invalidContentLength),
    Refused("a length with a sign", get + [("content-length", "+1")], .invalidContentLength),
    Refused(
      "a length past 64 bits",
      get + [("content-length", "99999999999999999999")],
      .invalidContentLength
    ),
    Refused(
      "two lengths",
      get + [("content-length", "0"), ("content-length", "0")],
      .invalidContentLength
    ),
    Refused("a length without content", get + [("content-length", "1")], .contentLengthMismatch),
  ]

  @Test(arguments: pseudoFields)
  func `A request with malformed pseudo-fields is reset with PROTOCOL_ERROR`(test: Refused) {
    check(test)
  }

  @Test(arguments: fields)
  func `A request with malformed or forbidden fields is reset with PROTOCOL_ERROR`(test: Refused) {
    check(test)
  }

  private func check(_ test: Refused) {
    Case(test.testDescription, [.headers(1, test.fields)], .resets(1, [.protocolError])).check()
    let server = Server.greeted()
    server.receive(.headers(1, test.fields))
    #expect(server.recorder.events == [.rejected(1, test.reason)])
    #expect(server.session.counters.malformedMessages == 1)
  }

  static let accepted: [Case] = [
    Case("TE with trailers", [.headers(1, get + [("te", "trailers")])], .goesOn),
    Case("the same host", [.headers(1, get + [("host", "EXAMPLE.com")])], .goesOn),
    Case("the default port", [.headers(1, get + [("host", "example.com:443")])], .goesOn),
    Case("an IPv6 address", [.headers(1, with(":authority", "[::1]:8080"))], .goesOn),
    Case("Host alone", [.headers(1, without(":authority") + [("host", "a.b")])], .goesOn),
    Case("an empty value", [.headers(1, get + [("x", "")])], .goesOn),
    Case("bytes past ASCII", [.headers(1, get + [("x", "ä")])], .goesOn),
    Case(
      "OPTIONS of the server",
      [.headers(1, with(":method", "OPTIONS").filter { $0.0 != ":path" } + [(":path", "*")])],
      .goesOn
    ),
    Case(
      "CONNECT",
      [.headers(1, [(":method", "CONNECT"), (":authority", "a:443")])],
      .goesOn
    ),
    Case("a method of its own", [.headers(1, with(":method", "BREW"))], .goesOn),
  ]

  @Test(arguments: accepted) func `An unusual but valid request is accepted`(test: Case) {
    Case(test.testDescription, test.frames, test.outcome).check()
    let server = Server.greeted()
    for frame in test.frames { server.receive(frame) }
    #expect(server.recorder.requests.count == 1)
  }

  static let contents: [Case] = [
    Case(
      "less than promised",
      [.headers(1, post + [("content-length", "5")], end: false), .data(1, [1], end: true)],
      .resets(1, [.protocolError])
    ),
    Case(
      "more than promised",
      [.headers(1, post + [("content-length", "1")], end: false), .data(1, [1, 2])],
      .resets(1, [.protocolError])
    ),
    Case(
      "less than promised in several pieces",
      [
        .headers(1, post + [("content-length", "3")], end: false), .data(1, [1]),
        .data(1, [1], end: true),
      ],
      .resets(1, [.protocolError])
    ),
    Case(
      "less than promised before trailers",
      [
        .headers(1, post + [("content-length", "3")], end: false), .data(1, [1]),
        .headers(1, [("x", "y")]),
      ],
      .resets(1, [.protocolError])
    ),
    Case(
      "as much as promised",
      [.headers(1, post + [("content-length", "2")], end: false), .data(1, [1, 2], end: true)],
      .goesOn
    ),
  ]

  @Test(arguments: contents) func `Content shorter or longer than Content-Length resets the stream`(
    test: Case
  ) {
    test.check()
  }

  static let trailers: [Case] = [
    Case("with a pseudo-field", [.headers(1, [(":method", "GET")])], .resets(1, [.protocolError])),
    Case("with upper case", [.headers(1, [("X", "y")])], .resets(1, [.protocolError])),
    Case("with Connection", [.headers(1, [("connection", "x")])], .resets(1, [.protocolError])),
    Case(
      "without the end",
      [.headers(1, [("x", "y")], end: false)],
      .resets(1, [.protocolError])
    ),
    Case("as they must be", [.headers(1, [("x", "y")])], .goesOn),
  ]

  @Test(arguments: trailers)
  func `Malformed trailers, or trailers without the end of the stream, reset the stream`(test: Case)
  {
    let frames = [Frame.headers(1, post, end: false), .data(1, [1])] + test.frames
    Case(test.testDescription, frames, test.outcome).check()
  }
}
