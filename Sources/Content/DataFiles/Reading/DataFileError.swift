// SPDX-License-Identifier: Apache-2.0

/// Why a file could not be read or a value not be written.
package struct DataFileError: Error, Equatable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case syntax = "syntax error"
    case endOfFile = "unexpected end"
    case encoding = "encoding error"
    case duplicateKey = "duplicate key"
    case limit = "limit exceeded"
    case unsupported = "unsupported"
    case corrupt = "corrupt file"
    case notRepresentable = "not representable"
  }

  package let kind: Kind
  package let position: SourcePosition
  /// What was there.
  package let seen: String
  package let expected: String
  /// The earlier of two places that are in conflict.
  package let other: SourcePosition?

  package init(
    _ kind: Kind,
    at position: SourcePosition,
    seen: String,
    expected: String,
    other: SourcePosition? = nil
  ) {
    self.kind = kind
    self.position = position
    self.seen = seen
    self.expected = expected
    self.other = other
  }

  /// A text in quotes, cut to the length of a message.
  static func quoted(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(40).map { $0.escaped(asASCII: false) }.joined()
    return text.unicodeScalars.count > 40 ? "\"\(shown)...\"" : "\"\(shown)\""
  }
}

extension DataFileError: CustomStringConvertible {
  package var description: String {
    let place = other.map { "; the first is at \($0)" } ?? ""
    return "\(position): \(kind.rawValue): found \(seen), expected \(expected)\(place)"
  }
}
