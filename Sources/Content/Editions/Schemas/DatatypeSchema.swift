// SPDX-License-Identifier: Apache-2.0

import FileShapes

/// What `SchemaReader` reads: the part of JSON Schema that a site may use for its datatypes.
enum DatatypeSchema {
  static let schema: SchemaNode = ["anyOf": [["const": true], .object(remarks + rules + inner)]]

  private static let remarks = SchemaReader.remarks.map {
    SchemaProperty($0, "A remark for people, which nothing follows from.", .anything)
  }

  private static let rules = [
    SchemaProperty(
      "type",
      "The kinds of values that are allowed.",
      .names(.one(of: SchemaRules.Kind.allCases.map(\.rawValue))),
      examples: ["object", ["string", "null"]]
    ),
    SchemaProperty("enum", "The only values that are allowed.", ["type": "array"]),
    SchemaProperty("const", "The only value that is allowed.", .anything),
    SchemaProperty("minimum", "The least number that is allowed.", .number),
    SchemaProperty("maximum", "The greatest number that is allowed.", .number),
    SchemaProperty("minItems", "How many elements there are at least.", counts),
    SchemaProperty("maxItems", "How many elements there are at most.", counts),
    SchemaProperty("minLength", "How many characters there are at least.", counts),
    SchemaProperty("maxLength", "How many characters there are at most.", counts),
  ]

  private static let inner = [
    SchemaProperty(
      "properties",
      "The schemas of members by their names.",
      .dictionary(of: .reference(to: .schema)),
      examples: [["price": ["type": "number"]]]
    ),
    SchemaProperty(
      "required",
      "The members that must be there.",
      .names(.string),
      examples: [["title"]]
    ),
    SchemaProperty(
      "additionalProperties",
      "The schema of all other members; false if there may be none.",
      ["anyOf": [.boolean, .reference(to: .schema)]]
    ),
    SchemaProperty("items", "The schema of all elements.", .reference(to: .schema)),
  ]

  private static let counts = SchemaNode.integer(SchemaReader.counts)
}
