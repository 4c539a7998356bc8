// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles

// French, Spanish, Italian and Portuguese have a form `many` for whole millions only. Few
// translation tools ask for it, and `other` reads nearly the same. So a language whose texts never
// have it is left alone; where some texts have it and others lack it, that is reported once.

/// The forms for large numbers only that the texts of a language have and lack.
struct LargeNumberForms {
  private static let namedTexts = 10

  private let language: LanguageTag
  private var present: Set<PluralCategory> = []
  private var lacking: [PluralCategory: [(key: String, place: FilePlace)]] = [:]

  init(_ language: LanguageTag) { self.language = language }

  mutating func take(_ outcome: FormCheck.Outcome, of key: String, at place: FilePlace) {
    present.formUnion(outcome.large.present)
    for category in outcome.large.missing {
      lacking[category, default: []].append((key, place))
    }
  }

  /// Reports the texts that lack a form which others of the language have.
  func report(_ findings: inout Findings) {
    for category in PluralCategory.allCases where present.contains(category) {
      let texts = (lacking[category] ?? []).sorted { ($0.place, $0.key) < ($1.place, $1.key) }
      guard let first = texts.first else { continue }
      let form =
        "the plural form \"\(category.rawValue)\" for large numbers, which others in \(language)"
      guard texts.count > 1 else {
        findings.warning(
          .pluralForm,
          at: first.place,
          "the text \"\(first.key)\" lacks \(form) have; its form \"other\" is used"
        )
        continue
      }
      let named = texts.prefix(LargeNumberForms.namedTexts)
      findings.warning(
        .pluralForm,
        at: first.place,
        "\(texts.count) texts lack \(form) have; their form \"other\" is used"
          + (named.count < texts.count ? "; the first \(named.count) are named here" : ""),
        parties: named.map { Finding.Party($0.place, "the text \"\($0.key)\"") }
      )
    }
  }
}
