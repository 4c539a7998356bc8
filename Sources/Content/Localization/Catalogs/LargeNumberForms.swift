// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles

// French, Spanish, Italian and Portuguese have a form `many` for whole millions only. Few
// translation tools ask for it, and `other` reads nearly the same. So a language whose texts never
// have it is left alone; where some texts have it and others lack it, that is reported once.

/// The forms for large numbers only that the texts of a language have and lack.
struct LargeNumberForms {
  private let language: LanguageTag
  private var present: Set<PluralCategory> = []
  private var lacking: [PluralCategory: [TextFaults.PlacedText]] = [:]

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
      let form =
        "the plural form \"\(category.rawValue)\" for large numbers, which others in \(language) "
        + "have; the form \"other\" is used"
      TextFaults.report(
        lacking[category] ?? [],
        .pluralForm,
        ("lacks \(form)", "lack \(form)"),
        &findings
      )
    }
  }
}
