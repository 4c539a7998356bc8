// SPDX-License-Identifier: Apache-2.0

/// Error of reading or writing a structured field.
package struct StructuredFieldError: Error, Sendable, Equatable {
  /// Text that was expected.
  package enum Expectation: String, Sendable {
    case value = "a value"
    case key = "a key in lower case"
    case digit = "a digit"
    case fewerDigits = "at most 15 digits, or 12 before a point"
    case fraction = "one to three digits behind the point"
    case separator = "a comma and a member behind it"
    case innerListEnd = "a blank or the end of the inner list"
    case end = "the end of the field"
    case quote = "a quote that closes the string"
    case stringCharacter = "a printable ASCII character"
    case escape = "an escaped quote or backslash"
    case hexadecimal = "two lower-case hexadecimal digits"
    case utf8 = "UTF-8"
    case base64 = "base64 between colons"
    case boolean = "0 or 1"
    case token = "a token"
    case integerInRange = "an integer of at most 15 digits"
  }

  package let expected: Expectation
  /// Where in the joined value; 0 when writing.
  package let position: Int
  /// Byte at the position, `nil` at the end.
  package let found: UInt8?
}

extension StructuredFieldError: CustomStringConvertible {
  package var description: String {
    let seen = found.map { "byte 0x" + String($0, radix: 16) } ?? "the end"
    return "structured field: expected \(expected.rawValue) at \(position), found \(seen)"
  }
}
