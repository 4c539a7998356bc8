// SPDX-License-Identifier: Apache-2.0

/// A fault in a text that was parsed, such as a query, a pattern, a template or a header field: where it is, what
/// was seen there and what was expected.
package struct TextFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The place in the text, from 0: in bytes, and in a regular expression in Unicode characters.
  package let offset: Int
  package let seen: String
  package let expected: String

  package init(at offset: Int, seen: String, expected: String) {
    self.offset = offset
    self.seen = seen
    self.expected = expected
  }

  package var description: String { "found \(seen) at \(offset), expected \(expected)" }

  /// The fault without its place, for where the text is shown with a mark under it.
  package var message: String { "found \(seen), expected \(expected)" }
}
