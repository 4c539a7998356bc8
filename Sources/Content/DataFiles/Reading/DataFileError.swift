// SPDX-License-Identifier: Apache-2.0

/// An error of reading or writing a data file.
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
  /// The input found.
  package let seen: String
  package let expected: String
  /// The earlier of two conflicting places.
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

  /// Returns a text in quotes, shortened for a message.
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
