// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
package import FileShapes

extension LanguageSettings {
  static let shape = Shape.object(LanguageSettings()) {
    Member(
      "published",
      \.published,
      LanguageTag.shape.oneOrMore(atLeast: 1, orElse: .missingKey),
      isRequired: true,
      "The languages in the order in which they are offered.",
      examples: [["en", "fr", "zh-Hant"]]
    )
    Member(
      "source",
      \.declaredSource,
      LanguageTag.shape,
      "Language in which texts are written first; the first one published, unless given.",
      examples: ["en"]
    )
    Member(
      "default",
      \.standard,
      LanguageTag.shape,
      "Language for visitors none of whose languages is published; none, unless given.",
      examples: ["en"]
    )
    Member(
      "steps",
      \.steps,
      stepsShape,
      "For a language those that its readers may be given instead; null for none.",
      examples: [["ca": ["es"], "yue": .init(.null)]]
    )
  }
  .adjusted { languages, value, _, context in
    if languages.source == .undetermined {
      languages.source = languages.published.first ?? .undetermined
    }
    guard case .array(let published)? = value["published"]?.content else { return }
    for written in published {
      guard let code = written.string?.lowercased(), let language = ofCountries[code] else {
        continue
      }
      context.findings.warning(
        .countryAsLanguage,
        at: context.place(of: written),
        "\"\(code)\" is the code of a country and of no language",
        suggestion: language
      )
    }
  }

  /// Codes of countries that are taken for those of languages, with what is meant.
  private static let ofCountries = [
    "cn": "zh", "cz": "cs", "dk": "da", "gb": "en", "jp": "ja", "ua": "uk", "us": "en", "vn": "vi",
  ]

  private var declaredSource: LanguageTag? {
    get { source == .undetermined ? nil : source }
    set { source = newValue ?? .undetermined }
  }

  private static let stepsShape = LanguageTag.shape.oneOrMore().orNull([])
    .dictionary(of: "the step from", keys: .languageKey)
    .converted(
      to: { entries in
        entries.compactMap { entry in
          LanguageTag(entry.key).map { LanguageStep(from: $0, to: entry.value) }
        }
      },
      from: { steps in
        steps.map { Entry(written: "\($0.from)", $0.to) }
      }
    )
}

extension TextForm where Value == String {
  /// A language as a key.
  fileprivate static let languageKey = TextForm(
    "language",
    expected: TextForm<LanguageTag>.language.expected,
    pattern: SchemaPatterns.language,
    accepts: { LanguageTag($0) != nil }
  )
}

extension LanguageTag {
  static let shape = Shape.text(.language).named("language")
}

extension AppVersion {
  static let shape = Shape.text(.version).named("version")
}

extension DeclaredVersion {
  package static let shape = Shape.text(.declaredVersion).named("version")
}
