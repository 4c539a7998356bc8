// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import FileShapes

extension ResourceType {
  /// The JSON Schema (2020-12) of the type's records, as they are read and written.
  package var jsonSchema: DataValue {
    var properties: [(String, DataValue)] = [
      ("uuid", ["type": "string", "pattern": .text("^\(prefix)-[0-7][0-9a-hjkmnp-tv-z]{25}$")]),
      ("_type", ["const": .text(name)]), ("_version", ["type": "integer", "readOnly": true]),
      ("_class", ["type": "integer", "readOnly": true]),
      ("_created", ["type": "string", "format": "date-time", "readOnly": true]),
      ("_updated", ["type": "string", "format": "date-time", "readOnly": true]),
      ("_owner", ["type": "string", "readOnly": true]),
    ]
    properties += attributes.map { ($0.name, $0.jsonSchema) }
    return .members([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", .text(name)),
      ("type", "object"),
      ("required", .list(attributes.filter(\.isRequired).map { .text($0.name) })),
      ("properties", .members(properties)), ("additionalProperties", .bool(!isStrict)),
    ])
  }
}

extension Attribute {
  /// The JSON Schema of the attribute's value.
  fileprivate var jsonSchema: DataValue {
    var members =
      isList
      ? [
        ("type", DataValue.text("array")), ("items", DataValue.members(valueSchema)),
        ("maxItems", .integer(Int64(most))),
      ] : valueSchema
    if let standard { members.append(("default", standard)) }
    return .members(members)
  }

  private var valueSchema: [(String, DataValue)] {
    switch valueKind {
    case .text:
      [("type", "string")] + bounds("minLength", "maxLength")
        + (pattern.map { [("pattern", .text("^(?:\($0))$"))] } ?? [])
    case .number: [("type", "number")] + bounds("minimum", "maximum")
    case .integer: [("type", "integer")] + bounds("minimum", "maximum")
    case .boolean: [("type", "boolean")]
    case .enum: [("enum", .list(values.map { .text($0) }))]
    case .instant: [("type", "string"), ("format", "date-time")]
    case .point:
      [
        ("type", "object"), ("required", ["lat", "lon"]),
        (
          "properties",
          [
            "lat": ["type": "number", "minimum": -90, "maximum": 90],
            "lon": ["type": "number", "minimum": -180, "maximum": 180],
          ]
        ),
      ]
    case .reference: [("type", "string"), ("description", .text("id of \(target ?? "a record")"))]
    case .list: [("type", "array")]
    case .object: [("type", "object")]
    case .binary:
      [
        ("type", "object"), ("required", ["sha256", "bytes", "mediaType"]),
        (
          "properties",
          [
            "sha256": ["type": "string", "pattern": "^[0-9a-f]{64}$"],
            "bytes": ["type": "integer", "minimum": 0], "mediaType": ["type": "string"],
          ]
        ),
      ]
    }
  }

  private func bounds(_ least: String, _ most: String) -> [(String, DataValue)] {
    [(least, minimum), (most, maximum)].compactMap { name, bound in
      bound.map { bound in
        let whole = Int64(exactly: bound).map { DataValue.integer($0) }
        return (name, whole ?? DataValue(.decimal(DataDecimal(bound))))
      }
    }
  }
}
