// SPDX-License-Identifier: Apache-2.0

import Bytes
package import FileShapes
import HTTPValues

/// A path of documents in which `*` stands for any part, slashes too: `products/*`.
package struct PathPattern: Sendable, Hashable {
  package let text: String
  /// The bytes between its stars.
  private let parts: [[UInt8]]
  /// The same without percent coding.
  private let decodedParts: [[UInt8]]

  package init(_ text: String) {
    self.text = text
    parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
      .map { Array($0) }
    decodedParts = parts.map { PercentCoding.decode($0.span) ?? $0 }
  }

  package func matches(_ path: String) -> Bool {
    PathPattern.matches(path.utf8Span.span, parts)
  }

  /// Whether the pattern matches a path without percent encoding.
  package func matches(decoded path: Span<UInt8>) -> Bool {
    PathPattern.matches(path, decodedParts)
  }

  private static func matches(_ path: Span<UInt8>, _ parts: [[UInt8]]) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return parts.first.map { path.matches($0.span) } ?? path.isEmpty
    }
    guard path.count >= first.count + last.count,
      path.extracting(first: first.count).matches(first.span),
      path.extracting((path.count - last.count)...).matches(last.span)
    else { return false }
    let middle = path.extracting(first.count..<(path.count - last.count))
    var start = 0
    for part in parts[1..<(parts.count - 1)] where !part.isEmpty {
      guard let found = PathPattern.index(of: part.span, in: middle, from: start) else {
        return false
      }
      start = found + part.count
    }
    return true
  }

  private static func index(
    of part: Span<UInt8>,
    in bytes: Span<UInt8>,
    from start: Int
  ) -> Int? {
    var index = start
    while index + part.count <= bytes.count {
      if bytes.extracting(index..<(index + part.count)).matches(part) { return index }
      index += 1
    }
    return nil
  }

  package static let shape = Shape<String>.text.converted(to: { PathPattern($0) }, from: \.text)
}
