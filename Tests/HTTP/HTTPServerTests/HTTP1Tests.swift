// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The HTTP/1 server` {
  @Test func `A prepared response has Content-Length and Date`() async throws {
    let peer = try await TestServer().connect()
    try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
    let answer = try peer.receive(through: "hello")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.contains("content-length: 5\r\n"))
    #expect(answer.contains("\r\ndate: "))
    #expect(!answer.contains("connection:"))
  }

  @Test func `Pipelined requests are answered in order, whichever way each is answered`()
    async throws
  {
    let peer = try await TestServer().connect()
    let targets = ["/hello", "/length", "/made", "/ignore", "/hello", "/hints"]
    try peer.send(
      targets.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined()
        + "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    )
    let answer = try peer.receiveAll()
    let bodies = answer.split(separator: "\r\n\r\n").dropFirst().map {
      String($0.prefix { $0 != "H" })
    }
    #expect(bodies == ["hello", "0", "made", "ignored", "hello", "", "hinted", "hello"])
  }

  @Test(
    arguments: [("/large", 3_000), ("/larger", 30_000), ("/bytes/3000", 3_000)],
    [true, false]
  )
  func `A hundred pipelined requests are all answered, however large the responses`(
    answer: (target: String, size: Int),
    isHalfClosed: Bool
  ) async throws {
    let peer = try await TestServer().connect()
    let count = 100
    try peer.send(
      String(repeating: "GET \(answer.target) HTTP/1.1\r\nHost: a\r\n\r\n", count: count)
    )
    if isHalfClosed {
      peer.finishSending()
    } else {
      try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    }
    let answers = try await onThread { try peer.receiveAll() }
    #expect(answers.matches(of: #/HTTP/1\.1 200/#).count == count + (isHalfClosed ? 0 : 1))
    #expect(answers.utf8.count { $0 == UInt8(ascii: "z") } == count * answer.size)
  }

  @Test func `A request sent one byte at a time is answered`() async throws {
    let peer = try await TestServer().connect()
    for byte
      in "POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
      .utf8
    {
      try peer.send([byte])
    }
    #expect(try peer.receive(through: "\r\n\r\n3").contains("200 OK"))
  }

  @Test func `An HTTP/1.0 connection is kept only when the client asks for it`() async throws {
    let server = try await TestServer()
    let closing = try server.connect()
    try closing.send("GET /hello HTTP/1.0\r\n\r\n")
    #expect(try closing.receiveAll().hasSuffix("hello"))
    let kept = try server.connect()
    try kept.send("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    #expect(try kept.receive(through: "hello").contains("connection: keep-alive\r\n"))
    try kept.send("GET /hello HTTP/1.0\r\n\r\n")
    #expect(try kept.receiveAll().contains("connection: close\r\n"))
  }

  @Test func `HEAD is answered with the head alone`() async throws {
    let peer = try await TestServer().connect()
    for target in ["/hello", "/made", "/bytes/100000", "/ignore"] {
      try peer.send("HEAD \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try peer.receive(through: "\r\n\r\n").contains("content-length: "))
    }
    try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(try peer.receiveAll().hasPrefix("HTTP/1.1 200"))
  }

  @Test func `100 Continue is sent when the handler reads the body, and not otherwise`()
    async throws
  {
    let server = try await TestServer()
    let peer = try server.connect()
    try peer.send(
      "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
    )
    let interim = try peer.receive(through: "\r\n\r\n")
    #expect(interim.contains("100 Continue"))
    try peer.send("ok")
    #expect(try peer.receive(through: "\r\n\r\nok").contains("200 OK"))
    let refused = try server.connect()
    try refused.send(
      "POST /ignore HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n"
    )
    let answer = try refused.receiveAll()
    #expect(!answer.contains("100 Continue"))
    #expect(answer.contains("connection: close\r\n"))
  }

  @Test func `A connection goes on after a response that did not read the body`() async throws {
    let peer = try await TestServer().connect()
    try peer.send("POST /ignore HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12345")
    _ = try peer.receive(through: "ignored")
    try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try peer.receive(through: "hello").contains("200"))
  }

  @Test func `A connection is closed rather than a long unread body received`() async throws {
    let peer = try await TestServer().connect()
    try peer.send("POST /ignore HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n")
    let answer = try peer.receiveAll()
    #expect(answer.contains("connection: close\r\n"))
    #expect(answer.hasSuffix("ignored"))
  }

  @Test func `Trailers and interim responses are sent over HTTP/1`() async throws {
    let peer = try await TestServer().connect()
    try peer.send("GET /trailers HTTP/1.1\r\nHost: a\r\nTE: trailers\r\n\r\n")
    #expect(try peer.receive(through: "\r\n0\r\nx-checksum: 1\r\n\r\n").contains("4\r\nbody"))
    try peer.send("GET /hints HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try peer.receive(through: "hinted").contains("HTTP/1.1 103 Early Hints\r\nlink: "))
  }

  @Test func `An HTTP/1 response that breaks off is never completed`() async throws {
    let peer = try await TestServer().connect()
    try peer.send("GET /broken HTTP/1.1\r\nHost: a\r\n\r\n")
    var received = ""
    do { received = try peer.receiveAll() } catch {}
    #expect(!received.contains("0\r\n\r\n"))
  }

  @Test(arguments: ["/nothing", "/throws"])
  func `A handler that fails is answered with 500, and its connection goes on`(
    target: String
  ) async throws {
    let peer = try await TestServer().connect()
    try peer.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try peer.receive(through: "}\n").contains("HTTP/1.1 500 "))
    try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try peer.receive(through: "hello").contains("200 OK"))
  }

  @Test func `A body of 20 MB is streamed both ways over HTTP/1`() async throws {
    let peer = try await TestServer().connect()
    let size = 20_000_000
    try peer.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
    let body = [UInt8](repeating: 7, count: size)
    async let writing: Void = onThread { try peer.send(body) }
    let head = try await onThread { try peer.receive(through: "\r\n\r\n") }
    #expect(head.contains("content-length: \(size)"))
    let echoed = try await onThread { try peer.receive(exactly: size) }
    try await writing
    #expect(echoed == body)
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
    ("GET / HTTP/1.1\nHost: a\n\n", 400), ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505), ("\0", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n", 400),
  ])
  func `A malformed request is refused, and its connection closed`(
    request: String,
    status: Int
  ) async throws {
    let peer = try await TestServer().connect()
    try peer.send(request)
    let answer = try peer.receiveAll()
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    #expect(answer.contains("connection: close\r\n"))
  }

  @Test(arguments: [
    (
      "GET /a?b>3 HTTP/1.1",
      "byte 8 of the request is none that a target may have; expected % and two"
    ),
    (
      "GET /a?b=% HTTP/1.1",
      "byte 9 of the request is none that a target may have; expected % and two"
    ),
    ("GET /a?b c HTTP/1.1", "byte 9 of the request begins no version; expected HTTP/1.1, and %20"),
  ])
  func `A target with what must be percent-encoded is refused with the place of it`(
    line: String,
    detail: String
  ) async throws {
    let peer = try await TestServer().connect()
    try peer.send("\(line)\r\nHost: a\r\n\r\n")
    let answer = try peer.receiveAll()
    #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("\"detail\":\"\(detail)"))
  }

  @Test(arguments: [
    "5;\r\nhello\r\n", "5\nhello\r\n", "-1\r\n", "fffffffffffffffff\r\n", "5\r\nhelloX",
  ])
  func `A malformed chunk is answered with 400`(chunk: String) async throws {
    let peer = try await TestServer().connect()
    try peer.send("POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk)
    #expect(try peer.receiveAll().hasPrefix("HTTP/1.1 400 "))
  }
}
