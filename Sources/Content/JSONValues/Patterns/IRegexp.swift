// SPDX-License-Identifier: Apache-2.0

/// A regular expression of RFC 9485, the common part of what regular expressions are elsewhere.
///
/// It is run as a set of states that go through the text side by side (Thompson's way), so its cost
/// is the length of the text times the size of the pattern at most, whatever both are. One thing is
/// not as the grammar has it: `^` and `$` mean the start and the end of the text, as they do in the
/// dialects that section 5 maps to, and as everybody means them.
package struct IRegexp: Sendable {
  /// Of a pattern, in characters.
  package static let mostCharacters = 4_096
  /// Of parentheses inside each other.
  package static let mostDepth = 64
  /// Of the program that it becomes: repetitions are written out.
  package static let mostInstructions = 8_192

  /// The pattern in UTF-8.
  package let text: [UInt8]
  let program: PatternProgram

  package init(_ text: [UInt8]) throws(IRegexpFault) {
    self.text = text
    var reader = PatternReader(text)
    program = try PatternProgram(try reader.readPattern())
  }

  package init(_ text: String) throws(IRegexpFault) { try self.init(Array(text.utf8)) }

  /// Whether the whole of `subject`, which is UTF-8, is of the pattern.
  package func matches(_ subject: Span<UInt8>) -> Bool {
    var run = PatternRun(program)
    return run.matches(subject, isWhole: true) { _ throws(Never) in }
  }

  /// Whether some part of `subject`, which is UTF-8, is of the pattern.
  package func isFound(in subject: Span<UInt8>) -> Bool {
    var run = PatternRun(program)
    return run.matches(subject, isWhole: false) { _ throws(Never) in }
  }
}

extension IRegexp: Hashable {
  package static func == (one: IRegexp, other: IRegexp) -> Bool { one.text == other.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
