// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import ResourceModel
import Testing

@Suite struct `The access rules of types` {
  private static func types(_ rules: DataValue) throws -> TypeSet {
    try TypeSet(
      [
        [
          "name": "notes", "prefix": "n",
          "attributes": [
            "text": ["type": "text", "searched": true], "secret": ["type": "text"],
            "open": ["type": "boolean"], "editors": ["type": "list", "of": "text"],
          ], "rules": rules,
        ]
      ],
      in: "types.json"
    )
  }

  private static func user(_ letter: String) -> ResourceID? {
    ResourceID("u-01h455vb4pex5vsknk084sn02\(letter)")
  }

  private func note(_ attributes: DataDictionary, owner: ResourceID?) throws -> Resource {
    let id = try #require(ResourceID("n-01h455vb4pex5vsknk084sn02q"))
    let now = Timestamp(milliseconds: 0)
    var note = Resource(
      id,
      of: "notes",
      version: 1,
      created: now,
      updated: now,
      attributes
    )
    note.owner = owner?.text
    return note
  }

  @Test(arguments: [
    ("_owner = @me.uuid", [true, false, false]), ("_owner != @me.uuid", [false, true, false]),
    ("NOT _owner = @me.uuid", [false, true, false]), ("open = true", [true, true, true]),
    ("open = true AND _owner = @me.uuid", [true, false, false]),
    ("editors = @me.uuid", [false, true, false]), ("open = false", [false, false, false]),
    ("", [true, true, true]),
  ])
  func `An access rule's filter selects what the owner, another user and nobody see`(
    rule: String,
    expected: [Bool]
  ) throws {
    let types = try Self.types([["role": "anyone", "may": ["fetch"], "where": .text(rule)]])
    let type = try #require(types["notes"])
    let owner = Self.user("q")
    let other = Self.user("r")
    let note = try note(
      ["open": true, "editors": .list(other.map { [.text($0.text)] } ?? [])],
      owner: owner
    )
    let askers = [Principal(owner), Principal(other), Principal()]
    let shown = askers.map { RecordAccess($0, to: type).shown(note) != nil }
    #expect(shown == expected)
  }

  @Test func `An access rule applies to users with its role only`() throws {
    var editor = Principal(Self.user("q"))
    editor.roles = ["editor"]
    var impostor = Principal()
    impostor.roles = ["editor", "member"]
    for (role, expected) in [
      ("anyone", [true, true, true]), ("member", [false, true, false]),
      ("editor", [false, true, false]), ("chief", [false, false, false]),
    ] {
      let type = try #require(Self.types([["role": .text(role), "may": ["update"]]])["notes"])
      let mays = [Principal(), editor, impostor].map { RecordAccess($0, to: type).mayEver(.update) }
      #expect(mays == expected, "\(role)")
      #expect(!RecordAccess(editor, to: type).mayEver(.delete))
    }
  }

  @Test func `Several access rules together show what each of them shows`() throws {
    let types = try Self.types([
      ["role": "anyone", "may": ["fetch"], "where": "open = true", "fields": ["text"]],
      ["role": "member", "may": ["fetch"], "where": "open = true", "fields": ["open"]],
      ["role": "member", "may": ["fetch"], "where": "_owner = @me.uuid"],
    ])
    let type = try #require(types["notes"])
    let user = Self.user("q")
    let note = try note(["text": "a", "open": true, "secret": "s"], owner: user)
    for (principal, expected) in [
      (Principal(), ["text"]), (Principal(Self.user("r")), ["text", "open"]),
      (Principal(user), ["text", "open", "secret"]),
    ] {
      let shown = RecordAccess(principal, to: type).shown(note)
      #expect(shown?.attributes.members.map(\.key) == expected)
    }
    #expect(RecordAccess(nil, to: type).shown(note) == note)
  }

  @Test func `A query may name only the attributes that every access rule shows`() throws {
    let types = try Self.types([
      ["role": "anyone", "may": ["fetch"], "where": "open = true", "fields": ["open", "secret"]],
      ["role": "member", "may": ["fetch"], "where": "_owner = @me.uuid"],
    ])
    let type = try #require(types["notes"])
    let asked = RecordAccess(Principal(Self.user("q")), to: type).askedType
    #expect(asked.attributes.map(\.name) == ["secret", "open"])
    #expect(asked.filterSchema.functions.isEmpty)
    #expect(RecordAccess(nil, to: type).askedType == type)
  }

  @Test(
    arguments: [
      ([["role": "anyone", "may": ["fetch"], "where": "opne = true"]], "did you mean open?"),
      ([["role": "anyone", "may": ["fetch"], "where": "_owner = @me.uid"]], "@me.uuid"),
      ([["role": "anyone", "may": ["fetch"], "where": "search(rose)"]], "no function search()"),
      ([["role": "anyone", "may": ["fetch"], "fields": ["txt"]]], "names txt"),
      ([["role": "Any one", "may": ["fetch"]]], "Any one"),
      ([["role": "anyone", "may": []]], "may"), ([["may": ["fetch"]]], "role"),
      ([["role": "anyone", "may": ["look"]]], "look"),
    ] as [(DataValue, String)]
  )
  func `An access rule that contradicts its type is refused`(rules: DataValue, message: String) {
    let error = #expect(throws: TypeSetError.self) { try Self.types(rules) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func `Access rules are written as they were read, and a change of them is reported`() throws
  {
    let types = try Self.types([
      ["role": "anyone", "may": ["fetch"], "where": "open = true", "fields": ["text"]],
      ["role": "member", "may": ["fetch", "delete"], "where": "granted(\"fetch\")"],
    ])
    #expect(try TypeSet(types.declarations, in: "again") == types)
    let changes = try types.changes(to: Self.types([]))
    #expect(
      changes.map(\.message) == ["the rules change"]
        && changes.first?.effect == TypeChange.Effect.none
    )
  }

  @Test func `An access rule that was never checked allows nothing`() throws {
    var type = ResourceType("notes", prefix: "n")
    var rule = AccessRule()
    rule.role = Principal.anyone
    rule.capabilities = [.fetch]
    type.rules = [rule]
    #expect(RecordAccess(Principal(), to: type).shown(try note([:], owner: nil)) == nil)
  }
}
