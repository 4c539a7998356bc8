// SPDX-License-Identifier: Apache-2.0

/// Minifies a script: removes lines that are comments, ends of lines and needless blanks, and shortens
/// names. Strings, regular expressions and names of CloudFront's properties stay as they are.
enum CompactScript {
  static func text(of script: String) -> String {
    let lines = script.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
      .map { ScriptToken.tokens(of: $0) }
    let names = shortNames(for: lines)
    var text = ""
    var last: ScriptToken?
    for line in lines {
      for (index, token) in line.enumerated() {
        if last?.kind == .word, token.kind == .word { text += " " }
        text += isOwn(index, in: line) ? names[token.text] ?? token.text : token.text
        last = token
      }
      // Every statement ends with its sign, so that nothing depends on where lines end.
    }
    return text + "\n"
  }

  /// Whether a word of a line is a name that may be written shorter.
  private static func isOwn(_ index: Int, in line: [ScriptToken]) -> Bool {
    line[index].kind == .word
      && (!isMember(index, in: line) || ScriptRules.memberNames.contains(line[index].text))
  }

  private static func isMember(_ index: Int, in line: [ScriptToken]) -> Bool {
    index > 0 && line[index - 1].text == "."
      || index + 1 < line.count && line[index + 1].text == ":"
  }

  /// Names of the language, and of the function that CloudFront calls.
  private static let fixed: Set<String> = [
    "Boolean", "Object", "break", "continue", "delete", "else", "false", "for", "function",
    "handler",
    "parseInt", "return", "true", "undefined", "var", "while",
  ]

  /// A letter or two for each name that is never one of a property or key.
  private static func shortNames(for lines: [[ScriptToken]]) -> [String: String] {
    var names: Set<String> = []
    var others = fixed
    for line in lines {
      for (index, token) in line.enumerated() where token.kind == .word {
        if isOwn(index, in: line) { names.insert(token.text) } else { others.insert(token.text) }
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

/// A token of a line of a script.
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

  /// The tokens of a line, without blanks.
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

  /// Whether a slash begins a regular expression and does not divide.
  private static func beginsExpression(after token: ScriptToken?) -> Bool {
    guard let token else { return true }
    return token.kind == .sign && "(,=:[!&|?{};".contains(token.text) || token.text == "return"
  }

  /// The end of the string or regular expression that begins here.
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
