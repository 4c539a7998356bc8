// SPDX-License-Identifier: Apache-2.0

package import DataFiles

extension SchemaValidator {
  /// A property that a schema names.
  package struct Property {
    /// Its place in the schema, as `#/properties/body`.
    package let pointer: String
    package let schema: DataValue

    /// Whether a value may have it at all.
    package var isAllowed: Bool {
      if case .bool(false) = schema.content { false } else { true }
    }
  }

  /// All properties that are named and described anywhere in the schema; what branches only add to
  /// properties that are described elsewhere does not count.
  package var properties: [Property] { SchemaValidator.properties(in: root, at: "#") }

  /// The verdict of a part of the schema on a value.
  package func verdict(on value: DataValue, by schema: DataValue) -> SchemaVerdict {
    check(value, Place(schema: "#", value: ""), schema)
  }

  private static func properties(in schema: DataValue, at pointer: String) -> [Property] {
    switch schema.content {
    case .array(let elements):
      return elements.enumerated().flatMap { properties(in: $1, at: "\(pointer)/\($0)") }
    case .dictionary(let dictionary):
      return dictionary.members.flatMap { member -> [Property] in
        let inner = "\(pointer)/\(member.key)"
        switch (member.key, member.value.content) {
        case ("if", _), ("then", _), ("else", _), ("not", _), ("examples", _), ("default", _),
          ("const", _), ("enum", _):
          return []
        case ("properties", .dictionary(let named)):
          return named.members.flatMap { name in
            let place = "\(inner)/\(name.key)"
            return [Property(pointer: place, schema: name.value)]
              + properties(in: name.value, at: place)
          }
        default: return properties(in: member.value, at: inner)
        }
      }
    default: return []
    }
  }
}
