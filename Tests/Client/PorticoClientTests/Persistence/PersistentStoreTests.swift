// SPDX-License-Identifier: Apache-2.0

import Dispatch
import PorticoClient
import Testing

/// A disk on which everything waits until it is let go.
private final class HangingDisk: ObjectPersistence {
  private let gate = DispatchSemaphore(value: 0)
  private let disk: MemoryPersistence
  let waiting = Locked(0)

  init(_ disk: MemoryPersistence) { self.disk = disk }

  func letGo() { gate.signal() }

  private func pass() {
    waiting.withLock { $0 += 1 }
    gate.wait()
    gate.signal()
  }

  func keep(_ records: RecordList) throws(PersistenceFault) {
    pass()
    try disk.keep(records)
  }

  func record(_ id: String) throws(PersistenceFault) -> RecordList? {
    pass()
    return try disk.record(id)
  }

  func visit(_ body: (RecordList) -> Bool) throws(PersistenceFault) {
    pass()
    try disk.visit(body)
  }

  func synchronize() throws(PersistenceFault) { pass() }

  func removeAll() throws(PersistenceFault) { pass() }
}

/// A disk on which nothing can be written.
private struct FullDisk: ObjectPersistence {
  func keep(_ records: RecordList) throws(PersistenceFault) {
    throw PersistenceFault("writing", at: "/data", "No space left on device")
  }

  func record(_ id: String) throws(PersistenceFault) -> RecordList? { nil }
  func visit(_ body: (RecordList) -> Bool) throws(PersistenceFault) {}
  func synchronize() throws(PersistenceFault) {}
  func removeAll() throws(PersistenceFault) {}
}

@Suite(.timeLimit(.minutes(5))) struct `A store with a disk` {
  private let folder = TemporaryFolder()

  /// A store as the next start of an app makes it.
  private var store: ObjectStore {
    ObjectStore(persistence: FilePersistence(folder: folder.path))
  }

  private let key = EndpointKey("/v1/notes")

  @Test func `A document behind a long link outlives the process, and is not taken for another`()
    async throws
  {
    let long = "/en/review?values=" + String(repeating: "a", count: 1_000)
    let service = Service()
    for name in ["1", "2"] {
      service.answer(long + name, ["Cache-Control": "max-age=60"], #"{"title":"\#(name)"}"#)
    }
    let url = try #require(WebAddress("https://shop.example/config"))
    func client() -> Client {
      Client(
        Environment(name: "production", configURL: url),
        transport: service,
        persistence: FilePersistence(folder: folder.path),
        clock: { service.now }
      )
    }
    let first = client()
    for name in ["1", "2"] {
      let answer = try await first.launch(long + name).answer
      #expect(answer.document?["title"]?.string == name)
    }
    try await first.store.synchronize()
    let next = client()
    for name in ["2", "1"] {
      let answer = try await next.launch(long + name, policy: .copyOnly).answer
      #expect(answer.document?["title"]?.string == name)
    }
  }

  @Test func `Objects and lists of the last start are there again once they are loaded`()
    async throws
  {
    let first = store
    _ = try take(
      #"{"offset":0,"total":2,"data":[{"uuid":"note-1","text":"a"},{"uuid":"note-2"}]}"#,
      expires: 500,
      into: first
    )
    _ = try take(#"{"home":"/en"}"#, from: "/config", into: first)
    try await first.synchronize()
    let second = store
    #expect(second.snapshot.count == 0)
    let snapshot = await second.load(.endpoint(key))
    #expect(snapshot.collection(.endpoint(key))?.items.map { $0 } == ["note-1", "note-2"])
    #expect(snapshot.collection(.endpoint(key))?.total == 2)
    #expect(snapshot["note-1"]?["text"] == "a")
    #expect(snapshot["note-1"]?.expires("text") == 500)
    #expect(await second.load(["/config", "note-9"])["/config"]?["home"] == "/en")
    _ = try take(#"{"start":"/en"}"#, from: "/config", into: second)
    try await second.synchronize()
    let document = await store.load(["/config"])["/config"]
    #expect(document?.fields == ["start"])
  }

  @Test func `Removed objects stay removed`() async throws {
    let first = store
    try first.write { $0.put(["uuid": "note-1"]) }
    try first.write { $0.remove("note-1") }
    try await first.synchronize()
    #expect(await store.load(["note-1"]).contains("note-1") == false)
  }

  @Test func `What an answer brought while the disk was read stays, with the disk's other fields`()
    async throws
  {
    let disk = MemoryPersistence()
    try disk.keep(records([#"{"uuid":"note-1","text":"old","stars":5}"#]))
    let hanging = HangingDisk(disk)
    let store = ObjectStore(persistence: hanging)
    async let loaded = store.load(["note-1"])
    await eventually { hanging.waiting.withLock({ $0 }) > 0 }
    _ = try take(#"{"uuid":"note-1","text":"new"}"#, from: "/v1/notes/note-1", into: store)
    #expect(store.snapshot["note-1"]?["text"] == "new")
    hanging.letGo()
    let object = await loaded["note-1"]
    #expect(object?["text"] == "new")
    #expect(object?["stars"] == 5)
    try await store.synchronize()
    #expect(try disk.record("note-1")?.json == ["uuid": "note-1", "text": "new", "stars": 5])
  }

  @Test func `A full disk is told once, and takes nothing from the store`() async throws {
    let store = ObjectStore(persistence: FullDisk())
    try store.write { $0.put(["uuid": "note-1"]) }
    let fault = await #expect(throws: PersistenceFault.self) { try await store.synchronize() }
    #expect(fault.map { "\($0)" } == "writing of /data failed: No space left on device")
    #expect(store.snapshot.contains("note-1"))
    try await store.synchronize()
  }

  @Test
  func `Objects beyond the bytes for memory are forgotten, but for pinned ones, and can be loaded`()
    async throws
  {
    let store = store
    for number in 0..<200 {
      try store.write {
        $0.put([
          "uuid": .string("note-\(number)"), "text": .string(String(repeating: "x", count: 500)),
        ])
      }
    }
    try await store.synchronize()
    store.evict(to: 50_000, pinning: ["note-3"])
    let snapshot = store.snapshot
    #expect(store.size.objects <= 50_000)
    #expect(snapshot.contains("note-3"))
    #expect(!snapshot.contains("note-4"))
    #expect(snapshot.contains("note-199"))
    #expect(await store.load(["note-4"]).contains("note-4"))
  }

  @Test func `Objects to which no collection leads are garbage, in memory and on the disk`()
    async throws
  {
    let store = store
    _ = try take(
      #"[{"uuid":"note-1","author":{"uuid":"u-1","team":"team-1"}},{"uuid":"note-2"}]"#,
      into: store
    )
    _ = try take(
      #"[{"uuid":"team-1"},{"uuid":"team-2"}]"#,
      from: "/v1/teams",
      task: "other",
      into: store
    )
    _ = try take(#"[{"uuid":"note-3"}]"#, from: "/v1/drafts", task: "drafts", into: store)
    store.collectGarbage(
      keeping: { $0.display == .endpoint(EndpointKey("/v1/notes")) },
      pinning: ["note-3"]
    )
    try await store.synchronize()
    let later = await self.store.load(["note-1", "note-2", "note-3", "u-1", "team-1", "team-2"])
    for snapshot in [store.snapshot, later] {
      #expect(snapshot.all.map(\.id).sorted() == ["note-1", "note-2", "note-3", "team-1", "u-1"])
    }
    #expect(
      await self.store.load(.endpoint(EndpointKey("/v1/teams"))).collection(
        .endpoint(EndpointKey("/v1/teams"))
      ) == nil
    )
  }

  @Test func `Observers hear of objects that come from the disk`() async throws {
    let first = store
    try first.write { $0.put(["uuid": "note-1"]) }
    try await first.synchronize()
    let second = store
    var changes = second.changes(of: .object("note-1")).makeAsyncIterator()
    await second.load(["note-1"])
    #expect(await changes.next()?.snapshot.contains("note-1") == true)
  }

  @Test func `A body is read on only as far as the disk is not far behind`() async throws {
    let (disk, service) = (GatedDisk(), ScriptedTransport())
    let url = try #require(WebAddress("https://shop.example/config"))
    let environment = Environment(name: "production", configURL: url)
    let client = Client(environment, transport: service, persistence: disk)
    let text = String(repeating: "x", count: 40_000)
    let asked = Locked(0)
    service.answer("/notes") { _ in
      disk.hold()
      let body = WireBody {
        let number = asked.withLock { asked in
          asked += 1
          return asked
        }
        guard number <= 40 else { return nil }
        let note = #"{"uuid":"note-\#(number)","text":"\#(text)"}"#
        return Array(((number == 1 ? "[" : ",") + note + (number == 40 ? "]" : "")).utf8)[...]
      }
      let fields: WireFields = ["Content-Type": "application/json", "Cache-Control": "max-age=60"]
      return WireResponse(status: 200, fields: fields, body: body)
    }
    let handle = client.launch("/notes")
    await eventually { asked.withLock { $0 } >= 6 }
    for _ in 0..<1_000 { await Task.yield() }
    #expect(asked.withLock { $0 } < 20)
    disk.letGo()
    #expect(try await handle.answer.objects.count == 40)
    try await client.store.synchronize()
    #expect(try disk.record("note-40") != nil)
  }
}
