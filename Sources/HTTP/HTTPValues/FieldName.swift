// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A field name: a token, compared without regard to case and written in lower case.
package struct FieldName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The number of a known name, or `other`.
  package let known: KnownField
  /// The name in lower case when it is not a known one.
  private let text: String

  package init(_ known: KnownField) {
    precondition(known != .other, "a name without letters")
    self.known = known
    text = ""
  }

  /// `nil` when `name` is not a token, or longer than 64 KiB.
  package init?(_ name: Span<UInt8>) {
    guard name.isToken, name.count <= UInt16.max else { return nil }
    known = KnownField(name)
    text = known == .other ? name.text.lowercased() : ""
  }

  package init?(_ name: String) { self.init(name.utf8Span.span) }

  package init(stringLiteral literal: String) {
    guard let name = FieldName(literal) else {
      preconditionFailure("\(literal) is not a field name")
    }
    self = name
  }

  package var description: String { known == .other ? text : known.name.description }
}
