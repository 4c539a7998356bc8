// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import FileShapes

extension ResourceType {
  /// The JSON Schema (2020-12) of the type's records, as they are read and written.
  package var jsonSchema: DataValue {
    .members([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", .text(name)),
      ("type", "object"),
      ("required", .texts(attributes.filter(\.isRequired).map(\.name))),
      ("properties", .members(allProperties)), ("additionalProperties", .bool(!isStrict)),
    ])
  }

  /// The form of a record that a JSON Schema describes: as it is answered, or one in which it is sent.
  package enum SchemaForm: Sendable {
    /// A record, of which an answer may leave attributes out.
    case answer
    /// The attributes of a new record.
    case creation
    /// The attributes that take the place of a record's.
    case replacement
    /// Those that change, with `null` for those that go (RFC 7396).
    case change
  }

  /// The JSON Schema of one form, to stand in another document.
  package func jsonSchema(of form: SchemaForm) -> DataValue {
    guard form != .answer else {
      return .members([
        ("type", "object"), ("required", .texts(ResourceType.recordNames)),
        ("properties", .members(allProperties)),
      ])
    }
    let required = attributes.filter { attribute in
      switch form {
      case .creation: attribute.isRequired && attribute.standard == nil
      case .replacement: attribute.isRequired
      case .answer, .change: false
      }
    }
    let fixed = Set((form == .change ? attributes.filter(\.isRequired) : required).map(\.name))
    var properties = attributes.map { attribute in
      if attribute.kind == .binary { return (attribute.name, ResourceType.uploadedSchema) }
      let schema = attribute.jsonSchema
      return (
        attribute.name,
        fixed.contains(attribute.name)
          ? schema : .members([("anyOf", [schema, ["type": "null"]])])
      )
    }
    if form == .creation { properties.insert(("uuid", idSchema), at: 0) }
    var members: [(String, DataValue)] = [
      ("type", "object"), ("required", .texts(required.map(\.name))),
      ("properties", .members(properties)),
    ]
    // An answer can be sent back unchanged: a record's own members are ignored.
    let own: DataValue = form == .creation ? ["^_": true] : ["^(_|uuid$)": true]
    if isStrict { members += [("patternProperties", own), ("additionalProperties", false)] }
    members.append(("propertyNames", ["minLength": 1, "maxLength": 128]))
    return .members(members)
  }

  /// The schema of a file where a record is sent: it is uploaded by itself.
  private static let uploadedSchema: DataValue = [
    "type": "null", "description": "It is uploaded to its own address; null removes it.",
  ]

  /// The names of the members that every answered record has.
  package static let recordNames = ["uuid", "_type", "_version", "_class", "_created", "_updated"]

  /// The schemas of a record's own members.
  ///
  /// - Parameters:
  ///   - type: the name of its type; `nil` for any.
  ///   - prefix: that of its id; `nil` for any.
  package static func recordProperties(
    type: String?,
    prefix: String?
  ) -> [(String, DataValue)] {
    [
      ("uuid", idSchema(prefix)),
      ("_type", type.map { ["const": .text($0)] } ?? ["type": "string"]),
      ("_version", ["type": "integer", "readOnly": true]),
      ("_class", ["type": "integer", "readOnly": true]),
      ("_created", ["type": "string", "format": "date-time", "readOnly": true]),
      ("_updated", ["type": "string", "format": "date-time", "readOnly": true]),
      ("_owner", ["type": "string", "readOnly": true]),
      ("_deleted", ["type": "string", "format": "date-time", "readOnly": true]),
    ]
  }

  /// The schema of its records' ids.
  package var idSchema: DataValue { ResourceType.idSchema(prefix) }

  fileprivate static func idSchema(_ prefix: String?) -> DataValue {
    let pattern = "^\(prefix ?? "[a-z]{1,20}")-[0-7][0-9a-hjkmnp-tv-z]{25}$"
    return ["type": "string", "pattern": .text(pattern)]
  }

  private var allProperties: [(String, DataValue)] {
    ResourceType.recordProperties(type: name, prefix: prefix)
      + attributes.map { ($0.name, $0.jsonSchema) }
  }

  /// An example of a record's attributes; `nil` if a pattern makes one impossible to give.
  package var example: DataDictionary? {
    let members = attributes.compactMap { attribute in
      attribute.example.map { DataDictionary.Member(attribute.name, $0) }
    }
    return try? accepted(DataDictionary(unique: members), isNew: true)
  }
}

extension Attribute {
  /// An example of a value; `nil` for one that depends on other records or on a pattern.
  fileprivate var example: DataValue? {
    if let standard { return standard }
    guard let value = valueExample else { return nil }
    return isList ? .list([value]) : value
  }

  private var valueExample: DataValue? {
    switch valueKind {
    case .text:
      let least = Int(max(0, min(minimum ?? 0, 1_000)).rounded(.up))
      let most = Int(max(0, min(maximum ?? 1_000, 1_000)))
      let word = String("\(name) ".prefix(most))
      return pattern == nil
        ? .text(word + String(repeating: "x", count: max(0, least - word.count))) : nil
    case .number, .integer:
      let number = (minimum ?? min(1, maximum ?? 1)).rounded(.up)
      return Int64(exactly: number).map { .integer($0) }
    case .boolean: return true
    case .enum: return values.first.map { .text($0) }
    case .instant: return "2026-11-23T03:00:00.000Z"
    case .point: return ["lat": 52.5, "lon": 13.4]
    case .object: return [:]
    case .reference, .list, .binary: return nil
    }
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
    case .integer:
      [("type", "integer"), ("format", "int64")] + bounds("minimum", "maximum")
        + (minimum == nil ? [("minimum", .integer(.min))] : [])
        + (maximum == nil ? [("maximum", .integer(.max))] : [])
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
    case .reference:
      [("description", .text("id of \(target ?? "a record")"))]
        + (ResourceType.idSchema(nil).dictionary?.members ?? []).map { ($0.key, $0.value) }
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
