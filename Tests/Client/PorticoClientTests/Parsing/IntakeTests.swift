// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

/// Takes a whole answer in, in pieces of some size.
func take(
  _ json: String,
  from target: String = "/v1/notes",
  task: String = "task",
  piecesOf size: Int = 1 << 20,
  expires: Int64? = nil,
  into store: ObjectStore
) throws -> (objects: [StoredObject], collection: ObjectCollection) {
  var intake = Intake(of: target, task: task, expires: expires, into: store)
  let bytes = Array(json.utf8)
  var objects: [StoredObject] = []
  for start in stride(from: 0, to: bytes.count, by: size) {
    objects += try intake.read(bytes[start..<min(start + size, bytes.count)])
  }
  return (objects, try intake.finish())
}

@Suite struct `Taking answers in` {
  private let store = ObjectStore()

  @Test func `An object, an array and a slice are read by the same function`() throws {
    let one = try take(#"{"uuid":"note-1","text":"a"}"#, from: "/v1/notes/note-1", into: store)
    #expect(Array(one.collection.items) == ["note-1"])
    let many = try take(#"[{"uuid":"note-2"},{"uuid":"note-3"}]"#, into: store)
    #expect(Array(many.collection.items) == ["note-2", "note-3"])
    let slice = try take(
      #"{"offset":0,"count":2,"total":9,"data":[{"uuid":"note-4"},{"uuid":"note-5"}]}"#,
      from: "/v1/others",
      into: store
    )
    #expect(Array(slice.collection.items) == ["note-4", "note-5"])
    #expect(slice.collection.total == 9)
    #expect((1...5).allSatisfy { store.snapshot.contains("note-\($0)") })
  }

  @Test(arguments: [1, 2, 3, 7, 16, 1000])
  func `An answer may come in pieces of any size`(size: Int) throws {
    let json = #"""
       { "offset" : 0, "data" : [ {"uuid":"note-1", "text":"a \"quoted\" \u00e9 word\\",
        "nested": {"deep": [1, -2.5e3, true, false, null, {}, []]}, "_version": 17,"_class":2 },
        {"a":[{"uuid":"tag-1","name":"red"},{"uuid":"tag-2"}],"uuid":"note-2","_expire":"1795339974"} ],
        "total": 2 }
      """#
    let (objects, collection) = try take(json, piecesOf: size, into: store)
    #expect(objects.map(\.id) == ["note-1", "note-2"])
    #expect(Array(collection.items) == ["note-1", "note-2"])
    let first = try #require(store.snapshot["note-1"])
    #expect(first.version == 17)
    #expect(first.typeVersion == 2)
    #expect(first["text"] == "a \"quoted\" é word\\")
    #expect(first["nested"] == ["deep": [1, -2500.0, true, false, nil, [:], []]])
    let second = try #require(store.snapshot["note-2"])
    #expect(second["a"] == ["tag-1", "tag-2"])
    #expect(second.expires("a") == 1_795_339_974)
    #expect(store.snapshot["tag-1"]?["name"] == "red")
  }

  @Test func `Three requests for pages of one endpoint make four collections`() throws {
    for page in 0..<3 {
      let items = (page * 2..<page * 2 + 2).map { #"{"uuid":"note-\#($0)"}"# }
      _ = try take(
        #"{"offset":\#(page * 2),"count":2,"total":6,"data":[\#(items.joined(separator: ","))]}"#,
        from: "/v1/notes?order=-_created&offset=\(page * 2)&limit=2",
        task: "task-\(page)",
        into: store
      )
    }
    let snapshot = store.snapshot
    for page in 0..<3 {
      let items = snapshot.collection(.task("task-\(page)"))?.items.map { $0 }
      #expect(items == ["note-\(page * 2)", "note-\(page * 2 + 1)"])
    }
    let joined = snapshot.collection(.endpoint(EndpointKey("/v1/notes?limit=5&order=-_created")))
    #expect(joined?.items.map { $0 } == (0..<6).map { "note-\($0)" })
    #expect(joined?.total == 6)
  }

  @Test func `A page that comes before those in front of it leaves their places empty`() throws {
    _ = try take(
      #"{"offset":2,"data":[{"uuid":"note-2"}]}"#,
      from: "/v1/notes?offset=2",
      into: store
    )
    _ = try take(
      #"{"offset":2,"data":[{"uuid":"note-2"}]}"#,
      from: "/v1/notes?offset=2",
      into: store
    )
    let key = DisplayID.endpoint(EndpointKey("/v1/notes"))
    _ = try take(
      #"{"offset":0,"data":[{"uuid":"note-0"}]}"#,
      from: "/v1/notes?offset=0",
      into: store
    )
    _ = try take(
      #"{"offset":2,"data":[{"uuid":"note-2"}]}"#,
      from: "/v1/notes?offset=2",
      into: store
    )
    #expect(store.snapshot.collection(key)?.items.map { $0 } == ["note-0", "", "note-2"])
    _ = try take(
      #"{"offset":1,"data":[{"uuid":"note-1"}]}"#,
      from: "/v1/notes?offset=1",
      into: store
    )
    #expect(store.snapshot.collection(key)?.items.map { $0 } == ["note-0", "note-1", "note-2"])
  }

  @Test func `An answer without ids is a document under its address, and is replaced as a whole`()
    throws
  {
    _ = try take(#"{"datatype":"config","home":"/en/home","old":1}"#, from: "/config", into: store)
    #expect(store.snapshot["/config"]?["home"] == "/en/home")
    _ = try take(#"{"datatype":"config","home":"/en/start"}"#, from: "/config", into: store)
    #expect(store.snapshot["/config"]?["home"] == "/en/start")
    #expect(store.snapshot["/config"]?["old"] == nil)
  }

  @Test(arguments: [
    (#"{"uuid":"note-1","text":"a"#, "the bytes end at byte 26, within a value"),
    (#"{"uuid" "note-1"}"#, "there is '\"' at byte 8; expected ':'"),
    (#"{"uuid":"note-1",}"#, "there is '}' at byte 17; expected a name or '}'"),
    (#"[1 2]"#, "there is '2' at byte 3; expected ',' or ']'"),
    (#"[01]"#, "there is no number, true, false or null before byte 3; expected a value"),
    (#"[nul]"#, "there is no number, true, false or null before byte 4; expected a value"),
    (#"["\x"]"#, "there is 'x' at byte 3; expected an escape"),
    ("[\"\u{01}\"]", "there is byte 1 at byte 2; expected a character"),
    (#"{} {}"#, "there is '{' at byte 3; expected the end"),
    ("", "the bytes end at byte 0, within a value"),
    (
      String(repeating: "[", count: 65), "there are more than 64 levels at byte 64"
    ),
  ])
  func `An answer that is no JSON is told with its place`(json: String, message: String) {
    for size in [1, 3, 1000] {
      let fault = #expect(throws: JSONFault.self) {
        _ = try take(json, piecesOf: size, into: ObjectStore())
      }
      #expect(fault.map { "\($0)" } == message)
    }
  }

  @Test func `Blanks around a document belong to none of its members`() throws {
    _ = try take("\n {\"a\":1,\"b\":2 }\r\n", from: "/doc", piecesOf: 3, into: store)
    #expect(store.snapshot["/doc"]?["a"] == 1)
    #expect(store.snapshot["/doc"]?["b"] == 2)
  }

  @Test func `Objects that came before a fault are in the store, and no collection is`() throws {
    #expect(throws: JSONFault.self) { try take(#"[{"uuid":"note-1"},{"uuid":]"#, into: store) }
    #expect(store.snapshot.contains("note-1"))
    #expect(store.snapshot.collection(.task("task")) == nil)
  }

  @Test func `An address without its paging is one key, whatever the order of its parameters`() {
    let key = EndpointKey("/v1/notes?where=stars,moreThan,3&order=-_created")
    #expect(
      key
        == EndpointKey(
          "/v1/notes?offset=20&order=-_created&limit=10&where=stars,moreThan,3&fields=text"
        )
    )
    #expect(key != EndpointKey("/v1/notes?order=-_created"))
    #expect(EndpointKey("/v1/notes") == EndpointKey("/v1/notes?page=3"))
  }
}
