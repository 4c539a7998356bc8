// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import ResourceModel
import Testing

@Suite struct `Declarations of types` {
  @Test func `Declared types are read, and written as they were read`() throws {
    let types = try Samples.types()
    #expect(types.types.map(\.name) == ["flowers", "shops"])
    #expect(try TypeSet(types.declarations, in: "again.json") == types)
    let flowers = try #require(types["flowers"])
    #expect(flowers.classVersion == 2)
    #expect(flowers.attribute("tags")?.element == .text)
    #expect(types["shops"]?.capabilities == [.fetch])
  }

  @Test(
    arguments: [
      (["type": "list"], "is a list; expected \"of\""),
      (["type": "text", "of": "text"], "no list"),
      (["type": "list", "of": "list"], "elements of another type"),
      (["type": "enum"], "without \"values\""), (["type": "reference"], "expected \"to\""),
      (["type": "reference", "to": "shop"], "did you mean shops?"),
      (["type": "point", "indexed": true], "which no index serves"),
      (["type": "number", "searched": true], "is no text"),
      (["type": "boolean", "minimum": 1], "has a range"),
      (["type": "number", "minimum": 2, "maximum": 1], "above its maximum"),
      (["type": "number", "default": "x"], "the default of flowers.size"),
      (["type": "text", "pattern": "("], "RFC 9485"), (["type": "txt"], "did you mean text?"),
      (["type": "text", "uniqe": true], "did you mean unique?"), ([:], "\"type\""),
    ] as [(DataValue, String)]
  )
  func `A declaration of an attribute that contradicts itself is refused`(
    attribute: DataValue,
    words: String
  ) throws {
    let types: DataValue = [
      ["name": "flowers", "prefix": "f", "attributes": ["size": attribute]],
      ["name": "shops", "prefix": "s"],
    ]
    let thrown = #expect(throws: TypeSetError.self) { try TypeSet(types, in: "types.json") }
    #expect(thrown?.description.contains(words) == true, "\(thrown?.description ?? "")")
  }

  @Test(arguments: [
    ("Flowers", "f"), ("", "f"), ("flo wers", "f"), ("flowers", "F"), ("flowers", ""),
    ("flowers", "f-"),
  ])
  func `A type with a name or prefix that URLs and ids cannot have is refused`(
    name: String,
    prefix: String
  ) throws {
    let types: DataValue = [["name": .text(name), "prefix": .text(prefix)]]
    #expect(throws: TypeSetError.self) { try TypeSet(types, in: "types.json") }
  }

  @Test func `Two types with the same name or prefix are refused`() throws {
    let flowers = ResourceType("flowers", prefix: "f")
    #expect(throws: TypeSetError.self) { try TypeSet([flowers, flowers]) }
    #expect(throws: TypeSetError.self) {
      try TypeSet([flowers, ResourceType("fruits", prefix: "f")])
    }
  }

  @Test func `The type of an id follows from the id's prefix`() throws {
    let id = try #require(ResourceID("s-01h455vb4pex5vsknk084sn02q"))
    #expect(try Samples.types().type(of: id)?.name == "shops")
    #expect(try Samples.types().referrers(of: "shops").map(\.attribute.name) == ["shop"])
  }

  @Test func `A type's JSON Schema describes its attributes`() throws {
    let schema = try Samples.flowers().jsonSchema
    #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["required"] == ["name"])
    let properties = schema["properties"]
    #expect(properties?["price"] == ["type": "number", "minimum": 0, "maximum": 1000])
    #expect(
      properties?["stock"] == [
        "type": "integer", "format": "int64", "minimum": .integer(.min), "maximum": .integer(.max),
        "default": 1,
      ]
    )
    #expect(properties?["tags"] == ["type": "array", "items": ["type": "string"], "maxItems": 3])
    #expect(properties?["colour"] == ["enum": ["red", "white", "yellow"]])
    #expect(try Samples.types()["shops"]?.jsonSchema["additionalProperties"] == false)
  }

  @Test(arguments: [
    (
      ResourceType.SchemaForm.answer,
      ["uuid", "_type", "_version", "_class", "_created", "_updated"]
    ),
    (.creation, ["name"]), (.replacement, ["name"]), (.change, []),
  ])
  func `The JSON Schema of each form of a record requires what that form needs`(
    form: ResourceType.SchemaForm,
    required: [DataValue]
  ) throws {
    let schema = try Samples.flowers().jsonSchema(of: form)
    #expect(schema["required"] == .list(required))
    let stock = schema["properties"]?["stock"]
    #expect((stock?["anyOf"] != nil) == (form != .answer), "only what is sent may be null")
    #expect((schema["properties"]?["name"]?["anyOf"] != nil) == false)
    #expect((schema["properties"]?["uuid"] != nil) == [.answer, .creation].contains(form))
  }

  @Test func `What follows from a type's attributes follows their change`() {
    var type = ResourceType("places", prefix: "p", [Attribute("name")])
    #expect(type.references.isEmpty && type.points.isEmpty && !type.hasFiles)
    #expect(type.attribute("spot") == nil && type.filterSchema.function("near") == nil)
    let before = type
    type.attributes += [
      Attribute("spot", .point), Attribute("owner", .reference), Attribute("photo", .binary),
    ]
    type.attributes[0].isSearched = true
    #expect(type != before)
    #expect(type.points.map(\.name) == ["spot"] && type.references.map(\.name) == ["owner"])
    #expect(type.hasFiles && type.searchedNames == ["name"])
    #expect(type.attribute("spot")?.kind == .point)
    #expect(type.filterSchema.function("near") != nil && type.filterSchema.field("owner") != nil)
    #expect(type.filterSchema.function("search") != nil)
    type.attributes = before.attributes
    #expect(type == before && type.filterSchema.function("search") == nil)
  }

  @Test func `A type's example is a record that the type accepts`() throws {
    let flowers = try Samples.flowers()
    let example = try #require(flowers.example)
    #expect(try flowers.accepted(example, isNew: true) == example)
    #expect(example["name"] == "name " && example["colour"] == "red" && example["code"] == nil)
    var coded = ResourceType("codes", prefix: "c", [Attribute("code")])
    coded.attributes[0].pattern = "[A-Z]+"
    coded.attributes[0].isRequired = true
    #expect(coded.example == nil)
  }

  @Test(
    arguments: [
      ("size", ["type": "integer"], "size check"),
      ("name", ["type": "text", "required": true, "minimum": 2, "maximum": 30], "name index"),
      ("colour", ["type": "enum", "values": ["red", "white", "yellow", "blue"]], "colour none"),
      ("colour", ["type": "enum", "values": ["red"]], "colour check"),
      ("price", ["type": "number", "minimum": 1, "maximum": 1000, "indexed": true], "price check"),
      ("stock", ["type": "integer", "default": 2], "stock none"),
      ("code", ["type": "text", "pattern": "[A-Z]{2}[0-9]+"], "code index"),
      ("isFragrant", ["type": "text"], "isFragrant check"),
    ] as [(String, DataValue, String)]
  )
  func `A change of an attribute is reported with its effect on records`(
    name: String,
    attribute: DataValue,
    expected: String
  ) throws {
    let declarations = try #require(Samples.declarations.elements)
    let attributes = try #require(declarations[0]["attributes"]?.dictionary)
    let changed = DataValue(.dictionary(attributes.setting(name, attribute)))
    let flowers = try #require(declarations[0].dictionary).setting("attributes", changed)
    let types = try TypeSet([DataValue(.dictionary(flowers)), declarations[1]], in: "t")
    let changes = try Samples.types().changes(to: types)
    #expect(changes.map { "\($0.attribute ?? "") \($0.effect.rawValue)" } == [expected])
  }

  private static let old = ResourceType(
    "a",
    prefix: "a",
    [Attribute("x"), Attribute("kept"), Attribute("gone", .integer)]
  )

  @Test(
    arguments: [
      ("12", .number, 12), ("1.50", .number, "1.50"), ("-3", .integer, -3), ("2.0", .integer, 2),
      ("9007199254740993", .integer, 9_007_199_254_740_993),
      ("true", .boolean, true), ("false", .boolean, false), (7, .text, "7"), (true, .text, "true"),
      (7, .number, 7), ("a", .list, ["a"]), ("crimson", .enum, "red"), ("red", .enum, "red"),
      ("", .integer, nil), ("007", .number, nil), ("2.5", .integer, nil), (" 1", .number, nil),
      ("1e999", .number, nil), ("yes", .boolean, nil), ("blue", .enum, nil), (1, .boolean, nil),
      (["a"], .text, nil), ("NaN", .number, nil), ("99999999999999999999", .integer, nil),
    ] as [(DataValue, Attribute.Kind, DataValue?)]
  )
  func `A value is brought into the kind that its attribute has now, where that is exact`(
    value: DataValue,
    kind: Attribute.Kind,
    expected: DataValue?
  ) throws {
    var attribute = Attribute("x", kind)
    if kind == .list { attribute.element = .text }
    if kind == .enum {
      attribute.values = ["red", "white"]
      attribute.renamedValues = ["crimson": "red"]
    }
    let type = ResourceType("a", prefix: "a", [attribute])
    let upgraded = type.upgraded(["x": value], from: Self.old)
    guard let expected else {
      #expect(throws: ValidationErrors.self) { try type.accepted(upgraded, isNew: false) }
      return #expect(upgraded == ["x": value])
    }
    let accepted = try type.accepted(upgraded, isNew: false)["x"]
    if case .string("1.50") = expected.content {
      var bytes: [UInt8] = []
      try JSONWriter().write(try #require(accepted), to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == "1.50")
    } else {
      #expect(accepted == expected)
    }
  }

  @Test func `An attribute takes the values of its former names, and a new one its default`() {
    var renamed = Attribute("note")
    renamed.formerNames = ["text", "x"]
    var added = Attribute("stars", .integer)
    added.standard = 3
    var known = Attribute("gone", .integer)
    known.standard = 5
    let type = ResourceType("a", prefix: "a", [renamed, added, known])
    #expect(type.upgraded(["x": "A"], from: Self.old) == ["note": "A", "stars": 3])
    #expect(type.upgraded(["x": "A", "note": "B"], from: Self.old)["note"] == "B")
    #expect(type.upgraded(["text": "A", "stars": 1], from: Self.old) == ["stars": 1, "note": "A"])
    // A record of any earlier declaration gets what it needs only.
    #expect(type.upgraded(["x": "A"], from: nil) == ["note": "A"])
    added.isRequired = true
    let needed = ResourceType("a", prefix: "a", [added])
    #expect(needed.upgraded([:], from: nil) == ["stars": 3])
  }

  @Test(
    arguments: [
      ["a": ["type": "text", "renamed": ["b": "c"]]],
      ["a": ["type": "enum", "values": ["b"], "renamed": ["c": "d"]]],
      ["a": ["type": "enum", "values": ["b", "c"], "renamed": ["c": "b"]]],
      ["a": ["type": "text", "was": ["b"]], "b": ["type": "text"]],
      ["a": ["type": "text", "was": ["c"]], "b": ["type": "text", "was": ["c"]]],
      ["a": ["type": "text", "was": ["_c"]]],
    ] as [DataValue]
  )
  func `A declaration of former names and values that contradicts itself is refused`(
    attributes: DataValue
  ) {
    let type: DataValue = ["name": "a", "prefix": "a", "attributes": attributes]
    #expect(throws: TypeSetError.self) { try TypeSet([type], in: "t") }
  }

  @Test func `A declaration with former names and values is read as it was written`() throws {
    let type: DataValue = [
      "name": "a", "prefix": "a",
      "attributes": [
        "a": [
          "type": "enum", "values": ["b"], "renamed": ["c": "b", "d": "b"], "was": ["e", "f"],
        ]
      ],
    ]
    let types = try TypeSet([type], in: "t")
    #expect(try TypeSet(types.declarations, in: "again") == types)
    let plain = try TypeSet([ResourceType("a", prefix: "a", [Attribute("e")])])
    #expect(
      plain.changes(to: types).map { "\($0.attribute ?? "") \($0.effect.rawValue)" }
        == ["e check", "a check"]
    )
  }

  @Test func `Added, removed and renamed types are reported with their effects`() throws {
    let before = try TypeSet([ResourceType("a", prefix: "a"), ResourceType("b", prefix: "b")])
    let after = try TypeSet([ResourceType("b", prefix: "bb"), ResourceType("c", prefix: "c")])
    #expect(before.changes(to: after).map(\.effect) == [.loss, .loss, .none])
    #expect(before.changes(to: before) == [])
  }
}

extension TypeSet {
  fileprivate init(_ declarations: [DataValue], in file: String) throws(TypeSetError) {
    try self.init(DataValue.list(declarations), in: file)
  }
}
