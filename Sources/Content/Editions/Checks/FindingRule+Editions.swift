// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import Sites

/// The rules that hold for all files of a site together, in the words of the documentation.
extension FindingRule {
  package static let duplicateDocument = FindingRule("duplicate-document")
  package static let tie = FindingRule("tie")
  package static let deadVariant = FindingRule("dead-variant")
  package static let noVariant = FindingRule("no-variant")
  package static let tooManyCombinations = FindingRule("too-many-combinations")
  package static let brokenLink = FindingRule("broken-link")
  package static let unreachable = FindingRule("unreachable-document")
  package static let deadEnd = FindingRule("dead-end")
  package static let lackingValue = FindingRule("lacking-value")
  package static let unknownText = FindingRule("unknown-text")
  package static let blurredAudience = FindingRule("blurred-audience")
  package static let unusedText = FindingRule("unused-text")
  package static let incomplete = FindingRule("incomplete-document")
  package static let uncoveredLanguage = FindingRule("uncovered-language")
  package static let missingTranslation = FindingRule("missing-translation")
  package static let strayFile = FindingRule("stray-file")
  package static let expiredVariant = FindingRule("expired-variant")
  package static let cannotDraw = FindingRule("cannot-draw")
  package static let cannotDecode = FindingRule("cannot-decode")
}
