// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// A regular expression of RFC 9485 (I-Regexp), the interoperable subset of other dialects.
///
/// It is run as a nondeterministic automaton (Thompson's algorithm), so its cost is at most the
/// length of the text times the size of the pattern. One deviation from the grammar: `^` and `$`
/// are anchors, as in the dialects that section 5 maps to.
package struct IRegexp: Sendable {
  /// The longest pattern, in characters.
  package static let mostCharacters = 4_096
  /// The deepest nesting of parentheses.
  package static let mostDepth = 64
  /// The largest compiled program, in which repetitions are expanded.
  package static let mostInstructions = 8_192

  /// The pattern in UTF-8.
  package let text: [UInt8]
  let program: PatternProgram

  package init(_ text: [UInt8]) throws(TextFault) {
    self.text = text
    var reader = PatternReader(text)
    program = try PatternProgram(try reader.readPattern())
  }

  package init(_ text: String) throws(TextFault) { try self.init(Array(text.utf8)) }

  /// Returns whether the pattern matches all of `subject`, in UTF-8.
  package func matches(_ subject: Span<UInt8>) -> Bool {
    var run = PatternRun(program)
    return run.matches(subject, isWhole: true) { _ throws(Never) in }
  }

  /// The number of the compiled program's instructions, which the cost of a match grows with.
  package var size: Int { program.instructions.count }

  /// Returns whether the pattern matches all of `subject`, or a part of it, and reports to `work` the
  /// number of states for each character.
  package func matches<E: Error>(
    _ subject: Span<UInt8>,
    isWhole: Bool,
    work: (Int) throws(E) -> Void
  ) throws(E) -> Bool {
    var run = PatternRun(program)
    return try run.matches(subject, isWhole: isWhole, work: work)
  }

  /// Returns whether the pattern matches a part of `subject`, in UTF-8.
  package func isFound(in subject: Span<UInt8>) -> Bool {
    var run = PatternRun(program)
    return run.matches(subject, isWhole: false) { _ throws(Never) in }
  }
}

extension IRegexp: Hashable {
  package static func == (one: IRegexp, other: IRegexp) -> Bool { one.text == other.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
