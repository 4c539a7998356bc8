// SPDX-License-Identifier: Apache-2.0

/// A place in bytes that is no JSON, or beyond a limit.
public struct JSONFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The token that was expected at the place.
  public enum Expected: String, Sendable {
    case name = "a name or '}'"
    case colon = "':'"
    case commaOrBrace = "',' or '}'"
    case commaOrBracket = "',' or ']'"
    case value = "a value"
    case end = "the end"
    case character = "a character"
    case escape = "an escape"
  }

  /// The forms of faults.
  public enum Kind: Sendable, Hashable {
    case found(UInt8, expected: Expected)
    case endsEarly
    case invalidScalar
    case tooDeep(most: Int)
    case tooLarge(most: Int)
  }

  /// The form of this fault.
  public let kind: Kind
  /// The number of bytes before the fault.
  public let offset: Int

  init(_ kind: Kind, at offset: Int) { (self.kind, self.offset) = (kind, offset) }

  /// The fault in a sentence, with its place and what was expected there.
  public var description: String {
    switch kind {
    case .found(let byte, let expected):
      let seen = byte > 0x20 && byte < 0x7F ? "'\(Character(UnicodeScalar(byte)))'" : "byte \(byte)"
      return "there is \(seen) at byte \(offset); expected \(expected.rawValue)"
    case .endsEarly: return "the bytes end at byte \(offset), within a value"
    case .invalidScalar:
      return "there is no number, true, false or null before byte \(offset); expected a value"
    case .tooDeep(let most):
      return "there are more than \(most) levels at byte \(offset)"
    case .tooLarge(let most):
      return "an object of there are more than \(most) bytes at byte \(offset)"
    }
  }
}
