// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A sync of records` {
  private let service = ModelService()
  private let clock = StillClock()
  private let client: Client
  private let persistence = MemoryPersistence()

  init() throws { client = try Self.client(service, persistence) }

  private static func client(
    _ service: ModelService,
    _ persistence: MemoryPersistence
  ) throws -> Client {
    let url = try #require(WebAddress("https://shop.example/config"))
    let environment = Environment(name: "production", configURL: url)
    return Client(
      environment,
      transport: service,
      persistence: persistence,
      clock: { service.now }
    )
  }

  private func sync(_ client: Client? = nil) -> ChangeSync {
    ChangeSync(client ?? self.client, at: "/v1/changes", clock: clock.clock)
  }

  private func put(_ numbers: Range<Int>, _ text: String = "a") {
    for number in numbers {
      service.write("PUT", "/v1/notes/note-\(number)", ["text": .string(text)])
    }
  }

  private var texts: [String: JSONValue] {
    var texts: [String: JSONValue] = [:]
    for number in 0..<600 {
      if let text = client.store.snapshot["note-\(number)"]?["text"] { texts["\(number)"] = text }
    }
    return texts
  }

  @Test func `Reads all pages, and then what has changed, with deletions and removed attributes`()
    async throws
  {
    put(0..<450)
    #expect(try await sync().pull() == 450)
    #expect(texts.count == 450)
    #expect(service.requests.count == 3)
    service.write("DELETE", "/v1/notes/note-7")
    service.write("PUT", "/v1/notes/note-8", ["other": 1])
    #expect(try await sync().pull() == 2)
    #expect(texts.count == 448)
    #expect(client.store.snapshot["note-8"]?["text"] == nil)
    #expect(client.store.snapshot["note-8"]?["other"] == 1)
  }

  @Test func `The next process goes on from the kept token`() async throws {
    put(0..<3)
    try await sync().pull()
    await client.store.written()
    put(3..<4)
    let next = try Self.client(service, persistence)
    #expect(try await sync(next).pull() == 1)
    let all = await next.store.load(["note-0", "note-3"])
    #expect(all["note-0"]?["text"] == "a" && all["note-3"]?["text"] == "a")
  }

  @Test func `A page that was cut off is told, and read again`() async throws {
    put(0..<3)
    #expect(ChangePage(ContiguousArray(#"{"uuid":"note-1"}"#.utf8)) == nil)
    #expect(ChangePage([]) == nil)
    service.next(.lost)
    await #expect(throws: RequestError.self) { try await sync().pull() }
    #expect(try await sync().pull() == 3)
  }

  @Test(arguments: ["epoch-changed", "rights-changed", "types-changed", "past-horizon"])
  func `A token that has ended makes a full fetch that shows no gap`(code: String) async throws {
    put(0..<300)
    try await sync().pull()
    let changes = client.store.changes(of: .type("note"))
    service.change { records in
      records.endEpoch(after: ModelRecords())
    }
    put(0..<250, "b")
    if code != "epoch-changed" { service.next(.refused(410, code, retryAfter: nil)) }
    let store = client.store
    let least = Locked(Int.max)
    store.addHook(
      StoreHook(
        of: "note",
        after: { _ in
          let count = store.snapshot.all.count { $0.id.hasPrefix("note-") }
          least.withLock { $0 = min($0, count) }
        }
      )
    )
    try await sync().pull()
    #expect(texts == Dictionary(uniqueKeysWithValues: (0..<250).map { ("\($0)", "b") }))
    #expect(least.withLock { $0 } >= 250)
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next()?.ids.count == 300)
    let requests = service.requests.count
    #expect(try await sync().pull() == 0)
    #expect(service.requests.count == requests + 1)
  }

  @Test func `A full fetch that was interrupted leaves everything, and begins anew`() async throws {
    put(0..<300)
    try await sync().pull()
    service.change { $0.endEpoch(after: ModelRecords()) }
    put(0..<250, "b")
    service.next(.answered, .answered, .lost)
    await #expect(throws: RequestError.self) { try await sync().pull() }
    #expect(texts.count == 300)
    try await sync().pull()
    #expect(texts.count == 250)
  }

  @Test func `What a full fetch finds unchanged wakes no observer`() async throws {
    put(0..<3)
    try await sync().pull()
    service.change { $0.horizon = 100 }
    put(3..<4)
    let changes = client.store.changes(of: .type("note"))
    try await sync().pull()
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next()?.ids == ["note-3"])
  }

  @Test func `Synced objects are no garbage, and those of others are`() async throws {
    put(0..<2)
    try await sync().pull()
    try client.store.write { $0.put(["uuid": "note-9", "text": "alone"]) }
    client.store.collectGarbage(keeping: { _ in false })
    #expect(texts.keys.sorted() == ["0", "1"])
    #expect(try await sync().pull() == 0)
  }

  @Test func `An event of the stream wakes a pull, which it names its place`() async throws {
    put(0..<1)
    let sync = sync()
    let task = Task { await sync.run() }
    await eventually { !service.streams.isEmpty }
    let opened = try #require(service.requests.last)
    #expect(opened.fields["last-event-id"] == "e1_1")
    put(1..<2)
    let event = "id: e1_2\r\nevent: change\r\ndata: {\"uuid\":\"note-1\"}\r\n\r\n"
    for byte in event.utf8 { service.streams[0].yield([byte]) }
    await eventually { texts.count == 2 }
    await eventually { sync.state == .live }
    let count = service.requests.count
    service.streams[0].yield(Array(event.utf8)[...])
    put(2..<3)
    service.streams[0].yield(Array("id: e1_3\nevent: change\ndata: {}\n\n".utf8)[...])
    await eventually { texts.count == 3 }
    #expect(service.requests.count == count + 1)
    task.cancel()
    await task.value
    #expect(sync.state == .idle)
  }

  @Test func `A stream that breaks, refuses or is silent is opened again after a pause`()
    async throws
  {
    let sync = sync()
    let task = Task { await sync.run() }
    await eventually { service.streams.count == 1 }
    service.streams[0].yield(Array("retry: 4000\n: here\n\n".utf8)[...])
    service.streams[0].finish()
    await eventually { clock.sleeping == [.seconds(4)] }
    service.decide {
      $0.fields["accept"] == nil ? .answered : .refused(503, "too-many-streams", retryAfter: 30)
    }
    clock.wake(.seconds(4))
    await eventually { clock.sleeping == [.seconds(30)] }
    service.decide { _ in .lost }
    clock.wake(.seconds(30))
    await eventually { clock.sleeping == [.seconds(12)] || clock.sleeping == [.seconds(16)] }
    service.decide(nil)
    sync.resume()
    await eventually { service.streams.count == 2 }
    await eventually { clock.sleeping == [.seconds(45)] }
    clock.wake(.seconds(45))
    await eventually { sync.state != .live }
    sync.resume()
    await eventually { service.streams.count == 3 }
    task.cancel()
    await task.value
  }

  @Test func `Only a pull that somebody waits for is not in the background`() async throws {
    let sync = sync()
    let task = Task { await sync.run() }
    await eventually { sync.state == .live }
    try await sync.pull()
    put(0..<1)
    service.streams[0].yield(Array("id: e1_1\nevent: change\ndata: {}\n\n".utf8)[...])
    await eventually { texts.count == 1 }
    #expect(client.tasks.ended.map(\.purpose) == [.background, .asked, .background])
    task.cancel()
    await task.value
  }

  @Test func `Whoever listens is told of its states, until it is gone`() async throws {
    put(0..<3)
    var sync: ChangeSync? = sync()
    var states = sync?.states.makeAsyncIterator()
    try await sync?.pull()
    #expect(await states?.next() == .pulling(3))
    #expect(await states?.next() == .idle)
    #expect(sync?.state == .idle)
    sync = nil
    #expect(await states?.next() == nil)
  }

  @Test func `A session that has ended stops it until the user has signed in`() async throws {
    service.decide { _ in .refused(401, "rights", retryAfter: nil) }
    let sync = sync()
    let task = Task { await sync.run() }
    await eventually { sync.state == .signedOut }
    service.decide(nil)
    sync.resume()
    await eventually { sync.state == .live }
    task.cancel()
    await task.value
  }
}
