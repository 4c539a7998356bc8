// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import LoopTesting
import PorticoClient
import PorticoClientURLSession
import Reactor
import Testing

/// Each test has a server of its own on a socket of the loopback interface.
@Suite(.timeLimit(.minutes(5))) struct `The transport on URLSession` {
  private func address(_ server: ScriptedServer, _ target: String = "/") throws -> WebAddress {
    try #require(WebAddress("http://127.0.0.1:\(server.address.port)\(target)"))
  }

  private func bytes(_ body: WireBody) async throws -> [UInt8] {
    var all: [UInt8] = []
    for try await piece in body { all += piece }
    return all
  }

  @Test func `A request and its answer pass with their fields and bodies`() async throws {
    let (heads, seen) = AsyncStream.makeStream(of: String.self)
    let server = try ScriptedServer { peer, _ in
      seen.yield(try peer.receive(through: "\r\n\r\n") + (try peer.receive(through: "roses")))
      try peer.send(
        "HTTP/1.1 201 Created\r\nETag: \"a\"\r\nLink: </1>\r\nContent-Length: 2\r\n\r\nok"
      )
    }
    defer { server.stop() }
    let request = WireRequest(
      "POST",
      try address(server, "/v1/notes?a=b&c=%20d"),
      fields: ["X-App": "country=CA"],
      body: ContiguousArray("roses".utf8)
    )
    let answer = try await URLSessionTransport().send(request)
    #expect(answer.status == 201)
    #expect(answer.fields["ETag"] == "\"a\"")
    #expect(answer.fields["link"] == "</1>")
    #expect(try await bytes(answer.body) == Array("ok".utf8))
    var iterator = heads.makeAsyncIterator()
    let head = try #require(await iterator.next())
    #expect(head.hasPrefix("POST /v1/notes?a=b&c=%20d HTTP/1.1\r\n"))
    #expect(head.lowercased().contains("\r\nx-app: country=ca\r\n"))
    #expect(head.lowercased().contains("\r\naccept-encoding: "))
  }

  @Test func `Compressed content is decoded, and its head does not say that it is not`()
    async throws
  {
    // "roses" as gzip.
    let packed: [UInt8] = [
      0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 2, 0x03, 0x2B, 0xCA, 0x2F, 0x4E, 0x2D, 0x06, 0, 0x8A, 0xCA,
      0x44, 0xA1, 5, 0, 0, 0,
    ]
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
      )
      try peer.send(packed)
    }
    defer { server.stop() }
    let answer = try await URLSessionTransport().send(WireRequest("GET", try address(server)))
    #expect(answer.fields["content-encoding"] == nil)
    #expect(String(decoding: try await bytes(answer.body), as: UTF8.self) == "roses")
  }

  @Test func `Two answers that differ by their query alone are not mixed, and none is kept`()
    async throws
  {
    let server = try ScriptedServer { peer, _ in
      while true {
        let target = try peer.receive(through: "\r\n\r\n").prefix { !$0.isNewline }
        try peer.send(
          "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: \(target.utf8.count)\r\n\r\n"
            + target
        )
      }
    }
    defer { server.stop() }
    let transport = URLSessionTransport()
    for page in [1, 2, 1] {
      let answer = try await transport.send(
        WireRequest("GET", try address(server, "/p?page=\(page)"))
      )
      let line = String(decoding: try await bytes(answer.body), as: UTF8.self)
      #expect(line == "GET /p?page=\(page) HTTP/1.1")
    }
  }

  @Test func `A redirect is an answer like others, and a cookie is not sent back`() async throws {
    let server = try ScriptedServer { peer, _ in
      while true {
        let head = try peer.receive(through: "\r\n\r\n").lowercased()
        let status = head.contains("cookie:") ? "500 Cookie" : "302 Found"
        try peer.send(
          "HTTP/1.1 \(status)\r\nLocation: /b\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n"
        )
      }
    }
    defer { server.stop() }
    let transport = URLSessionTransport()
    for _ in 0..<2 {
      let answer = try await transport.send(WireRequest("GET", try address(server)))
      #expect(try await bytes(answer.body) == [])
      #expect(answer.status == 302)
      #expect(answer.fields["location"] == "/b")
    }
  }

  @Test func `A piece of a body is there before the body ends`() async throws {
    let hasFirst = Locked(false)
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nfour")
      try blockUntil("the first piece is read") { hasFirst.withLock { $0 } }
      try peer.send("four")
    }
    defer { server.stop() }
    let transport = URLSessionTransport()
    let answer = try await transport.send(WireRequest("GET", try address(server)))
    var body = answer.body.makeAsyncIterator()
    #expect(try await body.next() == ArraySlice("four".utf8))
    hasFirst.withLock { $0 = true }
    #expect(try await body.next() == ArraySlice("four".utf8))
    #expect(try await body.next() == nil)
  }

  @Test func `A body that is longer than what may wait comes whole`() async throws {
    let piece = (0..<1 << 16).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(1024 * piece.count)\r\n\r\n")
      for _ in 0..<1024 { try peer.send(piece) }
    }
    defer { server.stop() }
    let answer = try await URLSessionTransport().send(WireRequest("GET", try address(server)))
    var (count, isRight) = (0, true)
    for try await next in answer.body {
      isRight = isRight && next.first == piece[count % piece.count]
      count += next.count
    }
    #expect(count == 1024 * piece.count)
    #expect(isRight)
  }

  @Test func `A task that is cancelled ends the request, before its head and in its body`()
    async throws
  {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let (ends, ended) = AsyncStream.makeStream(of: Int.self)
    let server = try ScriptedServer { peer, number in
      _ = try peer.receive(through: "\r\n\r\n")
      if number == 2 { try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour") }
      arrived.yield()
      ended.yield((try? peer.receive())?.count ?? 0)
    }
    defer { server.stop() }
    let transport = URLSessionTransport()
    let target = try address(server)
    var (arrival, end) = (arrivals.makeAsyncIterator(), ends.makeAsyncIterator())
    let waiting = Task { try await transport.send(WireRequest("GET", target)) }
    _ = await arrival.next()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(await end.next() == 0)

    let (firsts, first) = AsyncStream.makeStream(of: Void.self)
    let reading = Task {
      let answer = try await transport.send(WireRequest("GET", target))
      for try await _ in answer.body { first.yield() }
    }
    for await _ in firsts { break }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(await end.next() == 0)
  }

  @Test func `An answer that does not come in time is a timeout`() async throws {
    let server = try ScriptedServer { peer, _ in _ = try peer.receiveAll() }
    defer { server.stop() }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 1
    let transport = URLSessionTransport(configuration: configuration)
    let error = await #expect(throws: RequestError.self) {
      _ = try await transport.send(WireRequest("GET", try address(server)))
    }
    #expect(error?.kind == .timedOut)
  }

  @Test func `An answer that is dropped ends its request`() async throws {
    let (ends, ended) = AsyncStream.makeStream(of: Int.self)
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour")
      ended.yield((try? peer.receive())?.count ?? 0)
    }
    defer { server.stop() }
    let transport = URLSessionTransport()
    let status = try await transport.send(WireRequest("GET", try address(server))).status
    #expect(status == 200)
    var end = ends.makeAsyncIterator()
    #expect(await end.next() == 0)
  }

  @Test func `A server that is not there, and one that breaks off, fail the request`() async throws
  {
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n["
      )
    }
    let client = Client(
      Environment(name: "test", configURL: try address(server)),
      transport: URLSessionTransport()
    )
    let broken = await #expect(throws: RequestError.self) {
      try await client.launch("/config").answer
    }
    #expect(broken?.kind == .unreachable)
    server.stop()
    let absent = await #expect(throws: RequestError.self) {
      try await client.launch("/config").answer
    }
    #expect(absent?.kind == .unreachable)
  }
}
