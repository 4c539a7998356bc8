// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import HTTPClient
import LoopTesting
import PorticoClient
import PorticoClientHTTP
import Reactor
import Testing

/// Each test has a server of its own on a socket of the loopback interface.
@Suite(.timeLimit(.minutes(5))) struct `The transport on the gateway's HTTP client` {
  private static let fine = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  private func address(_ server: ScriptedServer, _ target: String = "/") throws -> WebAddress {
    try #require(WebAddress("http://127.0.0.1:\(server.address.port)\(target)"))
  }

  private func bytes(_ body: WireBody) async throws -> [UInt8] {
    var all: [UInt8] = []
    for try await piece in body { all += piece }
    return all
  }

  private func isTimeout(_ body: () async throws -> Void) async -> Bool {
    do {
      try await body()
      return false
    } catch {
      return (error as? RequestError)?.kind == .timedOut
    }
  }

  private func kind(_ body: () async throws -> Void) async -> ClientError.Kind? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? ClientError)?.kind
    }
  }

  @Test func `A request and its answer pass with their fields and bodies`() async throws {
    let (heads, seen) = AsyncStream.makeStream(of: String.self)
    let server = try ScriptedServer { peer, _ in
      seen.yield(try peer.receive(through: "\r\n\r\n") + (try peer.receive(through: "roses")))
      try peer.send(
        "HTTP/1.1 201 Created\r\nETag: \"a\"\r\nLink: </1>\r\nLink: </2>\r\nContent-Length: 2\r\n\r\nok"
      )
    }
    defer { server.stop() }
    let request = WireRequest(
      "POST",
      try address(server, "/v1/notes?a=b"),
      fields: ["X-App": "country=CA"],
      body: ContiguousArray("roses".utf8)
    )
    let answer = try await HTTPTransport().send(request)
    #expect(answer.status == 201)
    #expect(answer.fields["ETag"] == "\"a\"")
    #expect(answer.fields["link"] == "</1>, </2>")
    #expect(try await bytes(answer.body) == Array("ok".utf8))
    var iterator = heads.makeAsyncIterator()
    let head = try #require(await iterator.next())
    #expect(head.hasPrefix("POST /v1/notes?a=b HTTP/1.1\r\n"))
    #expect(head.lowercased().contains("\r\nhost: 127.0.0.1:\(server.address.port)\r\n"))
    #expect(head.lowercased().contains("\r\nx-app: country=ca\r\n"))
    #expect(head.lowercased().contains("\r\ncontent-length: 5\r\n"))
  }

  @Test(arguments: [Coding.gzip, .brotli, .zstd])
  func `Content in each coding is asked for and decoded`(coding: Coding) async throws {
    let text = Array(String(repeating: "flowers and ", count: 50_000).utf8)
    var packed = ByteBuffer()
    try coding.encode(text.span, level: .fast, into: &packed)
    let body = packed.span.array
    let server = try ScriptedServer { peer, _ in
      let head = try peer.receive(through: "\r\n\r\n").lowercased()
      guard head.contains("accept-encoding: gzip, br, zstd") else { return }
      try peer.send(
        "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding.name)\r\nContent-Length: \(body.count)\r\n\r\n"
      )
      try peer.send(body)
    }
    defer { server.stop() }
    let answer = try await HTTPTransport().send(WireRequest("GET", try address(server)))
    #expect(answer.fields["content-encoding"] == nil)
    #expect(try await bytes(answer.body) == text)
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
    let transport = try HTTPTransport()
    for _ in 0..<2 {
      let answer = try await transport.send(WireRequest("GET", try address(server)))
      #expect(try await bytes(answer.body) == [])
      #expect(answer.status == 302)
      #expect(answer.fields["location"] == "/b")
      #expect(answer.fields["set-cookie"] == "a=b")
    }
    #expect(server.connections == 1)
  }

  @Test func `A body that nobody reads stops the server`() async throws {
    let (ended, end) = AsyncStream.makeStream(of: Bool.self)
    let piece = [UInt8](repeating: 7, count: 1 << 20)
    let server = try ScriptedServer { peer, number in
      _ = try peer.receive(through: "\r\n\r\n")
      guard number == 1 else { return try peer.send(Self.fine) }
      try peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(10 << 20)\r\n\r\n")
      for _ in 0..<10 { try peer.send(piece) }
      end.yield(true)
      _ = try peer.receive()
    }
    defer { server.stop() }
    let transport = try HTTPTransport()
    let answer = try await transport.send(WireRequest("GET", try address(server)))
    var body = answer.body.makeAsyncIterator()
    var count = try await body.next()?.count ?? 0
    #expect(count > 0)
    // Each of these goes through the same loop, which has nothing else to do.
    for _ in 0..<20 {
      let other = try await transport.send(WireRequest("GET", try address(server)))
      #expect(try await bytes(other.body).count == 2)
    }
    let before = Locked(false)
    let watch = Task {
      for await _ in ended { break }
      before.withLock { $0 = true }
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(before.withLock { $0 } == false)
    while let next = try await body.next() { count += next.count }
    #expect(count == 10 << 20)
    await watch.value
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
      // Nothing comes any more, neither from us nor from the client: this waits for the closing.
      ended.yield((try? peer.receive())?.count ?? 0)
    }
    defer { server.stop() }
    let transport = try HTTPTransport()
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

  @Test func `An answer that is dropped ends its request`() async throws {
    let (ends, ended) = AsyncStream.makeStream(of: Int.self)
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour")
      ended.yield((try? peer.receive())?.count ?? 0)
    }
    defer { server.stop() }
    let transport = try HTTPTransport()
    let status = try await transport.send(WireRequest("GET", try address(server))).status
    #expect(status == 200)
    var end = ends.makeAsyncIterator()
    #expect(await end.next() == 0)
  }

  @Test func `A connection that does not open in time fails its request`() async throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { peer, _ in
      // The client's part of the handshake gets no reply.
      _ = try peer.receive()
      arrived.yield()
      _ = try peer.receive()
    }
    defer { server.stop() }
    let clock = ManualClock()
    let transport = try HTTPTransport(HTTPTransport.Settings(), clock: .manual(clock))
    let secure = try #require(WebAddress("https://127.0.0.1:\(server.address.port)/"))
    let call = Task { try await transport.send(WireRequest("GET", secure)) }
    for await _ in arrivals { break }
    clock.advance(by: .seconds(10))
    #expect(await isTimeout { _ = try await call.value })
  }

  @Test(arguments: [false, true])
  func `An answer that stands still for too long fails, in its head and in its body`(
    inBody: Bool
  ) async throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      if inBody { try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour") }
      arrived.yield()
      _ = try peer.receive()
    }
    defer { server.stop() }
    let clock = ManualClock()
    let transport = try HTTPTransport(HTTPTransport.Settings(), clock: .manual(clock))
    let target = try address(server)
    let (firsts, first) = AsyncStream.makeStream(of: Void.self)
    let call = Task {
      let answer = try await transport.send(WireRequest("GET", target))
      for try await _ in answer.body { first.yield() }
    }
    for await _ in inBody ? firsts : arrivals { break }
    // The loop looks at the pace once a period.
    let clocking = Task {
      while !Task.isCancelled {
        clock.advance(by: .seconds(30))
        await Task.yield()
      }
    }
    #expect(await isTimeout { try await call.value })
    clocking.cancel()
  }

  @Test func `What cannot be sent as HTTP is refused`() async throws {
    let transport = try HTTPTransport()
    let target = try #require(WebAddress("http://127.0.0.1:9/"))
    for request in [
      WireRequest("GE T", target), WireRequest("GET", target, fields: ["a b": "c"]),
      WireRequest("CONNECT", target),
    ] {
      #expect(await kind { _ = try await transport.send(request) } == .invalidRequest)
    }
    let server = try ScriptedServer { _, _ in }
    server.stop()
    let client = Client(
      Environment(name: "test", configURL: try address(server)),
      transport: transport
    )
    let error = await #expect(throws: RequestError.self) {
      try await client.launch("/config").answer
    }
    #expect(error?.kind == .unreachable)
  }
}
