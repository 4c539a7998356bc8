// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// The rules about translated texts, named as in the documentation.
extension FindingRule {
  package static let duplicateText = FindingRule("duplicate-text")
  package static let textLanguage = FindingRule("text-language")
  package static let textKind = FindingRule("text-kind")
  package static let textPattern = FindingRule("text-pattern")
  package static let placeholder = FindingRule("placeholder")
  package static let pluralForm = FindingRule("plural-form")
  package static let needsReview = FindingRule("needs-review")
  package static let outdatedSource = FindingRule("outdated-source")
}
