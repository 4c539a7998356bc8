// SPDX-License-Identifier: Apache-2.0

extension Evaluation {
  /// `match` and `search` (sections 2.4.6 and 2.4.7): what is no string matches nothing.
  mutating func matches(
    _ subject: Operand,
    _ source: PatternSource,
    isWhole: Bool,
    for current: JSONNode
  ) throws(JSONPathFault) -> Bool {
    let subject = try comparand(subject, for: current)
    guard subject.isString else { return false }
    let pattern: IRegexp
    switch source {
    case .invalid: return false
    case .written(let written): pattern = written
    case .operand(let operand):
      let value = try comparand(operand, for: current)
      guard value.isString, let found = try self.pattern(try text(of: value)) else { return false }
      pattern = found
    }
    let bytes = try text(of: subject)
    try spend(1 + pattern.program.instructions.count / 16)
    var run = PatternRun(pattern.program)
    return try run.matches(bytes.span, isWhole: isWhole) { (states) throws(JSONPathFault) in
      try spend(1 + states / 4)
    }
  }

  /// Reads a pattern of the document, unless it is the one that was read last.
  private mutating func pattern(_ text: [UInt8]) throws(JSONPathFault) -> IRegexp? {
    if let lastPattern, lastPattern.text == text { return lastPattern.pattern }
    // A short text may be a large program: it is paid for before it is made.
    try spend(64 + text.count * 4)
    let pattern = try? IRegexp(text)
    try spend((pattern?.program.instructions.count ?? IRegexp.mostInstructions) / 2)
    lastPattern = (text, pattern)
    return pattern
  }
}
