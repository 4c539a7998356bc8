// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `HTTP/2 that a client learns` {
  private func client(
    _ clock: ManualClock = ManualClock(),
    _ use: CleartextHTTP2 = .learned
  ) async throws -> ClientFixture {
    try await ClientFixture(clock: .manual(clock)) {
      $0.cleartextHTTP2 = use
      // Calls of a crowd hang while the clock advances.
      $0.pace.firstByte = .seconds(10_000)
    }
  }

  /// The version in which a call is answered.
  private func version(
    _ client: ClientFixture,
    _ address: SocketAddress,
    method: Method = .get,
    isCollected: Bool = true
  ) async throws -> Version {
    var options = CallOptions()
    options.isCollected = isCollected
    return try await client.open("/a", from: address, method: method, options: options) {
      exchange in
      #expect(exchange.response.status == .ok)
      _ = try await exchange.collect(atMost: 100)
      return exchange.version
    }
  }

  /// Calls that get no answer until they are cancelled.
  private func crowd(
    of count: Int,
    _ client: ClientFixture,
    _ address: SocketAddress,
    _ hung: AsyncStream<Void>
  ) async -> [Task<FetchedResponse, any Error>] {
    var options = CallOptions()
    options.isCollected = true
    let calls = (0..<count).map { [options] _ in
      Task { try await client.fetch("/hang", from: address, options: options) }
    }
    var hung = hung.makeAsyncIterator()
    for _ in 0..<count { _ = await hung.next() }
    return calls
  }

  private func cancel(_ calls: [Task<FetchedResponse, any Error>]) async {
    for call in calls { call.cancel() }
    for call in calls { _ = try? await call.value }
  }

  /// Lets calls follow each other until one is answered in HTTP/2.
  private func untilLearned(_ client: ClientFixture, _ address: SocketAddress) async throws {
    try await waitUntil("HTTP/2 is learned") { try await version(client, address) == .http2 }
  }

  @Test
  func
    `A crowd is called over HTTP/2 once its server has shown that it speaks it, one caller alone is not`()
    async throws
  {
    let clock = ManualClock()
    let server = try await OwnServer()
    let client = try await client(clock)
    let calls = await crowd(of: 7, client, server.address, server.hung)
    #expect(try await version(client, server.address) == .http11)
    try await untilLearned(client, server.address)
    // Seven calls that hang, the one that was answered, and the trial.
    #expect(client.count(client.signals.connectionsOpened) == 9)
    await cancel(calls)
    #expect(try await version(client, server.address) == .http2)
    clock.advance(by: .seconds(1))
    #expect(try await version(client, server.address) == .http11)
    let again = await crowd(of: 8, client, server.address, server.hung)
    #expect(try await version(client, server.address) == .http2)
    let more = await crowd(of: 8, client, server.address, server.hung)
    await cancel(again)
    clock.advance(by: .seconds(1))
    // Those of the crowd that are left are on HTTP/2 themselves.
    #expect(try await version(client, server.address) == .http2)
    await cancel(more)
  }

  @Test(arguments: [(6, CleartextHTTP2.learned), (8, .never)])
  func `HTTP/2 is not tried for fewer than eight calls at once, nor where it is not to be learned`(
    others: Int,
    use: CleartextHTTP2
  ) async throws {
    let server = try await OwnServer()
    let client = try await client(ManualClock(), use)
    let calls = await crowd(of: others, client, server.address, server.hung)
    for _ in 0..<20 { #expect(try await version(client, server.address) == .http11) }
    #expect(client.count(client.signals.connectionsOpened) == others + 1)
    await cancel(calls)
  }

  @Test func `HTTP/2 is not tried before a server has answered`() async throws {
    let server = try await OwnServer()
    let client = try await client()
    let calls = await crowd(of: 20, client, server.address, server.hung)
    for _ in 0..<20 { await client.settle() }
    #expect(client.count(client.signals.connectionsOpened) == 20)
    await cancel(calls)
  }

  @Test func `A call that is read at somebody's pace neither tries HTTP/2 in a crowd nor uses it`()
    async throws
  {
    let server = try await OwnServer()
    let client = try await client()
    let calls = await crowd(of: 8, client, server.address, server.hung)
    try await untilLearned(client, server.address)
    #expect(try await version(client, server.address, isCollected: false) == .http11)
    await cancel(calls)
  }

  /// Answers of a server to a trial.
  enum Reply: CaseIterable {
    /// Answers as nginx does.
    case refusal
    case end
    case garbage
    case silence
    /// Frames without end, of which SETTINGS should have been the first.
    case pings
  }

  @Test(arguments: Reply.allCases)
  func
    `A server that does not answer in HTTP/2 loses one connection, and is tried again in five minutes`(
      reply: Reply
    ) async throws
  {
    let clock = ManualClock()
    let (server, hung, tried) = try server { socket in
      switch reply {
      case .refusal: try socket.send("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
      case .end: break
      case .garbage:
        while true { try socket.send([UInt8](repeating: 0xA5, count: 4_096)) }
      case .silence: _ = try socket.receiveAll()
      case .pings:
        let ping: [UInt8] =
          [0, 0, 8, FramePeer.ping, 0, 0, 0, 0, 0] + [UInt8](repeating: 1, count: 8)
        while true { try socket.send(ping) }
      }
    }
    let client = try await client(clock)
    let watcher = try await IdleWatcher(client)
    let calls = await crowd(of: 8, client, server.address, hung)
    var trials = tried.makeAsyncIterator()
    for round in 1...2 {
      #expect(try await version(client, server.address) == .http11)
      _ = await trials.next()
      await client.settle()
      if reply == .silence {
        #expect(try await version(client, server.address) == .http11)
        clock.advance(by: .milliseconds(1_999))
        await client.settle()
        #expect(client.count(closed: "no_http2") == round - 1)
        clock.advance(by: .milliseconds(1))
      }
      try await client.until { $0.count(closed: "no_http2") == round }
      clock.advance(by: .seconds(299))
      for _ in 0..<5 { #expect(try await version(client, server.address) == .http11) }
      #expect(client.count(closed: "no_http2") == round)
      clock.advance(by: .seconds(1))
    }
    #expect(client.failures(.closed) == 0)
    #expect(await watcher.count == 0)
    await cancel(calls)
    server.stop()
  }

  @Test func `A server that floods after an answer over HTTP/2 is called over HTTP/1.1`()
    async throws
  {
    let clock = ManualClock()
    let (server, hung, _) = try server { socket in
      let peer = try FramePeer(socket, hasPreface: true)
      try peer.sendHead(peer.receiveRequest(), isLast: true)
      while true { try peer.send(type: 4) }
    }
    let client = try await client(clock)
    let calls = await crowd(of: 8, client, server.address, hung)
    try await untilLearned(client, server.address)
    try await client.until { $0.count(closed: "fault") == 1 }
    clock.advance(by: .seconds(299))
    for _ in 0..<5 { #expect(try await version(client, server.address) == .http11) }
    #expect(client.count(closed: "fault") == 1)
    await cancel(calls)
    server.stop()
  }

  @Test(arguments: [true, false])
  func
    `A call on HTTP/2 whose server stops speaking it is repeated over HTTP/1.1 where that is safe`(
      says: Bool
    ) async throws
  {
    let (server, hung, tried) = try server { socket in
      let peer = try FramePeer(socket, hasPreface: true)
      try peer.receiveRequest()
      if says { try peer.sendGoAway(last: 0) }
    }
    let client = try await client()
    let calls = await crowd(of: 8, client, server.address, hung)
    #expect(try await version(client, server.address) == .http11)
    for await _ in tried { break }
    // A GOAWAY tells that the call was not worked on.
    let method = says ? Method.post : .get
    while client.count(client.signals.retries) == 0 {
      #expect(try await version(client, server.address, method: method) == .http11)
    }
    for _ in 0..<20 { #expect(try await version(client, server.address) == .http11) }
    #expect(client.count(client.signals.retries) == 1)
    #expect(server.connections == 10)
    await cancel(calls)
    server.stop()
  }

  /// Ends of the first call over a connection that has found HTTP/2.
  enum FirstEnd: CaseIterable {
    case silence, error, reset
  }

  @Test(arguments: FirstEnd.allCases)
  func
    `A server that answers a trial, but not well the first call after it, is called over HTTP/1.1`(
      end: FirstEnd
    ) async throws
  {
    let clock = ManualClock()
    let (server, hung, _) = try server { socket in
      let peer = try FramePeer(socket, hasPreface: true)
      let stream = try peer.receiveRequest()
      switch end {
      case .silence: clock.advance(by: .seconds(1))
      // 400
      case .error: try peer.sendHead(stream, block: [0x8C], isLast: true)
      case .reset: try peer.sendReset(stream, code: 2)
      }
      _ = try socket.receiveAll()
    }
    let client = try await client(clock)
    let calls = await crowd(of: 8, client, server.address, hung)
    var options = CallOptions()
    options.isCollected = true
    options.deadline = clock.now + .seconds(1)
    var failed = 0
    while client.count(closed: "no_http2") == 0 {
      try Task.checkCancellation()
      // The deadline that passes in silence is that of all calls.
      await withTaskGroup { group in
        for _ in 0..<(end == .silence ? 1 : 20) {
          group.addTask { [options] in
            let fetched = try? await client.fetch("/a", from: server.address, options: options)
            return fetched?.response.status == .ok
          }
        }
        for await isGood in group where !isGood { failed += 1 }
      }
    }
    #expect(failed == 1)
    for _ in 0..<20 { #expect(try await version(client, server.address) == .http11) }
    #expect(client.count(closed: "no_http2") == 1)
    await cancel(calls)
    server.stop()
  }

  @Test func `A server that ends an HTTP/2 connection it has answered on gets another one`()
    async throws
  {
    let clock = ManualClock()
    let (server, hung, _) = try server { socket in
      let peer = try FramePeer(socket, hasPreface: true)
      let stream = try peer.receiveRequest()
      try peer.sendHead(stream, isLast: true)
      try peer.sendGoAway(last: stream)
      _ = try socket.receiveAll()
    }
    let client = try await client(clock)
    let calls = await crowd(of: 8, client, server.address, hung)
    try await untilLearned(client, server.address)
    for _ in 0..<20 { #expect(try await version(client, server.address) == .http11) }
    clock.advance(by: .seconds(1))
    try await untilLearned(client, server.address)
    await cancel(calls)
    server.stop()
  }

  /// Answers `/a` in HTTP/1.1, hangs on anything else, and does with a trial what `reply` says.
  private func server(
    _ reply: @escaping @Sendable (PlainSocket) throws -> Void
  ) throws -> (ScriptedServer, hung: AsyncStream<Void>, tried: AsyncStream<Void>) {
    let (hung, hangs) = AsyncStream.makeStream(of: Void.self)
    let (tried, tries) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { socket, _ in
      while true {
        let head = try socket.receive(through: "\r\n\r\n")
        if head == "PRI * HTTP/2.0\r\n\r\n" {
          _ = try socket.receive(through: "SM\r\n\r\n")
          tries.yield()
          return try reply(socket)
        } else if head.contains(" /a ") {
          try socket.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        } else {
          hangs.yield()
        }
      }
    }
    return (server, hung, tried)
  }
}

/// Counts the idle connections that servers have closed.
private final class IdleWatcher: Sendable {
  private final class Observer: IdleConnectionObserver {
    var count = 0
    func serverClosedIdle(_ destination: Destination) { count += 1 }
  }

  private let observer: LoopConfined<Observer>
  private let loop: RunningLoop

  init(_ client: ClientFixture) async throws {
    loop = client.running
    observer = try await client.with { client in
      let observer = Observer()
      client.add(observer)
      return LoopConfined(observer, to: client.core.loop.number)
    }
  }

  var count: Int {
    get async { await loop.perform { [observer] _ in observer.value.count } }
  }
}
