// SPDX-License-Identifier: Apache-2.0

/// Leaves out of a script what only people need: comments on lines of their own, blanks that part no
/// words, and long names. Texts, regular expressions and the names of properties stay as they are.
enum CompactScript {
  static func text(of script: String) -> String {
    let lines = script.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
      .map { ScriptToken.tokens(of: $0) }
    let names = shortNames(for: lines)
    return lines.map { compacted($0, names) + "\n" }.joined()
  }

  private static func compacted(_ line: [ScriptToken], _ names: [String: String]) -> String {
    var text = ""
    var last: ScriptToken?
    for token in line {
      if last?.kind == .word, token.kind == .word { text += " " }
      let isProperty = last?.text == "."
      text += token.kind == .word && !isProperty ? names[token.text] ?? token.text : token.text
      last = token
    }
    return text
  }

  /// What the language or its surroundings call something, and what CloudFront calls.
  private static let fixed: Set<String> = [
    "Boolean", "Object", "break", "continue", "delete", "else", "false", "for", "function",
    "handler",
    "parseInt", "return", "true", "undefined", "var", "while",
  ]

  /// A letter or two for each name that is never a property's or a key's.
  private static func shortNames(for lines: [[ScriptToken]]) -> [String: String] {
    var names: Set<String> = []
    var others = fixed
    for line in lines {
      for (index, token) in line.enumerated() where token.kind == .word {
        let isProperty = index > 0 && line[index - 1].text == "."
        let isKey = index + 1 < line.count && line[index + 1].text == ":"
        if isProperty || isKey { others.insert(token.text) } else { names.insert(token.text) }
      }
    }
    var short =
      letters.map { String($0) } + letters.flatMap { first in letters.map { "\(first)\($0)" } }
    let taken = names.union(others)
    short.removeAll { taken.contains($0) || ["do", "if", "in", "of"].contains($0) }
    let long = names.subtracting(others).filter { $0.count > 2 && $0.first?.isNumber == false }
    return Dictionary(zip(long.sorted(), short)) { first, _ in first }
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")
}

/// A piece of a script's line that is not parted.
struct ScriptToken {
  enum Kind {
    /// A name, a keyword or a number.
    case word
    /// A text or a regular expression.
    case literal
    case sign
  }

  let kind: Kind
  let text: String

  /// The pieces of a line; blanks are none.
  static func tokens(of line: some StringProtocol) -> [ScriptToken] {
    let line = Array(line)
    var tokens: [ScriptToken] = []
    var index = 0
    while index < line.count {
      let start = index
      if "'\"".contains(line[start]) || line[start] == "/" && beginsExpression(after: tokens.last) {
        index = end(of: line, from: start)
        tokens.append(ScriptToken(kind: .literal, text: String(line[start..<index])))
      } else if isWord(line[start]) {
        while index < line.count, isWord(line[index]) { index += 1 }
        tokens.append(ScriptToken(kind: .word, text: String(line[start..<index])))
      } else {
        index += 1
        if line[start] != " " { tokens.append(ScriptToken(kind: .sign, text: String(line[start]))) }
      }
    }
    return tokens
  }

  /// Whether a slash stands where a value is to begin.
  private static func beginsExpression(after token: ScriptToken?) -> Bool {
    guard let token else { return true }
    return token.kind == .sign && "(,=:[!&|?{};".contains(token.text) || token.text == "return"
  }

  /// Behind the text or regular expression that begins here.
  private static func end(of line: [Character], from start: Int) -> Int {
    var index = start + 1
    var isClass = false
    while index < line.count {
      let character = line[index]
      if character == "\\" {
        index += 1
      } else if line[start] == "/", "[]".contains(character) {
        isClass = character == "["
      } else if character == line[start], !isClass {
        return index + 1
      }
      index += 1
    }
    return line.count
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }
}
