// SPDX-License-Identifier: Apache-2.0

/// Differences between two requests that do not make another variant, RFC 9111 section 4.1: lines of
/// a field are always joined, and blanks around commas do not count.
package struct VarianceRules: Sendable, Equatable {
  /// Accept, Accept-Encoding, Accept-Language and Accept-Charset are compared by what they mean: in
  /// any case, in any order, weights by their number.
  package var comparesPreferencesByMeaning = true
  /// Languages of one weight may come in any order. The standard says that their order cannot be
  /// relied upon (RFC 9110 section 12.5.4); a route whose backend does rely on it turns this off.
  package var ignoresLanguageOrder = true
  /// An answer in one language also fits a request that likes just this language best, whatever
  /// else stands in its Accept-Language.
  package var selectsPreferredLanguage = true

  package init() {}

  /// Only lines are joined and blanks passed over.
  package static let literal: VarianceRules = {
    var rules = VarianceRules()
    rules.comparesPreferencesByMeaning = false
    rules.ignoresLanguageOrder = false
    rules.selectsPreferredLanguage = false
    return rules
  }()
}
