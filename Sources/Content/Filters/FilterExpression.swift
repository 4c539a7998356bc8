// SPDX-License-Identifier: Apache-2.0

package import Bytes
import Patterns

/// A regular expression of a filter: that of RFC 9485 with the shorthands `\d`, `\w`, `\s`, `\/` and `(?:`, which
/// people write without thinking. Its cost grows with the text, whatever the expression is.
package struct FilterExpression: Sendable, Hashable {
  /// The expression as it was written.
  package let source: String
  private let pattern: IRegexp

  package init(_ source: String) throws(TextFault) {
    self.source = source
    pattern = try IRegexp(FilterExpression.plain(source))
  }

  /// Returns whether it matches a part of a text.
  package func isFound(in text: String) -> Bool { pattern.isFound(in: text.utf8Span.span) }

  /// Returns whether it matches all of a text.
  package func matches(_ text: String) -> Bool { pattern.matches(text.utf8Span.span) }

  private static let shorthands: [Character: String] = [
    "d": "0-9", "w": "0-9A-Za-z_", "s": " \\t\\r\\n",
  ]

  /// The expression without shorthands.
  private static func plain(_ source: String) -> String {
    var plain = ""
    var rest = source[...]
    var isInClass = false
    while let letter = rest.popFirst() {
      switch letter {
      case "\\":
        guard let escaped = rest.popFirst() else { return plain + "\\" }
        if let set = shorthands[escaped] {
          plain += isInClass ? set : "[\(set)]"
        } else {
          plain += escaped == "/" ? "/" : "\\\(escaped)"
        }
      case "(" where !isInClass && rest.hasPrefix("?:"):
        rest = rest.dropFirst(2)
        plain += "("
      default:
        if letter == "[" { isInClass = true }
        if letter == "]" { isInClass = false }
        plain.append(letter)
      }
    }
    return plain
  }
}
