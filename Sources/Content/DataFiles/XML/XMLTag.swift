// SPDX-License-Identifier: Apache-2.0

/// A start tag: its name and attributes as written, prefixes included.
package struct XMLTag: Sendable, Equatable {
  package struct Attribute: Sendable, Equatable {
    package let name: String
    package let value: String
    package let position: SourcePosition
  }

  package let name: String
  /// The attributes in the order of the file, each name once.
  package let attributes: [Attribute]
  /// The position of its `<`.
  package let position: SourcePosition

  package subscript(attribute: String) -> String? {
    attributes.first { $0.name == attribute }?.value
  }
}
