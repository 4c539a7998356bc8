// SPDX-License-Identifier: Apache-2.0

/// The beginning of an element: its name and attributes as they are written, prefixes included.
package struct XMLTag: Sendable, Equatable {
  package struct Attribute: Sendable, Equatable {
    package let name: String
    package let value: String
    package let position: SourcePosition
  }

  package let name: String
  /// In the order of the file; each name is there once.
  package let attributes: [Attribute]
  /// Where its `<` stands.
  package let position: SourcePosition

  /// The value of an attribute.
  package subscript(attribute: String) -> String? {
    attributes.first { $0.name == attribute }?.value
  }
}
