// SPDX-License-Identifier: Apache-2.0

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
