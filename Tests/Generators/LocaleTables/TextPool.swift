// SPDX-License-Identifier: Apache-2.0

/// Texts that stand in many tables, each once.
struct TextPool {
  private(set) var texts: [String] = []
  private var numbers: [[UInt8]: Int] = [:]

  /// The number of a text in radix 36. Texts are the same if their bytes are.
  mutating func number(of text: String) -> String {
    let key = Array(text.utf8)
    if let known = numbers[key] { return String(known, radix: 36) }
    numbers[key] = texts.count
    texts.append(text)
    return String(texts.count - 1, radix: 36)
  }
}
