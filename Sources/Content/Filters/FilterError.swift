// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// The error of a filter that cannot be parsed, or that does not fit its schema.
package struct FilterError: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case syntax
    case unknownField
    case unknownFunction
    /// A value, comparator or argument that the field or function cannot have.
    case type
    /// More bytes than `FilterLimits.bytes`.
    case tooLong
    /// More parentheses and negations inside each other than `FilterLimits.depth`.
    case tooDeep
    /// More comparisons than `FilterLimits.terms`.
    case tooManyTerms
  }

  package let kind: Kind
  /// The error message: the text found and the text expected, in one line.
  package let message: String
  /// The place in the source, in bytes.
  package let offset: Int
  /// The text of the filter.
  package let source: String

  package init(kind: Kind, message: String, offset: Int, source: String) {
    self.kind = kind
    self.message = message
    self.offset = offset
    self.source = source
  }
}

extension FilterError: CustomStringConvertible {
  /// The message, and below it the source with a caret under the place.
  package var description: String {
    let quote = Finding.Quote(source, at: offset).lines.map { "  \($0)" }
    return "\(message)\n\(quote.joined(separator: "\n"))"
  }
}

/// The limits of a filter's size.
package struct FilterLimits: Sendable {
  package var bytes = 4_096
  package var depth = 32
  package var terms = 100

  package init() {}
}
