// SPDX-License-Identifier: Apache-2.0

/// In which language a visitor gets a document.
package enum LanguageChoice: Hashable, Sendable {
  /// One that the visitor wants.
  case wanted(LanguageIndex)
  /// The site's default, or what stands in for it, as none that the visitor wants covers the document.
  case standard(LanguageIndex)
  /// None: the document says to refuse, or not even the default covers it.
  case refused

  package var language: LanguageIndex? {
    switch self {
    case .wanted(let language), .standard(let language): language
    case .refused: nil
    }
  }
}
