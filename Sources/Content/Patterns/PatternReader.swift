// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Parses the grammar of RFC 9485 section 3.
struct PatternReader {
  private let text: [Unicode.Scalar]
  private(set) var index = 0
  private var depth = 0

  init(_ text: [UInt8]) { self.text = Array(String(decoding: text, as: UTF8.self).unicodeScalars) }

  var next: Unicode.Scalar? { index < text.count ? text[index] : nil }

  func isNext(_ character: Unicode.Scalar, then second: Unicode.Scalar) -> Bool {
    index + 1 < text.count && text[index] == character && text[index + 1] == second
  }

  mutating func readPattern() throws(TextFault) -> Pattern {
    guard text.count <= IRegexp.mostCharacters else {
      throw TextFault(
        at: IRegexp.mostCharacters,
        seen: "\(text.count) characters",
        expected: "at most \(IRegexp.mostCharacters)"
      )
    }
    let pattern = try readBranches()
    guard index == text.count else { throw fault("the end") }
    return pattern
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == character else { return false }
    index += 1
    return true
  }

  mutating func skip() { index += 1 }

  mutating func readNext() throws(TextFault) -> Unicode.Scalar {
    guard let next else { throw fault("a character") }
    index += 1
    return next
  }

  func fault(_ expected: String) -> TextFault {
    let seen = next.map { "\"\($0.escaped(asASCII: false))\"" } ?? "the end"
    return TextFault(at: index, seen: seen, expected: expected)
  }

  private mutating func readBranches() throws(TextFault) -> Pattern {
    var branches = [try readBranch()]
    while take("|") { branches.append(try readBranch()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func readBranch() throws(TextFault) -> Pattern {
    var pieces: [Pattern] = []
    while let next, next != "|", next != ")" {
      pieces.append(try readQuantifier(of: try readAtom()))
    }
    return pieces.count == 1 ? pieces[0] : .sequence(pieces)
  }

  private mutating func readAtom() throws(TextFault) -> Pattern {
    let character = try readNext()
    switch character {
    case "(": return try readGroup()
    case "[": return .set(try readSet())
    case ".": return .set(.dot)
    case "^": return .start
    case "$": return .end
    case "\\": return try readEscape()
    case "*", "+", "?", "{", "}", "]":
      index -= 1
      throw fault("a character, or a backslash before this one")
    default: return .character(character.value)
    }
  }

  private mutating func readGroup() throws(TextFault) -> Pattern {
    guard depth < IRegexp.mostDepth else {
      let expected = "at most \(IRegexp.mostDepth) parentheses in one another"
      throw TextFault(at: index, seen: "another one", expected: expected)
    }
    depth += 1
    let pattern = try readBranches()
    guard take(")") else { throw fault("a closing parenthesis") }
    depth -= 1
    return pattern
  }

  private mutating func readEscape() throws(TextFault) -> Pattern {
    if let categories = try readCategories() { return .set(CharacterSet(categories)) }
    return .character(try readSingleEscape().value)
  }

  /// Parses a category escape after a backslash; `nil` if it is none.
  mutating func readCategories() throws(TextFault) -> CategorySet? {
    guard next == "p" || next == "P" else { return nil }
    let isInverted = next == "P"
    index += 1
    guard take("{") else { throw fault("{ and a category") }
    let start = index
    var name: [Unicode.Scalar] = []
    while let letter = next, letter != "}", name.count < 3 {
      name.append(letter)
      index += 1
    }
    guard take("}") else { throw fault("} behind the category") }
    guard let categories = CategorySet(named: name) else {
      index = start
      throw fault("a category such as Lu")
    }
    return isInverted ? categories.inverted : categories
  }

  /// Parses a single-character escape after a backslash.
  mutating func readSingleEscape() throws(TextFault) -> Unicode.Scalar {
    let character = try readNext()
    switch character {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}": return character
    // Not in the grammar, but needed since `$` is an anchor here.
    case "$": return character
    default:
      index -= 1
      throw fault("n, r, t, p, P or a character with a meaning")
    }
  }

  private mutating func readQuantifier(of atom: Pattern) throws(TextFault) -> Pattern {
    if take("*") { return .repeated(atom, least: 0, most: nil) }
    if take("+") { return .repeated(atom, least: 1, most: nil) }
    if take("?") { return .repeated(atom, least: 0, most: 1) }
    guard take("{") else { return atom }
    let start = index
    let least = try readCount()
    var most: Int? = least
    if take(",") { most = next == "}" ? nil : try readCount() }
    guard take("}") else { throw fault("} behind the count") }
    if let most, most < least {
      throw TextFault(at: start, seen: "\(most) behind \(least)", expected: "the lower count first")
    }
    return .repeated(atom, least: least, most: most)
  }

  /// Counts too large to expand are all treated alike.
  private mutating func readCount() throws(TextFault) -> Int {
    let start = index
    var value = 0
    while let digit = next, ("0"..."9").contains(digit) {
      value = min(value * 10 + Int(digit.value) - 0x30, 1_000_000)
      index += 1
    }
    guard index > start else { throw fault("a digit") }
    return value
  }
}
