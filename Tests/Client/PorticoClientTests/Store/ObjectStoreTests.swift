// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import SeededTesting
import Testing

@Suite struct `A store of objects` {
  private let store = ObjectStore()

  private func object(_ id: String) throws -> StoredObject { try #require(store.snapshot[id]) }

  @Test func `Answers at different times fill one object`() throws {
    _ = try take(#"[{"uuid":"note-1","_version":3,"text":"a"}]"#, expires: 100, into: store)
    _ = try take(#"[{"uuid":"note-1","_version":3,"stars":5}]"#, expires: 200, into: store)
    #expect(try object("note-1")["text"] == "a")
    #expect(try object("note-1")["stars"] == 5)
    #expect(try object("note-1").expires("text") == 100)
    #expect(try object("note-1").expires("stars") == 200)
    #expect(try Set(object("note-1").fields) == ["uuid", "_version", "text", "stars"])
    #expect(store.snapshot.count == 1)
  }

  @Test func `A request is necessary only for fields that are missing or no longer fresh`() throws {
    _ = try take(#"[{"uuid":"note-1","text":"a"}]"#, expires: 100, into: store)
    _ = try take(#"[{"uuid":"note-1","stars":5}]"#, expires: 200, into: store)
    let snapshot = store.snapshot
    #expect(snapshot.missingFields(["text", "stars"], of: "note-1", at: 99) == nil)
    #expect(snapshot.missingFields(["text", "stars"], of: "note-1", at: 100) == ["text", "uuid"])
    #expect(snapshot.missingFields(["owner"], of: "note-1", at: 99) == ["owner", "uuid"])
    #expect(snapshot.missingFields(["text"], of: "note-2", at: 99) == ["text", "uuid"])
  }

  @Test func `Fields of an older form of the type are dropped, so that they are asked for again`()
    throws
  {
    let first = #"[{"uuid":"note-1","_version":3,"_class":1,"text":"a","stars":1}]"#
    _ = try take(first, expires: 100, into: store)
    let next = #"[{"uuid":"note-1","_version":3,"_class":2,"text":"b"}]"#
    _ = try take(next, expires: 100, into: store)
    #expect(try object("note-1")["text"] == "b" && object("note-1")["stars"] == nil)
    #expect(store.snapshot.missingFields(["stars"], of: "note-1", at: 99) == ["stars", "uuid"])
    // A part of an answer that does not say its form changes no other field.
    _ = try take(#"[{"uuid":"note-1","_version":3,"stars":2}]"#, expires: 100, into: store)
    #expect(try object("note-1")["text"] == "b" && object("note-1")["stars"] == 2)
    #expect(try object("note-1").typeVersion == 2)
  }

  @Test func `An object of an older version changes nothing`() throws {
    _ = try take(#"[{"uuid":"note-1","_version":4,"text":"new"}]"#, into: store)
    _ = try take(#"[{"uuid":"note-1","_version":3,"text":"old","stars":1}]"#, into: store)
    #expect(try object("note-1")["text"] == "new")
    #expect(try object("note-1")["stars"] == nil)
  }

  @Test func `Fields that a newer version came without are kept, and no longer fresh`() throws {
    _ = try take(
      #"[{"uuid":"note-1","_version":3,"text":"a","stars":5}]"#,
      expires: 900,
      into: store
    )
    _ = try take(#"[{"uuid":"note-1","_version":4,"text":"b"}]"#, expires: 900, into: store)
    #expect(try object("note-1")["stars"] == 5)
    #expect(try object("note-1").isStale(at: 0))
    #expect(
      store.snapshot.missingFields(["text", "stars"], of: "note-1", at: 0) == ["stars", "uuid"]
    )
  }

  @Test func `An object in many pieces keeps all its fields`() throws {
    for number in 0..<20 {
      _ = try take(
        #"[{"uuid":"note-1","field\#(number)":\#(number)}]"#,
        expires: 100 + Int64(number),
        into: store
      )
    }
    for number in 0..<20 {
      #expect(try object("note-1")["field\(number)"] == .integer(Int64(number)))
    }
    #expect(try JSONValue(json: object("note-1").json)["field7"] == 7)
  }

  @Test func `A snapshot stays as it is while the store changes`() throws {
    try store.write { $0.put(["uuid": "note-1", "text": "a"]) }
    let before = store.snapshot
    try store.write { $0.put(["uuid": "note-1", "text": "b"]) }
    try store.write { $0.remove("note-1") }
    #expect(before["note-1"]?["text"] == "a")
    #expect(store.snapshot["note-1"] == nil)
    #expect(store.snapshot.number > before.number)
  }

  @Test func `A write is taken back to what stood there before`() throws {
    _ = try take(#"[{"uuid":"note-1","_version":3,"text":"a"},{"uuid":"note-2"}]"#, into: store)
    let undo = try store.write { write in
      write.put(["uuid": "note-1", "text": "b", "stars": 5])
      write.put(["uuid": "note-3"])
      write.remove("note-2")
    }
    #expect(try object("note-1")["text"] == "b")
    #expect(store.snapshot["note-2"] == nil)
    try store.undo(undo)
    #expect(try object("note-1")["text"] == "a")
    #expect(try object("note-1")["stars"] == nil)
    #expect(store.snapshot.contains("note-2"))
    #expect(!store.snapshot.contains("note-3"))
  }

  private struct Empty: Error {}

  @Test func `A hook refuses what is not valid, in writes as a whole and in answers one by one`()
    throws
  {
    store.addHook(
      StoreHook(
        of: "note",
        before: { if $0.new?["text"]?.string?.isEmpty ?? false { throw Empty() } }
      )
    )
    #expect(throws: Empty.self) {
      try store.write { write in
        write.put(["uuid": "note-1", "text": "a"])
        write.put(["uuid": "note-2", "text": ""])
      }
    }
    #expect(store.snapshot.count == 0)
    let (objects, collection) = try take(
      #"[{"uuid":"note-1","text":"a"},{"uuid":"note-2","text":""},{"uuid":"tag-1","text":""}]"#,
      into: store
    )
    #expect(objects.map(\.id) == ["note-1", "tag-1"])
    #expect(Array(collection.items) == ["note-1", "tag-1"])
  }

  @Test func `A hook is told of changes of its type, with the object before and after`() throws {
    let told = Told()
    store.addHook(
      StoreHook(
        of: "note",
        where: { $0.new?["stars"] != $0.old?["stars"] },
        after: { told.add("\($0.old?["stars"]?.integer ?? 0) \($0.new?["stars"]?.integer ?? 0)") }
      )
    )
    try store.write { $0.put(["uuid": "note-1", "stars": 1]) }
    try store.write { $0.put(["uuid": "note-1", "text": "a"]) }
    try store.write { $0.put(["uuid": "tag-1", "stars": 1]) }
    try store.write { $0.put(["uuid": "note-1", "stars": 2]) }
    try store.write { $0.remove("note-1") }
    #expect(told.all == ["0 1", "1 2", "2 0"])
  }

  @Test func `Objects are found by type and by the value of an indexed field`() throws {
    store.addIndex(of: "note", on: "owner")
    try store.write { write in
      for number in 0..<300 {
        write.put(["uuid": .string("note-\(number)"), "owner": .string("u-\(number % 3)")])
      }
    }
    store.addIndex(of: "note")
    try store.write { write in
      write.put(["uuid": "note-0", "owner": "u-1"])
      write.remove("note-1")
    }
    let snapshot = store.snapshot
    #expect(snapshot.objects(of: "note", where: "owner", is: "u-0")?.count == 99)
    #expect(snapshot.objects(of: "note", where: "owner", is: "u-1")?.count == 100)
    #expect(snapshot.objects(of: "note", where: "owner", is: "u-9")?.isEmpty == true)
    #expect(snapshot.objects(of: "note")?.count == 299)
    #expect(snapshot.objects(of: "tag") == nil)
  }

  @Test(.timeLimit(.minutes(5)))
  func `An observer hears of exactly the objects that it observes`() async throws {
    var all = store.changes(of: .type("note")).makeAsyncIterator()
    var one = store.changes(of: .object("note-2")).makeAsyncIterator()
    try store.write { $0.put(["uuid": "note-1"]) }
    try store.write { $0.put(["uuid": "tag-1"]) }
    try store.write { $0.put(["uuid": "note-2"]) }
    let change = await one.next()
    #expect(change?.ids == ["note-2"])
    #expect(change?.snapshot.contains("note-2") == true)
    #expect(await all.next()?.ids == ["note-1", "note-2"])
    _ = try take(#"[{"uuid":"note-2"}]"#, into: store)
    try store.write { $0.put(["uuid": "note-2", "text": "a"]) }
    #expect(await one.next()?.ids == ["note-2"])
  }

  @Test(.timeLimit(.minutes(5)))
  func `A collection's observer hears of its pages, and an ended one is forgotten`() async throws {
    let task = Task { [store] in
      var pages = 0
      for await change in store.changes(of: .collection(.endpoint(EndpointKey("/v1/notes")))) {
        #expect(change.ids.isEmpty)
        pages += 1
        if pages == 1 { break }
      }
      return pages
    }
    await eventually { store.observerCount > 0 }
    _ = try take(#"[{"uuid":"note-1"}]"#, from: "/v1/others", into: store)
    _ = try take(#"[{"uuid":"note-1"}]"#, into: store)
    #expect(await task.value == 1)
    await eventually { store.observerCount == 0 }
  }

  /// A thousand random writes, held against a dictionary.
  @Test(arguments: 0..<8)
  func `The store has what a dictionary would have`(seed: UInt64) throws {
    var random = SeededNumbers(seed)
    var expected: [String: JSONValue] = [:]
    var snapshots: [(Snapshot, [String: JSONValue])] = []
    for step in 0..<1_000 {
      let id = "note-\(Int.random(in: 0..<200, using: &random))"
      if Bool.random(using: &random) || expected[id] == nil {
        let field = "field\(Int.random(in: 0..<4, using: &random))"
        var object = expected[id]?.object ?? ["uuid": .string(id)]
        object[field] = .integer(Int64(step))
        expected[id] = .object(object)
        try store.write { $0.put(["uuid": .string(id), field: .integer(Int64(step))]) }
      } else {
        expected[id] = nil
        try store.write { $0.remove(id) }
      }
      if step % 100 == 0 { snapshots.append((store.snapshot, expected)) }
    }
    snapshots.append((store.snapshot, expected))
    for (snapshot, expected) in snapshots {
      #expect(snapshot.count == expected.count)
      for (id, object) in expected {
        #expect(try snapshot[id].map { try JSONValue(json: $0.json) } == object)
      }
    }
  }

  @Test func `The hash of an id does not depend on the form of its bytes`() {
    for count in 0..<40 {
      let bytes = ContiguousArray((0..<UInt8(count)).map { $0 &* 37 })
      #expect(IDHash.of(bytes[...]) == IDHash.of(bytes.reversed().reversed() as [UInt8]))
      #expect(IDHash.of(([0, 0, 0] + bytes)[3...]) == IDHash.of(bytes))
    }
  }

  @Test func `Objects that change often do not make the store grow`() throws {
    let text = String(repeating: "x", count: 1_000)
    for step in 0..<3_000 {
      try store.write { write in
        write.put([
          "uuid": .string("note-\(step % 50)"), "text": .string(text), "n": .integer(Int64(step)),
        ])
      }
      if step % 7 == 0 { #expect(store.snapshot.contains("note-\(step % 50)")) }
    }
    #expect(store.size.objects < 60_000)
    #expect(store.size.memory < 2_000_000)
  }
}

private final class Told: Sendable {
  private let texts = Locked<[String]>([])
  func add(_ text: String) { texts.withLock { $0.append(text) } }
  var all: [String] { texts.withLock { $0 } }
}
