// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import Testing

extension StoreRules {
  private static let notes: DataValue = [
    "name": "notes", "prefix": "n",
    "attributes": [
      "text": ["type": "text"], "secret": ["type": "text"], "stars": ["type": "integer"],
      "parent": ["type": "reference", "to": "notes"],
    ],
    "rules": [
      ["role": "anyone", "may": ["fetch"], "where": "stars > 3", "fields": ["text", "stars"]],
      [
        "role": "member", "may": ["fetch", "insert", "update", "delete"],
        "where": "_owner = @me.uuid",
      ],
      ["role": "member", "may": ["fetch"], "where": "granted(\"fetch\")"],
      ["role": "editor", "may": ["fetch"]],
      ["role": "editor", "may": ["update"], "fields": ["text"]],
    ],
  ]

  private static func prepare(_ store: StoreUnderTest) throws -> [String: Principal] {
    let declarations = (StoreSamples.declarations.elements ?? []) + [notes]
    _ = try store.store.setTypes(TypeSet(.list(declarations), in: "types.json"), options: [])
    var askers = ["nobody": Principal()]
    for (name, letter) in [("ann", "q"), ("bob", "r"), ("editor", "s")] {
      askers[name] = Principal(ResourceID("u-01h455vb4pex5vsknk084sn02\(letter)"))
    }
    askers["editor"]?.roles = ["editor"]
    return askers
  }

  private static func refusal(
    _ store: StoreUnderTest,
    _ action: ResourceWrite.Action,
    as principal: Principal?
  ) -> StoreError.Kind? {
    store.refusal { store in
      var write = ResourceWrite(action)
      write.principal = principal
      write.owner = principal?.user?.text
      try store.write(write)
    }
  }

  static func operationsAreGranted(_ store: StoreUnderTest) throws {
    let photos: DataValue = [
      "name": "photos", "prefix": "p",
      "attributes": [
        "likes": ["type": "integer"], "tags": ["type": "list", "of": "text"],
        "title": ["type": "text"], "open": ["type": "boolean"],
      ],
      "rules": [
        ["role": "anyone", "may": ["fetch"]],
        [
          "role": "member", "may": ["update"], "where": "open = true", "fields": ["likes"],
          "operations": ["inc"],
        ],
        [
          "role": "member", "may": ["update"], "where": "open = true", "fields": ["tags"],
          "operations": ["append", "addUnique"], "most": 2,
        ],
        ["role": "member", "may": ["update"], "where": "_owner = @me.uuid", "fields": ["title"]],
      ],
    ]
    _ = try store.store.setTypes(store.store.types.with(Self.type(photos)), options: [])
    let ann = Principal(ResourceID("u-01h455vb4pex5vsknk084sn02q"))
    let photo = try store.create(
      ["likes": 7, "tags": ["a"], "title": "T", "open": true],
      of: "photos",
      owner: ann.user?.text
    ).id
    func patched(_ operations: (String, AttributeOperation.Code, DataValue)...) -> Bool {
      let all = operations.map { AttributeOperation($0, $1, $2) }
      return refusal(store, .update(photo, .operations(all)), as: ann) == nil
    }
    #expect(
      patched(("likes", .inc, 1)) && patched(("likes", .inc, 1), ("tags", .append, ["b", "c"]))
    )
    #expect(patched(("tags", .addUnique, "d"), ("title", .set, "U")))
    let before = try #require(try store.get(photo))
    #expect(before.attributes["likes"] == 9 && before.attributes["tags"] == ["a", "b", "c", "d"])
    #expect(before.attributes["title"] == "U")
    #expect(!patched(("likes", .inc, 2)) && !patched(("likes", .inc, -1)))
    #expect(!patched(("likes", .inc, 1), ("likes", .inc, 1)) && !patched(("likes", .set, 1)))
    #expect(!patched(("likes", .max, 1_000_000)) && !patched(("likes", .mul, 2)))
    #expect(!patched(("tags", .append, ["x", "y", "z"])) && !patched(("tags", .remove, ["a"])))
    #expect(!patched(("likes", .inc, 1), ("title", .inc, 1)) && !patched(("open", .set, false)))
    for action in [
      .update(photo, .merge(["likes": 10])), .replace(photo, ["likes": 10, "title": "V"]),
    ] as [ResourceWrite.Action] {
      #expect(refusal(store, action, as: ann) == .notAllowed)
    }
    #expect(try store.get(photo) == before)
    // The record has to be one that the rule is for.
    try store.write(ResourceWrite(.update(photo, .merge(["open": false]))))
    #expect(!patched(("likes", .inc, 1)) && patched(("title", .set, "W")))
    let mixed: DataValue = [["role": "a", "may": ["fetch", "update"], "operations": ["inc"]]]
    #expect(throws: TypeSetError.self) {
      try Self.type(["name": "photos", "prefix": "p", "rules": mixed])
    }
  }

  private static func type(_ declaration: DataValue) throws -> ResourceType {
    let types = try TypeSet(.list([declaration]), in: "types.json")
    return try #require(types.types.first)
  }

  static func writesObeyRules(_ store: StoreUnderTest) throws {
    let askers = try prepare(store)
    let ann = askers["ann"]
    let owner = ann?.user?.text
    let attributes: DataDictionary = ["text": "a", "secret": "s", "stars": 1]
    for (name, create, update, undelete, delete) in [
      ("nobody", StoreError.Kind.notAllowed, StoreError.Kind.notFound, .notFound, .notFound),
      ("ann", nil, nil, nil, nil), ("bob", nil, .notFound, .notFound, .notFound),
      ("editor", nil, nil, nil, .notAllowed),
    ] as [(String, StoreError.Kind?, StoreError.Kind?, StoreError.Kind?, StoreError.Kind?)] {
      let principal = askers[name]
      let note = try store.create(attributes, of: "notes", owner: owner)
      let gone = try store.create(attributes, of: "notes", owner: owner)
      try store.delete(gone.id)
      let patch = ResourcePatch.merge(["text": .text("by \(name)")])
      let new = refusal(store, .create(type: "notes", nil, ["text": "b"]), as: principal)
      #expect(new == create, "\(name)")
      #expect(refusal(store, .update(note.id, patch), as: principal) == update, "\(name)")
      #expect(refusal(store, .undelete(gone.id), as: principal) == undelete, "\(name)")
      #expect(refusal(store, .delete(note.id), as: principal) == delete, "\(name)")
    }
    let note = try store.create(attributes, of: "notes", owner: owner)
    let stars = ResourcePatch.merge(["stars": 5])
    #expect(refusal(store, .update(note.id, stars), as: askers["editor"]) == .notAllowed)
    #expect(refusal(store, .update(note.id, stars), as: ann) == nil)
    let hidden = ResourcePatch.merge(["secret": "mine"])
    #expect(refusal(store, .update(note.id, hidden), as: askers["bob"]) == .notAllowed)
    var stale = ResourceWrite(.update(note.id, stars), ifVersion: 1)
    stale.principal = askers["bob"]
    guard case .versionMismatch(let current)? = store.refusal({ try $0.write(stale) }) else {
      Issue.record("the write of another version was not refused")
      return
    }
    #expect(current?.attributes.members.map(\.key) == ["text", "stars"])
  }

  static func hiddenAttributesStay(_ store: StoreUnderTest) throws {
    _ = try store.store.setTypes(
      TypeSet(
        [
          [
            "name": "cards", "prefix": "c",
            "attributes": [
              "text": ["type": "text"], "secret": ["type": "text"], "copy": ["type": "text"],
            ],
            "rules": [
              ["role": "anyone", "may": ["fetch", "update"], "fields": ["text", "copy"]]
            ],
          ]
        ],
        in: "types.json"
      ),
      options: []
    )
    let card = try store.create(["text": "a", "secret": "s"], of: "cards")
    let nobody = Principal()
    #expect(refusal(store, .replace(card.id, ["text": "b"]), as: nobody) == nil)
    #expect(try store.get(card.id)?.attributes == ["text": "b", "secret": "s"])
    #expect(refusal(store, .replace(card.id, ["secret": "t"]), as: nobody) == .notAllowed)
    for patch in [
      [["op": "copy", "from": "/secret", "path": "/copy"]],
      [["op": "test", "path": "/secret", "value": "s"]],
    ] as [DataValue] {
      let patch = try ResourcePatch(jsonPatch: patch)
      guard case .invalid? = refusal(store, .update(card.id, patch), as: nobody) else {
        Issue.record("a patch read what is hidden")
        continue
      }
    }
    let add = try ResourcePatch(jsonPatch: [["op": "replace", "path": "/text", "value": "c"]])
    var write = ResourceWrite(.update(card.id, add))
    write.principal = nobody
    let outcome = try store.write(write)
    #expect(outcome.shown?.attributes == ["text": "c"])
    #expect(outcome.resource.attributes == ["text": "c", "secret": "s"])
  }

  static func referencesLeadToSeen(_ store: StoreUnderTest) throws {
    let askers = try prepare(store)
    let note = try store.create(["stars": 1], of: "notes", owner: askers["ann"]?.user?.text)
    let child: DataDictionary = ["parent": .text(note.id.text)]
    #expect(refusal(store, .create(type: "notes", nil, child), as: askers["ann"]) == nil)
    guard case .invalid? = refusal(store, .create(type: "notes", nil, child), as: askers["bob"])
    else {
      Issue.record("a reference told that a hidden record is there")
      return
    }
    guard case .referred(let ids)? = refusal(store, .delete(note.id), as: askers["ann"]) else {
      Issue.record("a record that is referred to was deleted")
      return
    }
    #expect(ids.count == 1)
  }

  static func grantsAreKept(_ store: StoreUnderTest) throws {
    let askers = try prepare(store)
    let note = try store.create(["stars": 1], of: "notes")
    let other = try store.create(["stars": 1], of: "notes")
    let type = try #require(store.store.types["notes"])
    func seen(_ principal: Principal) throws -> [ResourceID] {
      var query = ResourceQuery(type)
      query.filter = RecordAccess(principal, to: type).condition(.fetch)
      return try store.store.page(query).resources.map(\.id)
    }
    var bob = try #require(askers["bob"])
    bob.groups = ["g-1"]
    #expect(try seen(bob) == [])
    let grants = [
      AccessGrant("fetch", on: note.id, to: "g-1"), AccessGrant("update", on: other.id, to: "g-1"),
    ]
    _ = try store.store.grants.set(grants, on: note.id, at: store.now, by: nil)
    _ = try store.store.grants.set(grants, on: other.id, at: store.now, by: nil)
    #expect(try seen(bob) == [note.id])
    var joiner = bob
    joiner.groups = (0..<2_000).map { "g-of-\($0)" } + ["g-1"]
    #expect(try seen(joiner) == [note.id])
    #expect(try seen(#require(askers["ann"])) == [] && seen(Principal()) == [])
    #expect(try store.store.grants.on([note.id, other.id], to: nil) == grants)
    #expect(try store.store.grants.on([note.id], to: ["g-2"]) == [])
    #expect(refusal(store, .delete(note.id), as: bob) == .notAllowed)
    let touched = try store.store.grants.set([], on: note.id, at: store.now, by: nil)
    #expect(touched.version > note.version && touched.attributes == note.attributes)
    #expect(try seen(bob) == [])
    #expect(refusal(store, .delete(note.id), as: bob) == .notFound)
  }
}
