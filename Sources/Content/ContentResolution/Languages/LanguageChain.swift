// SPDX-License-Identifier: Apache-2.0

/// The published languages that fit a visitor, best first: up to eight numbers of eight bits in one
/// integer.
///
/// A chain is its own small number: it can be kept, compared and cached without a table of all
/// chains, which outsiders could fill. What completes a language (`es` after `es-419`) follows from
/// the language and is asked of the matcher, as is the site's default.
package struct LanguageChain: Hashable, Sendable {
  /// Each language's number plus one, the first in the lowest byte; zero ends the chain.
  package private(set) var rawValue: UInt64 = 0

  package static let empty = LanguageChain()

  private init() {}

  package init(_ languages: some Sequence<LanguageIndex>) {
    for language in languages { append(language) }
  }

  package var isEmpty: Bool { rawValue == 0 }

  package var count: Int { 8 - rawValue.leadingZeroBitCount / 8 }

  package subscript(index: Int) -> LanguageIndex {
    precondition(index >= 0 && index < count)
    return LanguageIndex(rawValue: UInt8(truncatingIfNeeded: rawValue >> UInt64(index * 8)) - 1)
  }

  package var first: LanguageIndex? { isEmpty ? nil : self[0] }

  package func contains(_ language: LanguageIndex) -> Bool {
    for index in 0..<count where self[index] == language { return true }
    return false
  }

  /// Adds a language unless it is there or eight are.
  mutating func append(_ language: LanguageIndex) {
    let count = count
    guard count < 8, language.rawValue < 255, !contains(language) else { return }
    rawValue |= UInt64(language.rawValue + 1) << UInt64(count * 8)
  }
}
