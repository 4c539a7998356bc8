// SPDX-License-Identifier: Apache-2.0

/// Writes a regular expression that matches one of many texts, short where these begin alike. Every edge
/// understands it, and it captures nothing.
struct AlternativesPattern {
  private var ends = false
  private var next: [Character: AlternativesPattern] = [:]

  init(_ texts: some Sequence<String>) {
    for text in texts { insert(text[...]) }
  }

  private mutating func insert(_ text: Substring) {
    guard let first = text.first else {
      ends = true
      return
    }
    next[first, default: AlternativesPattern([])].insert(text.dropFirst())
  }

  /// The expression; matches nothing where there are no texts.
  var pattern: String {
    if next.isEmpty { return ends ? "" : "(?!)" }
    let leaves = next.filter { $0.value.ends && $0.value.next.isEmpty }.keys.sorted()
    var branches: [String] = []
    if leaves.count == 1 {
      branches.append(AlternativesPattern.escaped(leaves[0]))
    } else if leaves.count > 1 {
      branches.append("[\(leaves.map { AlternativesPattern.inClass($0) }.joined())]")
    }
    for (character, rest) in next.sorted(by: { $0.key < $1.key }) where !leaves.contains(character)
    {
      branches.append(AlternativesPattern.escaped(character) + rest.pattern)
    }
    let isOne = branches.count == 1
    guard ends else { return isOne ? branches[0] : "(?:\(branches.joined(separator: "|")))" }
    let isAtom = isOne && (leaves.count > 1 || branches[0].count == 1)
    return isAtom ? "\(branches[0])?" : "(?:\(branches.joined(separator: "|")))?"
  }

  /// A text in which no character has a special meaning.
  static func escaped(_ text: String) -> String { text.map { escaped($0) }.joined() }

  private static func escaped(_ character: Character) -> String {
    "\\^$.|?*+()[]{}".contains(character) ? "\\\(character)" : String(character)
  }

  /// A character as it is written between brackets.
  private static func inClass(_ character: Character) -> String {
    "\\^[]-".contains(character) ? "\\\(character)" : String(character)
  }
}
