// SPDX-License-Identifier: Apache-2.0

/// Writes regular expressions for one of many texts, short where they begin alike. They are the same
/// in all languages that edges speak, and hold no group that captures.
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

  /// One of the texts and nothing else; what no text is if there are none.
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

  /// A text that stands for itself.
  static func escaped(_ text: String) -> String { text.map { escaped($0) }.joined() }

  private static func escaped(_ character: Character) -> String {
    "\\^$.|?*+()[]{}".contains(character) ? "\\\(character)" : String(character)
  }

  /// A character between brackets.
  private static func inClass(_ character: Character) -> String {
    "\\^[]-".contains(character) ? "\\\(character)" : String(character)
  }
}
