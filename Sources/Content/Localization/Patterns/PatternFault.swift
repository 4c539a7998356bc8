// SPDX-License-Identifier: Apache-2.0

/// Why a text is no pattern of its format.
package struct PatternFault: Error, Sendable, Equatable {
  /// In bytes from the start of the text.
  package let offset: Int
  package let seen: String
  package let expected: String

  init(at offset: Int, seen: String, expected: String) {
    self.offset = offset
    self.seen = seen
    self.expected = expected
  }
}

extension PatternFault: CustomStringConvertible {
  package var description: String { "found \(seen), expected \(expected)" }
}
