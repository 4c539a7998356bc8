// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import ResourceModel
import ResourceStore

/// The schemas of bodies that are the same for every type, and references to them.
enum APISchemas {
  static func reference(_ name: String) -> DataValue {
    .members([("$ref", .text("#/components/schemas/\(name)"))])
  }

  static func list(of schema: DataValue) -> DataValue { ["type": "array", "items": schema] }

  static func object(_ properties: [(String, DataValue)], required: [String] = []) -> DataValue {
    .members([
      ("type", "object"), ("required", .texts(required)), ("properties", .members(properties)),
    ])
  }

  /// An object without any other properties.
  static func closed(
    _ properties: [(String, DataValue)],
    required: [String] = []
  ) -> DataValue {
    .members([
      ("type", "object"), ("required", .texts(required)), ("properties", .members(properties)),
      ("additionalProperties", false),
    ])
  }

  /// An object of texts, all of which are there.
  static func texts(_ names: [String]) -> DataValue {
    object(names.map { ($0, text) }, required: names)
  }

  /// A list in an address, where an empty one looks like that of an empty name; empty names are ignored.
  static func names(_ names: [String], atMost most: Int? = nil) -> DataValue {
    let items: DataValue = ["enum": .texts(names + [""])]
    guard let most else { return list(of: items) }
    return ["type": "array", "items": items, "maxItems": .integer(Int64(most))]
  }

  static let bytes: DataValue = ["type": "string", "format": "binary"]
  static let text: DataValue = ["type": "string"]
  static let count: DataValue = ["type": "integer", "minimum": 0]

  static func limit(usually usual: Int) -> DataValue {
    [
      "type": "integer", "format": "int64", "minimum": 0, "maximum": .integer(.max),
      "default": .integer(Int64(usual)),
    ]
  }

  /// An answer with a part of a list.
  static func slice(of record: DataValue) -> DataValue {
    object(
      [
        ("offset", count), ("count", count),
        ("total", ["type": ["integer", "null"], "minimum": 0]),
        ("totalExact", ["type": "boolean"]), ("data", list(of: record)),
        ("included", list(of: reference("Record"))), ("next", text), ("syncToken", text),
        ("_unknownFields", list(of: text)), ("_expire", text),
      ],
      required: ["offset", "count", "total", "totalExact", "data", "syncToken"]
    )
  }

  /// All of them by their names.
  static let all: [(String, DataValue)] = [
    ("Problem", problem), ("Record", record), ("Results", results), ("Batch", batch),
    ("AttributeOperations", operations), ("JSONPatch", jsonPatch), ("Changes", changes),
    ("TypeDeclaration", declaration), ("TypeBody", typeBody), ("TypeReport", report),
    ("Grants", grants),
  ]

  private static let problem: DataValue = object(
    [
      ("type", text), ("title", text), ("status", ["type": "integer"]), ("detail", text),
      ("code", ["type": "string", "description": "A word for programs; none is ever renamed."]),
      (
        "errors",
        list(
          of: object(
            [("attribute", text), ("code", text), ("message", text)],
            required: ["attribute", "code", "message"]
          )
        )
      ),
    ],
    required: ["type", "title", "status"]
  )

  private static let record: DataValue = object(
    ResourceType.recordProperties(type: nil, prefix: nil),
    required: ResourceType.recordNames
  )

  private static let results: DataValue = object(
    [
      (
        "data",
        list(
          of: object(
            [
              ("status", ["type": "integer"]), ("result", text), ("resource", reference("Record")),
              ("code", text), ("detail", text),
            ],
            required: ["status"]
          )
        )
      )
    ],
    required: ["data"]
  )

  private static let batch: DataValue = closed(
    [
      ("atomic", ["type": "boolean", "default": false]),
      (
        "ops",
        list(
          of: closed(
            [
              ("op", ["enum": .texts(BatchOperation.Kind.allCases.map(\.rawValue))]),
              ("type", text), ("id", text), ("lid", text), ("uuid", text),
              ("if", ["type": "integer"]), ("body", ["type": "object"]),
              ("attrs", list(of: operation)),
            ],
            required: ["op"]
          )
        )
      ),
    ],
    required: ["ops"]
  )

  /// An operation on an attribute; some have no operand, and one has a place.
  private static let operation: DataValue = {
    let name: (String, DataValue) = ("name", ["type": "string", "pattern": "^(?!uuid$)[^_]"])
    let bare: [AttributeOperation.Code] = [.unset, .serverTime]
    let others = AttributeOperation.Code.allCases.filter { !bare.contains($0) && $0 != .insertAt }
    func codes(_ codes: [AttributeOperation.Code]) -> (String, DataValue) {
      ("op", ["enum": .texts(codes.map(\.rawValue))])
    }
    return [
      "anyOf": [
        object([name, codes(others), ("value", [:])], required: ["name", "op", "value"]),
        object(
          [name, codes([.insertAt]), ("value", [:]), ("index", count)],
          required: ["name", "op", "value", "index"]
        ),
        object([name, codes(bare)], required: ["name", "op"]),
      ]
    ]
  }()

  private static let operations: DataValue = closed(
    [("attrs", list(of: operation))],
    required: ["attrs"]
  )

  private static let jsonPatch: DataValue = list(
    of: object(
      [
        ("op", ["enum": ["add", "remove", "replace", "move", "copy", "test"]]),
        ("path", ["type": "string", "format": "json-pointer"]),
        ("from", ["type": "string", "format": "json-pointer"]), ("value", [:]),
      ],
      required: ["op", "path"]
    )
  )

  private static let changes: DataValue = object(
    [
      ("data", list(of: reference("Record"))), ("syncToken", text),
      ("moreComing", ["type": "boolean"]), ("_unknownFields", list(of: text)),
    ],
    required: ["data", "syncToken", "moreComing"]
  )

  /// The declaration of a type, as the reader of declarations describes itself.
  private static let declaration: DataValue = {
    let text = SchemaText(ResourceType.shape.schema()).text
    return (try? DataValue(reading: text.utf8Span.span, as: .json)) ?? ["type": "object"]
  }()

  /// The same where the address has the name.
  private static let typeBody: DataValue = {
    let required = (declaration["required"]?.elements ?? []).filter { $0 != "name" }
    let properties = declaration["properties"]?.dictionary?.setting("name", [:])
    let members = declaration.dictionary?.setting("required", .list(required))
      .setting("properties", properties.map { DataValue(.dictionary($0)) })
    return members.map { DataValue(.dictionary($0)) } ?? declaration
  }()

  /// The numbers of rows that are lost with a type.
  private static let extent: DataValue = {
    let names = ["records", "deletedRecords", "references", "grants", "files"]
    return object(names.map { ($0, count) }, required: names)
  }()

  private static let report: DataValue = object(
    [
      (
        "changes",
        list(
          of: object(
            [
              ("type", text), ("attribute", text), ("message", text),
              ("effect", ["enum": .texts(TypeChange.Effect.allCases.map(\.rawValue))]),
            ],
            required: ["type", "effect", "message"]
          )
        )
      ),
      ("records", ["type": "object", "additionalProperties": count]),
      ("converted", ["type": "object", "additionalProperties": count]),
      ("lost", ["type": "object", "additionalProperties": extent]),
      (
        "misfits",
        list(
          of: object([("uuid", text), ("errors", list(of: text))], required: ["uuid", "errors"])
        )
      ),
    ],
    required: ["changes", "records", "misfits"]
  )

  /// The id of a record.
  static let id: DataValue = [
    "type": "string", "pattern": "^[a-z]{1,20}-[0-7][0-9a-hjkmnp-tv-z]{25}$",
  ]

  /// A word of grants, which rules ask for.
  static let right: DataValue = ["type": "string", "pattern": "^[a-z][A-Za-z0-9_-]{0,39}$"]

  private static let grants: DataValue = object(
    [
      (
        "data",
        [
          "type": "array", "maxItems": 1_000,
          "items": object(
            [
              ("to", id), ("may", right),
            ],
            required: ["to", "may"]
          ),
        ]
      )
    ],
    required: ["data"]
  )
}
