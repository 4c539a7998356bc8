// SPDX-License-Identifier: Apache-2.0

import Bytes
import Patterns

extension Evaluation {
  /// Implements `match` and `search` (sections 2.4.6 and 2.4.7); only strings can match.
  mutating func matches(
    _ subject: Operand,
    _ source: PatternSource,
    isWhole: Bool,
    for current: JSONNode
  ) throws(TextFault) -> Bool {
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
    try spend(1 + pattern.size / 16)
    return try pattern.matches(bytes.span, isWhole: isWhole) { (states) throws(TextFault) in
      try spend(1 + states / 4)
    }
  }

  /// Parses a pattern from the document; the last one is cached.
  private mutating func pattern(_ text: [UInt8]) throws(TextFault) -> IRegexp? {
    if let lastPattern, lastPattern.text == text { return lastPattern.pattern }
    // A short text may compile to a large program, so its cost is charged first.
    try spend(64 + text.count * 4)
    let pattern = try? IRegexp(text)
    try spend((pattern?.size ?? IRegexp.mostInstructions) / 2)
    lastPattern = (text, pattern)
    return pattern
  }
}
