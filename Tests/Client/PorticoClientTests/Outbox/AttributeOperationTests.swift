// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite struct `An operation on an attribute` {
  struct Case: Sendable, CustomTestStringConvertible {
    let operation: AttributeOperation
    let before: JSONValue?
    let after: JSONValue?

    init(
      _ code: AttributeOperation.Code,
      _ value: JSONValue = .null,
      at index: Int = 0,
      _ before: JSONValue?,
      _ after: JSONValue?
    ) {
      operation = AttributeOperation("a", code, value, at: index)
      (self.before, self.after) = (before, after)
    }

    var testDescription: String { "\(operation.code) of \(operation.value)" }
  }

  @Test(arguments: [
    Case(.set, 2, 1, 2), Case(.set, .null, 1, nil), Case(.unset, .null, 1, nil),
    Case(.serverTime, .null, "yesterday", "yesterday"),
    Case(.inc, 2, 1, 3), Case(.inc, 2, nil, 2), Case(.inc, 0.5, 1, 1.5), Case(.inc, 1, "x", "x"),
    Case(.inc, 1, .integer(.max), .integer(.max)),
    Case(.inc, .number(1e308), .number(1e308), .number(1e308)),
    Case(.mul, 3, 4, 12), Case(.mul, 2, .integer(.max), .integer(.max)),
    Case(.min, 3, 5, 3), Case(.min, 5, 3, 3), Case(.min, 3, nil, 3), Case(.min, 0.5, 1, 0.5),
    Case(.min, "b", "a", "a"), Case(.min, 1, "a", "a"),
    Case(.max, 3, 5, 5), Case(.max, "b", "a", "b"), Case(.max, 1.5, 1, 1.5),
    Case(.append, [2, 3], [1], [1, 2, 3]), Case(.append, 2, nil, [2]),
    Case(.prepend, [2, 3], [1], [2, 3, 1]),
    Case(.addUnique, [2, 3], [1, 2], [1, 2, 3]),
    Case(.remove, 1, [1, 2, 1], [2]), Case(.remove, 1, nil, nil),
    Case(.insertAt, 9, at: 1, [1, 2], [1, 9, 2]), Case(.insertAt, 9, at: 3, [1, 2], [1, 2]),
  ])
  func `Shows what the server will make of it, as far as the device can tell`(
    _ tried: Case
  ) throws {
    let store = ObjectStore()
    try store.write { write in
      var object: [String: JSONValue] = ["uuid": "note-1"]
      object["a"] = tried.before
      write.put(.object(object))
    }
    let queue = OutboxQueue(store, MemoryJournal(), atOnce: 1)
    _ = try queue.read()
    try queue.enqueue(
      ObjectOperation(.attributes([tried.operation]), "note-1", at: "/v1/notes"),
      "1"
    )
    #expect(store.snapshot["note-1"]?["a"] == tried.after)
  }

  @Test func `A merge with null removes an attribute, or a member of one`() throws {
    let store = ObjectStore()
    try store.write { $0.put(["uuid": "note-1", "a": 1, "b": ["c": 1, "d": 2]]) }
    let queue = OutboxQueue(store, MemoryJournal(), atOnce: 1)
    _ = try queue.read()
    let merge = ObjectOperation.Change.merge(["a": .null, "b": ["c": .null]])
    try queue.enqueue(ObjectOperation(merge, "note-1", at: "/v1/notes"), "1")
    #expect(store.snapshot["note-1"]?["a"] == nil)
    #expect(store.snapshot["note-1"]?["b"] == ["d": 2])
  }
}
