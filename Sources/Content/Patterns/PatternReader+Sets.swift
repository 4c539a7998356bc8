// SPDX-License-Identifier: Apache-2.0

import Bytes

extension PatternReader {
  /// Parses a set after its opening bracket. A hyphen is literal only at either end.
  mutating func readSet() throws(TextFault) -> CharacterSet {
    var set = CharacterSet(negated: take("^"))
    var isFirst = true
    while isFirst || next != "]" {
      if next == "-" {
        guard isFirst || isNext("-", then: "]") else {
          throw fault("a hyphen at the beginning or the end of the set only")
        }
        skip()
        set.insert(0x2D...0x2D)
      } else {
        try readItem(into: &set)
      }
      isFirst = false
    }
    skip()
    return set
  }

  private mutating func readItem(into set: inout CharacterSet) throws(TextFault) {
    if take("\\") {
      if let categories = try readCategories() { return set.insert(categories) }
      return try readRange(from: try readSingleEscape(), into: &set)
    }
    try readRange(from: try readPlain(), into: &set)
  }

  private mutating func readRange(
    from first: Unicode.Scalar,
    into set: inout CharacterSet
  ) throws(TextFault) {
    guard next == "-", !isNext("-", then: "]") else {
      return set.insert(first.value...first.value)
    }
    let start = index
    skip()
    let last = take("\\") ? try readSingleEscape() : try readPlain()
    guard first <= last else {
      let seen = "\(first.escaped(asASCII: false))-\(last.escaped(asASCII: false))"
      throw TextFault(at: start, seen: seen, expected: "the lower character first")
    }
    set.insert(first.value...last.value)
  }

  private mutating func readPlain() throws(TextFault) -> Unicode.Scalar {
    if next == "[" || next == "]" || next == "-" || next == "\\" {
      throw fault("a character, or a backslash before this one")
    }
    return try readNext()
  }
}
