// SPDX-License-Identifier: Apache-2.0

/// A piece of a JSON Schema that we publish: JSON whose members keep the order they are given.
indirect enum SchemaNode: Sendable {
  case flag(Bool)
  case integer(Int)
  case text(String)
  case list([SchemaNode])
  case members([SchemaMember])
  /// What a `$ref` says.
  case reference(SchemaDefinition)

  /// A schema that lets everything pass.
  static let anything = SchemaNode.members([])

  /// The same schema with one more keyword.
  func with(_ keyword: String, _ value: SchemaNode) -> SchemaNode {
    guard case .members(let members) = self else { return self }
    return .members(members + [SchemaMember(keyword, value)])
  }

  /// The same schema with keywords before its own.
  func preceded(by keywords: [SchemaMember]) -> SchemaNode {
    guard case .members(let members) = self else { return self }
    return .members(keywords + members)
  }

  /// All definitions that the schema refers to itself.
  var definitions: Set<SchemaDefinition> {
    switch self {
    case .flag, .integer, .text: []
    case .list(let elements): elements.reduce(into: []) { $0.formUnion($1.definitions) }
    case .members(let members): members.reduce(into: []) { $0.formUnion($1.value.definitions) }
    case .reference(let definition): [definition]
    }
  }
}

/// A keyword, or the name of a property or definition, with what stands behind it.
struct SchemaMember: Sendable {
  let name: String
  let value: SchemaNode

  init(_ name: String, _ value: SchemaNode) {
    self.name = name
    self.value = value
  }
}

extension SchemaNode: ExpressibleByBooleanLiteral {
  init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension SchemaNode: ExpressibleByIntegerLiteral {
  init(integerLiteral value: Int) { self = .integer(value) }
}

extension SchemaNode: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self = .text(value) }
}

extension SchemaNode: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: SchemaNode...) { self = .list(elements) }
}

extension SchemaNode: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral elements: (String, SchemaNode)...) {
    self = .members(elements.map { SchemaMember($0.0, $0.1) })
  }
}
