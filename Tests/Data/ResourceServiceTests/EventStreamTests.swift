// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import FileShapes
import HTTPValues
import LoopTesting
import Reactor
import ResourceService
import Signals
import Sites
import Synchronization
import Testing

@testable import HTTPServer

@Suite(.timeLimit(.minutes(5))) struct `Event streams of one loop` {
  /// A client that takes as much as it has room for.
  private final class Client: ExchangeStream {
    var room: Int
    var text = ""
    var isEnded = false
    private var exchange: Exchange?
    /// What the stream does when the server is to stop.
    private(set) var drain: () -> Void = {}

    init(room: Int) { self.room = room }

    func ask(_ server: Bench.Clients.Server, _ request: Request) {
      let exchange = Exchange(
        request,
        from: Peer(client: .loopback(port: 1), local: .loopback(port: 2), layer: nil),
        bodyLimit: 0,
        server.counters,
        on: server.core,
        self,
        .events { server.records.begin($0) }
      )
      if exchange.begin(task: { _ in }) { self.exchange = exchange }
    }

    func take(_ count: Int) {
      room = count
      exchange?.roomCame()
    }

    /// Closes its direction, as one that has left does, too.
    func stopSending() { exchange?.contentCame() }

    func leave() { exchange.take()?.clientGone() }

    /// The fields of the request that are held while the stream is open.
    var heldFields: Int? { exchange?.request.fields.count }

    let bodyLength: Int? = 0
    let requestTrailers = Fields()
    let canUpgrade = false

    func take(into buffer: inout ByteBuffer) throws(ExchangeError) -> BodyProgress { .end }
    func sendInterim(_ response: Response) throws(ExchangeError) {}
    func send(_ answer: ReadyAnswer) throws(ExchangeError) { isEnded = true }
    func sendHead(_ response: Response, length: Int?) throws(ExchangeError) {}
    func upgrade(_ response: Response) throws(ExchangeError) { throw .outOfOrder }

    func sendBody(_ bytes: Span<UInt8>) throws(ExchangeError) -> Int {
      let count = min(room, bytes.count)
      text += String(decoding: bytes.extracting(first: count).array, as: UTF8.self)
      room -= count
      return count
    }

    func whenDraining(_ body: @escaping () -> Void) { drain = body }
    func finish(trailers: Fields) throws(ExchangeError) { isEnded = true }
    func abort() { isEnded = true }
    func cancel() { leave() }
  }

  /// A service, and the clients of one of its loops.
  private final class Bench: Sendable {
    let under: ServiceUnderTest
    let clock = ManualClock()
    let running: RunningLoop
    private let pool: WorkerPool
    private let clients: LoopConfined<Clients>
    private let asked: Asked

    /// How often the service asked who a stream is for, which it does once for each read.
    final class Asked: Sendable {
      let count = Atomic(0)
    }

    final class Clients {
      struct Server {
        let records: ServedRecords
        let counters: ServerCounters
        let core: LoopCore
      }

      var server: Server?
      var all: [Client] = []
    }

    init() async throws {
      let asked = Asked()
      under = try ServiceUnderTest { settings in
        settings.caller = { fields in
          if fields["accept"] != nil { asked.count.add(1, ordering: .relaxed) }
          return Caller(.administer, isTrusted: true)
        }
      }
      self.asked = asked
      running = try RunningLoop(clock: .manual(clock))
      pool = WorkerPool("test", threads: 2)
      let (service, pool, loop) = (under.service, pool, running.loop)
      clients = try await running.perform { core -> Result<LoopConfined<Clients>, any Error> in
        let clients = Clients()
        let handler = ResourceHandler(service, pool: pool, passwords: pool, asking: pool, on: core)
        return Result {
          let signals = try ServerSignals(SignalRegistry())
          clients.server = Clients.Server(
            records: ServedRecords(handler),
            counters: try ServerCounters(signals),
            core: core
          )
          return LoopConfined(clients, to: loop.number)
        }
      }
      .get()
    }

    deinit {
      running.stop()
      pool.close()
    }

    /// Opens streams with the same credentials, and waits until they have begun.
    func open(_ count: Int, room: Int = .max, as token: String? = nil) async throws {
      let before = under.service.feed.readers
      await with { clients in
        for _ in 0..<count {
          let client = Client(room: room)
          var request = Request(authority: "x", target: "/v1/changes?since=0")
          request.fields.append("accept", "text/event-stream")
          if let token { request.fields.append("authorization", token) }
          if let server = clients.server { client.ask(server, request) }
          clients.all.append(client)
        }
      }
      try await waitUntil("the streams have begun") { under.service.feed.readers == before + count }
      // The last of them is counted before it looks whether there was a commit meanwhile.
      await with { _ in }
    }

    func with<Value: Sendable>(_ body: @escaping @Sendable (Clients) -> Value) async -> Value {
      let clients = clients
      return await running.perform { _ in body(clients.value) }
    }

    /// What each client has got.
    var texts: [String] { get async { await with { $0.all.map(\.text) } } }

    func waitForVersion(_ version: Int, of streams: Range<Int>) async throws {
      try await waitUntil("the streams have version \(version)") {
        await texts[streams].allSatisfy { $0.contains("\"_version\":\(version)}\n\n") }
      }
    }

    /// The number of reads that `body` causes.
    func reads(_ body: () async throws -> Void) async throws -> Int {
      asked.count.store(0, ordering: .relaxed)
      try await body()
      return asked.count.load(ordering: .relaxed)
    }
  }

  @Test(arguments: [1, 40, 200])
  func `A commit costs one read for all streams with the same credentials`(count: Int) async throws
  {
    let bench = try await Bench()
    try await bench.open(count)
    let reads = try await bench.reads {
      _ = try bench.under.create(["name": "Rose"])
      try await bench.waitForVersion(1, of: 0..<count)
    }
    #expect(reads == 1)
    #expect(Set(await bench.texts).count == 1)
  }

  @Test func `Streams with other credentials are read for by themselves`() async throws {
    let bench = try await Bench()
    for token in ["Bearer a", "Bearer b", nil] { try await bench.open(3, as: token) }
    let reads = try await bench.reads {
      _ = try bench.under.create(["name": "Rose"])
      try await bench.waitForVersion(1, of: 0..<9)
    }
    #expect(reads == 3)
  }

  @Test
  func `A client that takes nothing for a time gets every event later, and keeps no other waiting`()
    async throws
  {
    let bench = try await Bench()
    try await bench.open(1, room: 10)
    try await bench.open(2)
    for version in 1...5 {
      _ = try bench.under.create(["name": .text("Flower \(version)")])
      try await bench.waitForVersion(version, of: 1..<3)
    }
    #expect(await bench.texts[0].utf8.count == 10)
    await bench.with { $0.all[0].take(.max) }
    try await bench.waitForVersion(5, of: 0..<1)
    #expect(Set(await bench.texts).count == 1)
  }

  @Test func `An open stream holds no fields of its request`() async throws {
    let bench = try await Bench()
    try await bench.open(2, as: "Bearer a")
    #expect(await bench.with { $0.all.map(\.heldFields) } == [0, 0])
  }

  @Test func `A stream ends behind a whole event when the server is to stop`() async throws {
    let bench = try await Bench()
    try await bench.open(1, room: 10)
    try await bench.open(1)
    _ = try bench.under.create(["name": "Rose"])
    try await bench.waitForVersion(1, of: 1..<2)
    await bench.with { clients in for client in clients.all { client.drain() } }
    #expect(await bench.with { $0.all.map(\.isEnded) } == [false, true])
    await bench.with { $0.all[0].take(.max) }
    #expect(await bench.with { $0.all.map(\.isEnded) } == [true, true])
    #expect(Set(await bench.texts).count == 1)
  }

  @Test func `A stream without events gets a comment every 15 seconds`() async throws {
    let bench = try await Bench()
    try await bench.open(2)
    bench.clock.advance(by: .milliseconds(14_999))
    #expect(await bench.texts == ["", ""])
    for number in 1...3 {
      bench.clock.advance(by: .milliseconds(number == 1 ? 1 : 15_000))
      await bench.with { _ in }
      let expected = String(repeating: ":\n\n", count: number)
      try await waitUntil("comment \(number) is there") {
        await bench.texts == [expected, expected]
      }
    }
  }

  @Test
  func `A client that closes its direction is sent a comment at once, by which it is found gone`()
    async throws
  {
    let bench = try await Bench()
    try await bench.open(2)
    #expect(
      await bench.with { clients in
        clients.all[0].stopSending()
        return clients.all.map(\.text)
      } == [":\n\n", ""]
    )
  }

  @Test func `A group without streams is not told of changes any more`() async throws {
    let bench = try await Bench()
    try await bench.open(3)
    await bench.with { clients in for client in clients.all { client.leave() } }
    #expect(bench.under.service.feed.readers == 0)
    let reads = try await bench.reads {
      _ = try bench.under.create(["name": "Rose"])
      await bench.with { _ in }
    }
    #expect(reads == 0)
    try await bench.open(1)
    try await bench.waitForVersion(1, of: 3..<4)
  }
}
