// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import HTTPValues
import ResourceModel

/// The parameters and bodies that several operations on records have.
extension TypeOperations {
  var record: DataValue { APISchemas.reference(type.name) }

  var id: APIParameter {
    APIParameter("id", in: .path, type.idSchema, "The id of the record.")
  }

  var writing: [APIParameter] {
    [
      id,
      APIParameter(
        "If-Match",
        in: .header,
        [
          "type": "string",
          "pattern": "^(\\*|\"[0-9]{1,18}(\\.[0-9]{1,18})?(\\.(b?plist|ndjson))?\")$",
        ],
        "The entity tag of the version that the client knows; with another one nothing is changed."
      ), Self.zone, Self.idempotencyKey,
    ]
  }

  var written: [APIAnswer] {
    [
      APIAnswer(200, "The record.", record, fields: ["ETag"]),
      APIAnswer(204, "It is changed; the client asked for no more."),
    ]
  }

  func page(of type: ResourceType) -> APIAnswer {
    let schema = APISchemas.slice(of: APISchemas.reference(type.name))
    return APIAnswer(200, "A part of the list.", schema, fields: ["ETag"])
  }

  static let zone = APIParameter(
    "zone",
    APISchemas.text,
    "The zone in which changes are counted."
  )

  static let atomic = APIParameter(
    "atomic",
    ["type": "boolean", "default": false],
    "Whether all are written, or none."
  )

  static let idempotencyKey = APIParameter(
    "Idempotency-Key",
    in: .header,
    ["type": "string", "minLength": 1, "maxLength": 255],
    "A word of the client's; a write with the same one is done once."
  )

  static let ifNoneMatch = APIParameter(
    "If-None-Match",
    in: .header,
    APISchemas.text,
    "The entity tag of what the client has."
  )

  static let count = APIParameter(
    "count",
    ["enum": .texts(ResourceQuery.Count.allCases.map(\.rawValue)), "default": "bounded"],
    "The way in which matching records are counted."
  )

  /// The parameters that choose what is shown of a record.
  func reading(of type: ResourceType) -> [APIParameter] {
    var parameters = [
      APIParameter(
        "fields",
        APISchemas.list(of: APISchemas.text),
        "The names of the attributes that are shown; all of them, unless given."
      ),
      APIParameter("view", ["enum": ["light", "heavy"]], "Whether heavy attributes are shown."),
    ]
    if !type.references.isEmpty {
      parameters.append(
        APIParameter(
          "include",
          TypeOperations.list(of: type.references.map(\.name)),
          "The references whose records are answered as well, each once."
        )
      )
    }
    return parameters
  }

  func sliceParameters(of type: ResourceType) -> [APIParameter] {
    [
      APIParameter(
        "filter",
        ["type": "string", "format": "filter"],
        "A filter such as price < 40 AND NOT archived = true.",
        example: "_version > 0"
      ),
      APIParameter(
        "order",
        TypeOperations.list(of: orders(of: type)),
        "The attributes to sort by; with a minus before it, the greatest value comes first."
      ),
      APIParameter(
        "limit",
        APISchemas.limit(usually: ResourceQuery.usualLimit),
        "The most records of the answer, never more than \(ResourceQuery.mostLimit); large ones are fewer."
      ),
      APIParameter(
        "page",
        ["type": "string", "format": "page-token"],
        "\"next\" of the part before it, with the same filter and order."
      ),
      APIParameter(
        "ids",
        ["type": "array", "minItems": 1, "maxItems": 1_000, "items": type.idSchema],
        "The ids of the records that the list has, as far as they are there."
      ),
    ]
  }

  /// A list in an address, where an empty one looks like that of an empty name; empty names are ignored.
  private static func list(of names: [String]) -> DataValue {
    ["type": "array", "items": ["enum": .texts(names + [""])]]
  }

  private func orders(of type: ResourceType) -> [String] {
    (type.attributes.filter(\.kind.isScalar).map(\.name) + ResourceOrder.systemNames)
      .flatMap { [$0, "-\($0)"] }
  }

  /// The body of a query.
  var conditions: DataValue {
    let condition: DataValue = [
      "anyOf": .list(type.filterSchema.fields.flatMap(TypeOperations.conditions))
    ]
    return APISchemas.closed([
      ("where", ["type": "array", "maxItems": 100, "items": condition]),
      ("filter", ["type": "string", "format": "filter"]),
      (
        "order",
        [
          "type": "array", "maxItems": .integer(Int64(ResourceOrder.mostKeys)),
          "items": ["enum": .texts(orders(of: type))],
        ]
      ),
      ("limit", APISchemas.limit(usually: ResourceQuery.usualLimit)),
      ("page", ["type": "string", "format": "page-token"]),
    ])
  }

  /// The conditions on one field: comparisons with a value, `IN` a list of them, and `EXISTS`.
  private static func conditions(on field: FilterField) -> [DataValue] {
    let value: DataValue =
      switch field.type {
      case .boolean: ["type": "boolean"]
      case .integer: ["type": "integer", "minimum": .integer(.min), "maximum": .integer(.max)]
      case .number: ["type": "number"]
      case .instant: ["type": "string", "format": "date-time"]
      case .text, .duration: APISchemas.text
      }
    let names = ResourceQuery.qualifierNames(of: field.type)
    let key: (String, DataValue) = ("key", ["const": .text(field.name)])
    return [
      APISchemas.object(
        [key, ("qualifier", ["enum": .texts(names), "default": "EQUALS"]), ("value", value)],
        required: ["key", "value"]
      ),
      APISchemas.object(
        [
          key, ("qualifier", ["const": "IN"]),
          ("value", ["type": "array", "minItems": 1, "items": value]),
        ],
        required: ["key", "qualifier", "value"]
      ),
      APISchemas.object(
        [key, ("qualifier", ["const": "EXISTS"]), ("value", ["type": "boolean"])],
        required: ["key", "qualifier"]
      ),
    ]
  }
}
