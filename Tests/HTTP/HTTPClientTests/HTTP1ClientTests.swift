// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The HTTP/1 client` {
  private static func options(_ isIdempotent: Bool?) -> CallOptions {
    var options = CallOptions()
    options.isIdempotent = isIdempotent
    return options
  }

  /// Answers every request of a connection with the same bytes.
  private func server(answering answer: String) throws -> ScriptedServer {
    try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        try peer.send(answer)
      }
    }
  }

  /// Answers once and closes.
  private func server(answeringOnce answer: String) throws -> ScriptedServer {
    try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send(answer)
    }
  }

  @Test func `Five calls one after another use one HTTP/1 connection`() async throws {
    let server = try server(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    let client = try await ClientFixture()
    for _ in 0..<5 {
      let fetched = try await client.fetch("/x", from: server.address)
      #expect(fetched.response.status == .ok)
      #expect(fetched.body == Array("hello".utf8))
    }
    #expect(server.connections == 1)
    #expect(client.count(client.signals.connectionsReused) == 4)
    server.stop()
  }

  @Test(arguments: [
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nx-sum: 1\r\n\r\n",
      "abc"
    ),
    (
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nz",
      "z"
    ),
    ("HTTP/1.0 200 OK\r\n\r\nuntil the end", "until the end"),
    ("HTTP/1.1 204 No Content\r\n\r\n", ""),
    ("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", ""),
  ])
  func `A response body is read by any framing`(answer: String, body: String) async throws {
    let server = try server(answeringOnce: answer)
    let fetched = try await ClientFixture().fetch("/", from: server.address)
    #expect(String(decoding: fetched.body, as: UTF8.self) == body)
    server.stop()
  }

  @Test(arguments: [
    ("garbage\r\n\r\n", ClientError.Kind.malformedHead),
    ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", .malformedHead),
    ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", .malformedHead),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", .malformedHead),
    ("HTTP/1.1 200 OK\r\nX: a\r\n folded\r\n\r\n", .malformedHead),
    ("HTTP/1.1 200 OK\nContent-Length: 0\n\n", .malformedHead),
    ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", .truncated),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", .truncated),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", .malformedBody),
    ("HTTP/1.1 101 Switching Protocols\r\n\r\n", .unexpectedUpgrade), ("", .closed),
    ("HTTP/1.1 2", .truncated),
  ])
  func `A malformed or truncated response fails its call`(
    answer: String,
    kind: ClientError.Kind
  ) async throws {
    let server = try server(answeringOnce: answer)
    let client = try await ClientFixture()
    let error = await #expect(throws: ClientError.self) {
      try await client.fetch("/", from: server.address)
    }
    #expect(error?.kind == kind)
    server.stop()
  }

  @Test func `A connection with bytes behind its response is not used again`() async throws {
    let server = try server(
      answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 Evil\r\n\r\n"
    )
    let client = try await ClientFixture()
    for _ in 0..<3 {
      #expect(try await client.fetch("/", from: server.address).body == Array("ok".utf8))
    }
    #expect(server.connections == 3)
    server.stop()
  }

  @Test(arguments: [(Method.get, nil), (.post, true)])
  func `A safe call that an ending connection has not answered is sent again`(
    method: Method,
    isIdempotent: Bool?
  ) async throws {
    let server = try ScriptedServer { peer, number in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(number)")
      // The second request of the first connection is read and never answered.
      if number == 1 { _ = try peer.receive(through: "\r\n\r\n") }
    }
    let client = try await ClientFixture()
    let options = Self.options(isIdempotent)
    #expect(try await client.fetch("/", from: server.address).body == Array("1".utf8))
    let second = try await client.fetch(
      "/",
      from: server.address,
      method: method,
      options: options
    )
    #expect(second.body == Array("2".utf8))
    #expect(client.count(client.signals.retries) == 1)
    server.stop()
  }

  @Test(arguments: [(Method.post, nil), (.get, false)])
  func `A call that is not idempotent is never sent again`(
    method: Method,
    isIdempotent: Bool?
  ) async throws {
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1")
      _ = try peer.receive(through: "\r\n\r\n")
    }
    let client = try await ClientFixture()
    _ = try await client.fetch("/", from: server.address)
    let options = Self.options(isIdempotent)
    let error = await #expect(throws: ClientError.self) {
      try await client.fetch("/", from: server.address, method: method, options: options)
    }
    #expect(error?.kind == .closed && error?.retry == .ifIdempotent)
    #expect(server.connections == 1)
    server.stop()
  }

  @Test func `Fifty calls share two connections, each waiting until one is free`() async throws {
    let server = try server(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    let client = try await ClientFixture { $0.connectionsPerOrigin = 2 }
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask { try await client.fetch("/", from: server.address).body }
      }
      for try await body in group { #expect(body == Array("ok".utf8)) }
    }
    #expect(server.connections <= 2)
    server.stop()
  }

  @Test func `A response body beyond the limit fails its call, announced or not`() async throws {
    var options = CallOptions()
    options.bodyLimit = 10
    for answer in [
      "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n01234567890",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n01234567890\r\n0\r\n\r\n",
    ] {
      let server = try server(answeringOnce: answer)
      let client = try await ClientFixture()
      let limits = options
      let error = await #expect(throws: ClientError.self) {
        try await client.fetch("/", from: server.address, options: limits)
      }
      #expect(error?.kind == .bodyTooLarge)
      server.stop()
    }
  }

  @Test func `A call to a port where nobody listens fails at once`() async throws {
    let server = try server(answeringOnce: "")
    server.stop()
    let client = try await ClientFixture()
    let error = await #expect(throws: ClientError.self) {
      try await client.fetch("/", from: .loopback(port: 1))
    }
    #expect(error?.kind == .connect)
  }

  @Test func `A call that is not answered fails at its deadline`() async throws {
    let clock = ManualClock()
    let (arrived, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      continuation.yield()
      _ = try peer.receive()
    }
    let client = try await ClientFixture(clock: .manual(clock))
    var options = CallOptions()
    options.deadline = clock.now + .seconds(2)
    let call = Task {
      try await client.fetch("/", from: server.address, options: options)
    }
    for await _ in arrived { break }
    clock.advance(by: .seconds(2))
    let error = await #expect(throws: ClientError.self) { try await call.value }
    #expect(error?.kind == .timeout)
    server.stop()
  }

  @Test func `Cancelling an HTTP/1 call closes its connection`() async throws {
    let (arrived, continuation) = AsyncStream.makeStream(of: Void.self)
    let (ended, endContinuation) = AsyncStream.makeStream(of: Bool.self)
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      continuation.yield()
      let rest = try? peer.receive()
      endContinuation.yield(rest?.isEmpty ?? true)
    }
    let client = try await ClientFixture()
    let call = Task { try await client.fetch("/", from: server.address) }
    for await _ in arrived { break }
    call.cancel()
    let error = await #expect(throws: ClientError.self) { try await call.value }
    #expect(error?.kind == .cancelled)
    for await isEnd in ended {
      #expect(isEnd)
      break
    }
    server.stop()
  }
}
