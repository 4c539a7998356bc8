// SPDX-License-Identifier: Apache-2.0

import Glibc
import HTTPServer
import LoopTesting
import Reactor
import Signals
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Handing listeners over to another process` {
  private struct NoAnswer: Error {}

  /// Opens a connection for every request, as often as it can, and counts what goes wrong.
  private final class Client: Sendable {
    private let isDone = Atomic(false)
    let answered = Atomic(0)
    let failures = Mutex<[String]>([])

    func run(_ address: SocketAddress) {
      while !isDone.load(ordering: .acquiring) {
        do {
          let peer = try PlainSocket(to: address)
          try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
          guard try peer.receiveAll().hasSuffix("hello") else {
            throw NoAnswer()
          }
          answered.add(1, ordering: .relaxed)
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }

    func stop() { isDone.store(true, ordering: .releasing) }
  }

  private func start(
    _ listeners: [ListenerConfiguration],
    on group: LoopGroup
  ) async throws
    -> HTTPServer
  {
    try await HTTPServer.start(listeners, on: group, signals: ServerSignals(SignalRegistry())) {
      _ in
      SampleHandler(Gate())
    }
  }

  @Test func `No request is lost while one process takes over the listeners of another`()
    async throws
  {
    let path = "/tmp/portico-takeover-\(getpid())"
    let oldGroup = try LoopGroup(count: 2, name: "old")
    let old = try await start([.init(.loopback(port: 0))], on: oldGroup)
    let sockets = old.listeningSockets
    #expect(sockets.count == 2)
    let client = Client()
    async let load: Void = onThread { client.run(old.addresses[0]) }
    let (relief, continuation) = AsyncStream.makeStream(of: Void.self)
    let offer = try await oldGroup.loops[0].perform { core in
      let offer = try TakeoverOffer(
        at: path,
        on: core,
        sockets,
        failed: { Issue.record("\($0)") },
        relieved: { continuation.finish() }
      )
      try offer.publish()
      return LoopConfined(offer, to: oldGroup.loops[0].number)
    }

    let newGroup = try LoopGroup(count: 2, name: "new")
    guard let claim = try Takeover.claim(at: path) else {
      Issue.record("nobody offers sockets at \(path)")
      return
    }
    let handed = claim.handed.takeSockets(at: old.addresses[0])
    #expect(handed.count == 2)
    let first = try #require(handed.first)
    let source = ListenerConfiguration.Source.handed(first, others: Array(handed.dropFirst()))
    let new = try await start([.init(source)], on: newGroup)
    try claim.confirm()
    for await _ in relief {}
    await old.drain()
    let answeredByThen = client.answered.load(ordering: .relaxed)
    try await waitUntil("the new process has answered a hundred requests") {
      client.answered.load(ordering: .relaxed) >= answeredByThen + 100
    }
    client.stop()
    try await load
    #expect(client.failures.withLock { $0 } == [])
    #expect(new.addresses[0].port == old.addresses[0].port)
    _ = try await oldGroup.loops[0].perform { _ in offer.value.close() }
    await new.drain()
    oldGroup.stop()
    newGroup.stop()
    _ = unsafe unlink(path)
  }
}
