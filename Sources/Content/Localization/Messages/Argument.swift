// SPDX-License-Identifier: Apache-2.0

/// What a placeholder or a choice is about: a name, a place in the order of arguments, or both.
package struct Argument: Sendable, Hashable {
  package let name: String?
  /// From 1 on.
  package let position: Int?

  package init(name: String? = nil, position: Int? = nil) {
    self.name = name
    self.position = position
  }

  /// What makes two arguments of different languages the same one.
  package var identity: String { position.map { "\($0)" } ?? name ?? "" }
}
