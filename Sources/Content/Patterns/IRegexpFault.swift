// SPDX-License-Identifier: Apache-2.0

/// A syntax error in a regular expression of RFC 9485.
package struct IRegexpFault: Error, Equatable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case unexpectedEnd = "unexpected end"
    case unexpectedCharacter = "unexpected character"
    case rangeBackwards = "range that runs backwards"
    case tooLong = "too long"
    case tooDeep = "too deep"
    case tooLarge = "too large"
  }

  package let kind: Kind
  /// The offset in Unicode characters, from 0.
  package let offset: Int

  init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

extension IRegexpFault: CustomStringConvertible {
  package var description: String { "character \(offset): \(kind.rawValue)" }
}
