// SPDX-License-Identifier: Apache-2.0

/// A syntax error in a JSON text, or a limit exceeded.
package struct JSONFault: Error, Equatable, Sendable {
  /// The kind of error, without any input, so that it may label a metric.
  package enum Kind: String, Sendable, CaseIterable {
    case unexpectedEnd = "unexpected end"
    case unexpectedByte = "unexpected byte"
    case encoding = "not UTF-8"
    case tooManyBytes = "too many bytes"
    case tooDeep = "too deep"
    case tooManyNodes = "too many nodes"
  }

  /// The expected input.
  package enum Expectation: String, Sendable, CaseIterable {
    case value = "a value"
    case name = "a name in quotes"
    case firstName = "a name in quotes, or }"
    case colon = "a colon"
    case nextMember = "a comma, or }"
    case nextElement = "a comma, or ]"
    case digit = "a digit"
    case escape = "one of \" \\ / b f n r t u"
    case hexadecimal = "a hexadecimal digit"
    case character = "a character, or the closing quote"
    case encoding = "UTF-8"
    case end = "nothing after the value"
    case fewerBytes = "fewer bytes"
    case lessDepth = "less depth"
    case fewerNodes = "fewer nodes"
  }

  package let kind: Kind
  /// The offset in bytes, from 0.
  package let offset: Int
  /// The byte at the offset; `nil` at the end.
  package let seen: UInt8?
  package let expected: Expectation
  /// The limit that was exceeded.
  package let limit: Int?

  init(
    _ kind: Kind,
    at offset: Int,
    seen: UInt8? = nil,
    expected: Expectation,
    limit: Int? = nil
  ) {
    self.kind = kind
    self.offset = offset
    self.seen = seen
    self.expected = expected
    self.limit = limit
  }

  /// Returns the line and column of the error in `bytes`, the input: both from 1, columns in
  /// Unicode characters.
  package func position(in bytes: Span<UInt8>) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for index in 0..<min(max(offset, 0), bytes.count) {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}

extension JSONFault: CustomStringConvertible {
  package var description: String {
    if let limit { return "byte \(offset): \(kind.rawValue), expected at most \(limit)" }
    return "byte \(offset): \(kind.rawValue)\(shown), expected \(expected.rawValue)"
  }

  private var shown: String {
    guard let seen else { return "" }
    guard seen > 0x20 && seen < 0x7F else { return " 0x" + String(seen, radix: 16) }
    return " \(Character(Unicode.Scalar(seen)))"
  }
}
