// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The reason why languages and steps cannot be compiled.
package enum LanguageMatcherError: Error, Hashable, Sendable {
  case noLanguages
  /// More than `LanguageMatcher.maximumLanguages`.
  case tooManyLanguages(Int)
  /// A tag without a language.
  case undetermined
  /// Two tags that mean the same, such as `iw` and `he`, or `zh-TW` and `zh-Hant-TW`.
  case sameLanguage(LanguageTag, LanguageTag)
  case defaultNotPublished(LanguageTag)
  /// Two steps from one language.
  case stepDeclaredTwice(LanguageTag)
  /// A step to a language that matches no published one.
  case stepLeadsNowhere(from: LanguageTag, to: LanguageTag)
}

extension LanguageMatcherError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noLanguages: "no language is published; expected at least one"
    case .tooManyLanguages(let count):
      "\(count) languages are published; expected at most \(LanguageMatcher.maximumLanguages)"
    case .undetermined: "und names no language; expected one such as en or zh-Hant"
    case .sameLanguage(let one, let other):
      "\(one) and \(other) are the same language; expected one of them"
    case .defaultNotPublished(let tag): "the default \(tag) is not among the published languages"
    case .stepDeclaredTwice(let tag): "steps from \(tag) are declared twice; expected one list"
    case .stepLeadsNowhere(let from, let to):
      "the step from \(from) to \(to) leads nowhere: nothing published is in that language"
    }
  }
}
