// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite struct `A WebSocket along a pass` {
  /// The handshake of a browser.
  private static let opening = """
    GET /live/prices HTTP/1.1\r
    Host: a\r
    Connection: keep-alive, Upgrade\r
    Upgrade: WebSocket\r
    Sec-WebSocket-Version: 13\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Origin: https://app.example.com\r
    \r

    """
  private static let agreed = """
    HTTP/1.1 101 Switching Protocols\r
    Upgrade: websocket\r
    Connection: Upgrade\r
    Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
    \r

    """

  private func site(
    of service: ScriptedServer,
    _ rules: String = "{}"
  ) async throws -> PassedSite {
    try await PassedSite(
      passes: """
        "/live": { backend: "open", webSockets: \(rules) }, "/plain": { backend: "open" },
        """,
      address: "http://\(service.address)"
    )
  }

  @Test func `A WebSocket carries bytes both ways until the service ends it`() async throws {
    let heads = Mutex<[String]>([])
    let service = try ScriptedServer { socket, _ in
      let head = try socket.receive(through: "\r\n\r\n")
      heads.withLock { $0.append(head) }
      try socket.send(Self.agreed + "hello")
      while case let bytes = try socket.receive(), !bytes.isEmpty {
        try socket.send(bytes)
        if bytes.contains(UInt8(ascii: "!")) { return socket.close() }
      }
    }
    let passed = try await site(of: service)
    let address = passed.site.address
    let answer = try await onThread {
      let socket = try PlainSocket(to: address, keeping: passed.site)
      try socket.send(Self.opening)
      let head = try socket.receive(through: "\r\n\r\n")
      #expect(try socket.receive(exactly: 5) == Array("hello".utf8))
      for word in ["one", "two"] {
        try socket.send(word)
        #expect(try socket.receive(exactly: 3) == Array(word.utf8))
      }
      try socket.send("bye!")
      #expect(try socket.receiveAll() == "bye!")
      return head.lowercased()
    }
    #expect(answer.hasPrefix("http/1.1 101 switching protocols\r\n"))
    for line in [
      "upgrade: websocket", "connection: upgrade",
      "sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=", "via: 1.1 portico",
    ] {
      #expect(answer.contains("\r\n\(line)\r\n"), "\(answer)")
    }
    #expect(!answer.contains("connection: close"))
    let asked = try #require(heads.withLock { $0.first }).lowercased()
    for line in [
      "get /live/prices http/1.1", "connection: upgrade", "upgrade: websocket",
      "sec-websocket-key: dghlihnhbxbszsbub25jzq==", "origin: https://app.example.com",
    ] {
      #expect(asked.contains("\(line)\r\n"), "\(asked)")
    }
  }

  @Test func `A WebSocket delivers what was sent before either side ended`() async throws {
    let heard = Mutex<String?>(nil)
    let service = try ScriptedServer { socket, _ in
      _ = try socket.receive(through: "\r\n\r\n")
      try socket.send(Self.agreed)
      let all = try socket.receiveAll()
      heard.withLock { $0 = all }
      try socket.send("I heard it")
    }
    let passed = try await site(of: service)
    let address = passed.site.address
    let rest = try await onThread {
      let socket = try PlainSocket(to: address, keeping: passed.site)
      // Bytes that a client sends before the response to its handshake are forwarded, too.
      try socket.send(Self.opening + "early ")
      _ = try socket.receive(through: "\r\n\r\n")
      try socket.send("late")
      socket.finishSending()
      return try socket.receiveAll()
    }
    #expect(rest == "I heard it")
    #expect(heard.withLock { $0 } == "early late")
  }

  @Test func `A WebSocket slows down a writer that is faster than the reader`() async throws {
    let size = 8 << 20
    let service = try ScriptedServer { socket, _ in
      _ = try socket.receive(through: "\r\n\r\n")
      try socket.send(Self.agreed)
      let all = try socket.receive(exactly: size)
      try socket.send(all)
    }
    let passed = try await site(of: service)
    let address = passed.site.address
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 13) }
    let echoed = try await onThread {
      let socket = try PlainSocket(to: address, keeping: passed.site)
      try socket.send(Self.opening)
      _ = try socket.receive(through: "\r\n\r\n")
      try socket.send(bytes)
      return try socket.receive(exactly: size)
    }
    #expect(echoed == bytes)
  }

  @Test func `A WebSocket that the service declines gets the service's answer`() async throws {
    let service = try ScriptedServer { socket, _ in
      _ = try socket.receive(through: "\r\n\r\n")
      try socket.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno")
    }
    let passed = try await site(of: service)
    let address = passed.site.address
    let (head, body) = try await onThread {
      let socket = try PlainSocket(to: address, keeping: passed.site)
      try socket.send(Self.opening)
      return (try socket.receive(through: "\r\n\r\n"), try socket.receive(exactly: 2))
    }
    #expect(head.hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
    #expect(body == Array("no".utf8))
  }

  @Test func `An upgrade is not passed on where no pass declares WebSockets`() async throws {
    let heads = Mutex<[String]>([])
    let service = try ScriptedServer { socket, _ in
      let head = try socket.receive(through: "\r\n\r\n")
      heads.withLock { $0.append(head.lowercased()) }
      try socket.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }
    let passed = try await site(of: service)
    let reply = try await passed.site.get(
      "/plain",
      ["Upgrade": "websocket", "Connection": "upgrade"]
    )
    #expect(reply.status == 200)
    let asked = try #require(heads.withLock { $0.first })
    #expect(!asked.contains("upgrade"))
  }

  @Test func `A WebSocket beyond the limit answers 503 until another one has ended`() async throws {
    let service = try ScriptedServer { socket, _ in
      _ = try socket.receive(through: "\r\n\r\n")
      try socket.send(Self.agreed)
      _ = try socket.receiveAll()
    }
    let passed = try await site(of: service, "{ connections: 1 }")
    let address = passed.site.address
    let refused = try await onThread {
      let first = try PlainSocket(to: address, keeping: passed.site)
      try first.send(Self.opening)
      _ = try first.receive(through: "\r\n\r\n")
      let second = try PlainSocket(to: address)
      try second.send(Self.opening)
      let head = try second.receive(through: "\r\n\r\n")
      first.finishSending()
      _ = try first.receiveAll()
      return head
    }
    #expect(refused.hasPrefix("HTTP/1.1 503 "))
    #expect(refused.contains("\r\nretry-after: 1\r\n"))
    try await passed.site.settle()
    let admitted = try await onThread {
      let third = try PlainSocket(to: address)
      try third.send(Self.opening)
      return try third.receive(through: "\r\n\r\n")
    }
    #expect(admitted.hasPrefix("HTTP/1.1 101 "))
  }

  @Test func `A silent WebSocket is closed after its idle time and not before`() async throws {
    let isOver = Atomic(false)
    let service = try ScriptedServer { socket, _ in
      _ = try socket.receive(through: "\r\n\r\n")
      try socket.send(Self.agreed)
      let first = try socket.receive(exactly: 4)
      try socket.send(first)
      // The end, or a reset: both mean that the gateway has closed it.
      _ = try? socket.receiveAll()
      isOver.store(true, ordering: .releasing)
    }
    let passed = try await site(of: service, "{ idle: 30 }")
    let address = passed.site.address
    let socket = try await onThread {
      let socket = try PlainSocket(to: address, keeping: passed.site)
      try socket.send(Self.opening)
      _ = try socket.receive(through: "\r\n\r\n")
      return socket
    }
    passed.clock.advance(by: .seconds(29))
    try await passed.site.settle()
    try await onThread {
      try socket.send("ping")
      #expect(try socket.receive(exactly: 4) == Array("ping".utf8))
    }
    passed.clock.advance(by: .seconds(29))
    try await passed.site.settle()
    let wasOver = isOver.load(ordering: .acquiring)
    #expect(!wasOver)
    try await passed.moveClock(by: .seconds(1)) { isOver.load(ordering: .acquiring) }
    #expect(try await onThread { try socket.receiveAll() } == "")
  }

  @Test func `A WebSocket whose client resets its connection ends for the service`() async throws {
    let isOver = Atomic(false)
    let service = try ScriptedServer { socket, _ in
      _ = try socket.receive(through: "\r\n\r\n")
      try socket.send(Self.agreed)
      // The end, or a reset.
      _ = try? socket.receiveAll()
      isOver.store(true, ordering: .releasing)
    }
    let passed = try await site(of: service, "{ connections: 1 }")
    let address = passed.site.address
    try await onThread {
      let socket = try PlainSocket(to: address, keeping: passed.site)
      try socket.send(Self.opening)
      _ = try socket.receive(through: "\r\n\r\n")
      socket.reset()
    }
    try await waitUntil("the service has seen the end") { isOver.load(ordering: .acquiring) }
    let next = try await onThread {
      let socket = try PlainSocket(to: address, keeping: passed.site)
      try socket.send(Self.opening)
      return try socket.receive(through: "\r\n\r\n")
    }
    #expect(next.hasPrefix("HTTP/1.1 101 "))
  }
}
