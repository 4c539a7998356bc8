// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
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
