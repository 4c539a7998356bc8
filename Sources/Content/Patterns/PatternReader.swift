// SPDX-License-Identifier: Apache-2.0

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

  mutating func readPattern() throws(IRegexpFault) -> Pattern {
    guard text.count <= IRegexp.mostCharacters else {
      throw IRegexpFault(.tooLong, at: IRegexp.mostCharacters)
    }
    let pattern = try readBranches()
    guard index == text.count else { throw fault() }
    return pattern
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == character else { return false }
    index += 1
    return true
  }

  mutating func skip() { index += 1 }

  mutating func readNext() throws(IRegexpFault) -> Unicode.Scalar {
    guard let next else { throw fault() }
    index += 1
    return next
  }

  func fault() -> IRegexpFault {
    IRegexpFault(index < text.count ? .unexpectedCharacter : .unexpectedEnd, at: index)
  }

  private mutating func readBranches() throws(IRegexpFault) -> Pattern {
    var branches = [try readBranch()]
    while take("|") { branches.append(try readBranch()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func readBranch() throws(IRegexpFault) -> Pattern {
    var pieces: [Pattern] = []
    while let next, next != "|", next != ")" {
      pieces.append(try readQuantifier(of: try readAtom()))
    }
    return pieces.count == 1 ? pieces[0] : .sequence(pieces)
  }

  private mutating func readAtom() throws(IRegexpFault) -> Pattern {
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
      throw fault()
    default: return .character(character.value)
    }
  }

  private mutating func readGroup() throws(IRegexpFault) -> Pattern {
    guard depth < IRegexp.mostDepth else { throw IRegexpFault(.tooDeep, at: index) }
    depth += 1
    let pattern = try readBranches()
    guard take(")") else { throw fault() }
    depth -= 1
    return pattern
  }

  private mutating func readEscape() throws(IRegexpFault) -> Pattern {
    if let categories = try readCategories() { return .set(CharacterSet(categories)) }
    return .character(try readSingleEscape().value)
  }

  /// Parses a category escape after a backslash; `nil` if it is none.
  mutating func readCategories() throws(IRegexpFault) -> CategorySet? {
    guard next == "p" || next == "P" else { return nil }
    let isInverted = next == "P"
    index += 1
    guard take("{") else { throw fault() }
    let start = index
    var name: [Unicode.Scalar] = []
    while let letter = next, letter != "}", name.count < 3 {
      name.append(letter)
      index += 1
    }
    guard take("}") else { throw fault() }
    guard let categories = CategorySet(named: name) else {
      throw IRegexpFault(.unexpectedCharacter, at: start)
    }
    return isInverted ? categories.inverted : categories
  }

  /// Parses a single-character escape after a backslash.
  mutating func readSingleEscape() throws(IRegexpFault) -> Unicode.Scalar {
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
      throw fault()
    }
  }

  private mutating func readQuantifier(of atom: Pattern) throws(IRegexpFault) -> Pattern {
    if take("*") { return .repeated(atom, least: 0, most: nil) }
    if take("+") { return .repeated(atom, least: 1, most: nil) }
    if take("?") { return .repeated(atom, least: 0, most: 1) }
    guard take("{") else { return atom }
    let start = index
    let least = try readCount()
    var most: Int? = least
    if take(",") { most = next == "}" ? nil : try readCount() }
    guard take("}") else { throw fault() }
    if let most, most < least { throw IRegexpFault(.rangeBackwards, at: start) }
    return .repeated(atom, least: least, most: most)
  }

  /// Counts too large to expand are all treated alike.
  private mutating func readCount() throws(IRegexpFault) -> Int {
    let start = index
    var value = 0
    while let digit = next, ("0"..."9").contains(digit) {
      value = min(value * 10 + Int(digit.value) - 0x30, 1_000_000)
      index += 1
    }
    guard index > start else { throw fault() }
    return value
  }
}
