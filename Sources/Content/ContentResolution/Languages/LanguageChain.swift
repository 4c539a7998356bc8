// SPDX-License-Identifier: Apache-2.0

/// The published languages that match a visitor, best first: up to eight numbers of eight bits in
/// one integer.
///
/// It can be stored and compared as an integer, without an intern table, which outsiders could
/// fill. Fallbacks of a language (`es` after `es-419`) follow from the language and come from the
/// matcher, as does the site's default.
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

  /// Appends a language, unless it is present or the chain is full.
  mutating func append(_ language: LanguageIndex) {
    let count = count
    guard count < 8, language.rawValue < 255, !contains(language) else { return }
    rawValue |= UInt64(language.rawValue + 1) << UInt64(count * 8)
  }
}

/// The language in which a visitor gets a document.
package enum LanguageChoice: Hashable, Sendable {
  /// A language that the visitor asked for.
  case wanted(LanguageIndex)
  /// The site's default or its fallback, as no wanted language covers the document.
  case standard(LanguageIndex)
  /// None: the document refuses other languages, or not even the default covers it.
  case refused

  package var language: LanguageIndex? {
    switch self {
    case .wanted(let language), .standard(let language): language
    case .refused: nil
    }
  }
}
