// SPDX-License-Identifier: Apache-2.0

import FileShapes

/// A path of documents in which `*` stands for any part, slashes too: `products/*`.
package struct PathPattern: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package func matches(_ path: String) -> Bool {
    let parts = text.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return text == path }
    guard path.hasPrefix(parts[0]) else { return false }
    var rest = path.dropFirst(parts[0].count)
    for part in parts[1..<(parts.count - 1)] where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }

  static let shape = Shape<String>.text.converted(to: { PathPattern($0) }, from: \.text)
}
