// SPDX-License-Identifier: Apache-2.0

/// An error that a person is told and that no code tells apart from others: what went wrong, where, the value seen and
/// what was expected.
///
/// ```swift
/// throw PlainError("\(path) already exists; nothing was changed")
/// ```
///
/// An order or a question of operators that fails with it was wrong itself: it is answered with 400.
package struct PlainError: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
