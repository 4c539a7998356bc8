// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// A piece of a JSON Schema that we publish: JSON whose members keep the order they are given.
package indirect enum SchemaNode: Sendable {
  case null
  case flag(Bool)
  case integer(Int)
  /// A number that is no integer, as it is written.
  case number(String)
  case text(String)
  case list([SchemaNode])
  case members([SchemaMember])
  /// A reference (`$ref`) to a definition.
  case reference(SchemaDefinition)

  /// A schema that lets everything pass.
  package static let anything = SchemaNode.members([])

  /// The same schema with one more keyword.
  package func with(_ keyword: String, _ value: SchemaNode) -> SchemaNode {
    guard case .members(let members) = self else { return self }
    return .members(members + [SchemaMember(keyword, value)])
  }

  /// The same schema with keywords before its own.
  package func preceded(by keywords: [SchemaMember]) -> SchemaNode {
    guard case .members(let members) = self else { return self }
    return .members(keywords + members)
  }

  /// The value of a schema keyword or of a property.
  package subscript(keyword: String) -> SchemaNode? { members.first { $0.name == keyword }?.value }

  package var members: [SchemaMember] {
    if case .members(let members) = self { members } else { [] }
  }

  /// The same schema in which definitions take the place of others of their names, at any depth.
  package func replacing(_ definitions: [String: SchemaDefinition]) -> SchemaNode {
    switch self {
    case .null, .flag, .integer, .number, .text: self
    case .list(let elements): .list(elements.map { $0.replacing(definitions) })
    case .members(let members):
      .members(members.map { SchemaMember($0.name, $0.value.replacing(definitions)) })
    case .reference(let old):
      .reference(
        SchemaDefinition(old.name) {
          (definitions[old.name] ?? old).node().replacing(definitions)
        }
      )
    }
  }

  /// The definitions that the schema refers to itself, in the order in which they are met.
  package var definitions: [SchemaDefinition] {
    switch self {
    case .null, .flag, .integer, .number, .text: []
    case .list(let elements): elements.flatMap(\.definitions)
    case .members(let members): members.flatMap(\.value.definitions)
    case .reference(let definition): [definition]
    }
  }
}

extension SchemaNode {
  /// A value as it stands in examples and defaults.
  package init(_ value: DataValue) {
    switch value.content {
    case .null: self = .null
    case .bool(let flag): self = .flag(flag)
    case .integer(let integer): self = .integer(Int(integer))
    case .decimal(let decimal): self = .number(decimal.text)
    case .string(let text): self = .text(text)
    case .date(let date): self = .text(date.text)
    case .data(let bytes): self = .list(bytes.map { .integer(Int($0)) })
    case .array(let elements): self = .list(elements.map { SchemaNode($0) })
    case .dictionary(let dictionary):
      self = .members(dictionary.members.map { SchemaMember($0.key, SchemaNode($0.value)) })
    }
  }

  /// A value that fits a line of a reference; `nil` for lists and dictionaries.
  init?(scalar value: DataValue) {
    switch value.content {
    case .array, .dictionary: return nil
    case .null, .bool, .integer, .decimal, .string, .date, .data: self.init(value)
    }
  }
}

/// A keyword, or the name of a property or definition, with what stands behind it.
package struct SchemaMember: Sendable {
  package let name: String
  package let value: SchemaNode

  package init(_ name: String, _ value: SchemaNode) {
    self.name = name
    self.value = value
  }
}

extension SchemaNode: ExpressibleByBooleanLiteral {
  package init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension SchemaNode: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self = .integer(value) }
}

extension SchemaNode: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .text(value) }
}

extension SchemaNode: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: SchemaNode...) { self = .list(elements) }
}

extension SchemaNode: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, SchemaNode)...) {
    self = .members(elements.map { SchemaMember($0.0, $0.1) })
  }
}

/// A part of a schema that several places share, under its name in `$defs`.
package struct SchemaDefinition: Sendable, Hashable {
  package let name: String
  /// Makes the definition; made when it is asked for, so that definitions may refer to themselves.
  package let node: @Sendable () -> SchemaNode

  package init(_ name: String, _ node: @escaping @Sendable () -> SchemaNode) {
    self.name = name
    self.node = node
  }

  package static func == (first: SchemaDefinition, second: SchemaDefinition) -> Bool {
    first.name == second.name
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
