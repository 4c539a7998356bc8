// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A pattern of media types: `application/json`, `application/*+json`, `text/*`, `*/*`.
package struct MediaPattern: Sendable, Hashable, CustomStringConvertible {
  private enum Rest: Hashable {
    case exact([UInt8])
    case any
    /// A structured syntax suffix (RFC 6838 section 4.2.8), with its plus sign.
    case suffix([UInt8])
  }

  /// The type in lower case with its slash; `nil` for any.
  private let type: [UInt8]?
  private let rest: Rest
  /// The pattern as it was written.
  package let description: String

  /// `nil` for a text that is no pattern; a pattern has no parameters.
  package init?(_ text: String) {
    let parts = text.lowercased().split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, MediaPattern.isToken(parts[0]) else { return nil }
    let subtype = parts[1]
    if subtype == "*" {
      rest = .any
    } else if subtype.hasPrefix("*+") {
      guard MediaPattern.isToken(subtype.dropFirst(2)) else { return nil }
      rest = .suffix(Array(subtype.dropFirst().utf8))
    } else {
      guard MediaPattern.isToken(subtype) else { return nil }
      rest = .exact(Array(subtype.utf8))
    }
    guard parts[0] != "*" || rest == .any else { return nil }
    type = parts[0] == "*" ? nil : Array(parts[0].utf8) + [UInt8(ascii: "/")]
    description = text
  }

  /// Whether a Content-Type matches; its parameters are ignored.
  package func matches(_ contentType: Span<UInt8>) -> Bool {
    let end = contentType.firstIndex(of: UInt8(ascii: ";")) ?? contentType.count
    let essence = contentType.extracting(first: end).trimmed
    guard let slash = essence.firstIndex(of: UInt8(ascii: "/")), slash > 0 else { return false }
    if let type, !essence.extracting(first: slash + 1).matches(ignoringCase: type.span) {
      return false
    }
    let subtype = essence.extracting((slash + 1)...)
    switch rest {
    case .any: return subtype.count > 0
    case .exact(let bytes): return subtype.matches(ignoringCase: bytes.span)
    case .suffix(let bytes):
      guard subtype.count > bytes.count else { return false }
      return subtype.extracting(last: bytes.count).matches(ignoringCase: bytes.span)
    }
  }

  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        $0.isLetter || $0.isDigit || "!#$&-^_.+*".utf8.contains($0)
      } && (text == "*" || !text.contains("*"))
  }
}
