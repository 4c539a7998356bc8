// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Testing

/// Tags of a text with blanks between them.
func tags(_ text: String) -> [LanguageTag] {
  text.split(separator: " ").compactMap { LanguageTag($0) }
}

/// What a visitor gets: each language with what completes it.
private func chain(
  _ desired: String,
  _ published: String,
  steps: [LanguageStep] = [],
  standard: String? = nil
) throws -> String {
  let matcher = try LanguageMatcher(
    published: tags(published),
    steps: steps,
    standard: standard.flatMap { LanguageTag($0) }
  )
  let chain = matcher.chain(for: DesiredLanguages(tags(desired)))
  return matcher.tags(of: chain).map(\.description).joined(separator: " ")
}

private func step(_ from: String, _ to: String) throws -> LanguageStep {
  LanguageStep(from: try #require(LanguageTag(from)), to: tags(to))
}

@Suite struct `Matching a visitor's languages` {
  private static let shop = "en en-GB es es-419 fr fr-CA de pt-BR pt-PT zh-Hans zh-Hant no ja ar sr"

  @Test(arguments: [
    ("es-MX", "es-419 es"), ("es-ES", "es"), ("es", "es"), ("zh-TW", "zh-Hant"),
    ("zh-HK", "zh-Hant"), ("zh-CN", "zh-Hans"), ("zh", "zh-Hans"), ("zh-SG", "zh-Hans"),
    ("nb", "no"), ("nn", "no"), ("pt-AO", "pt-PT"), ("pt", "pt-BR"), ("en-AU", "en-GB en"),
    ("en-CA", "en"), ("en-PH", "en"), ("en-DE", "en-GB en"), ("fr-CA", "fr-CA fr"), ("fr-BE", "fr"),
    ("de-AT", "de"), ("de-CH-1901", "de"), ("iw", ""), ("yue", "zh-Hant"), ("yue-CN", "zh-Hans"),
    ("sh-Cyrl", "sr"), ("ar-EG", "ar"), ("ja-JP", "ja"),
    ("fr-CA en-GB", "fr-CA fr en-GB en"), ("xx de", "de"), ("en-AU en-US", "en-GB en"),
  ])
  func `A visitor gets the published language that Apple's systems would choose`(
    desired: String,
    expected: String
  ) throws {
    #expect(try chain(desired, Self.shop) == expected)
  }

  @Test(arguments: [
    ("zh-Hant", "zh-Hans"), ("zh-Hans", "zh-Hant"), ("zh-TW", "zh"), ("sr-Latn", "sr"),
    ("sr", "sr-Latn"), ("sr-ME", "sr"), ("uz-Cyrl", "uz"), ("kk-Arab", "kk"), ("hi-Latn", "hi"),
    ("hi-Latn", "en en-IN"), ("yue", "zh-Hans"), ("pa-PK", "pa"),
  ])
  func `A visitor never gets a language in another script`(
    desired: String,
    published: String
  ) throws {
    #expect(try chain(desired, published) == "")
  }

  @Test(arguments: [
    ("uk", "ru"), ("be", "ru"), ("ca", "es"), ("gsw", "de"), ("da", "no"), ("no", "da"),
    ("id", "ms"),
    ("ht", "fr"), ("sr-Latn", "hr"), ("tlh", "en"), ("zh-Hant", "yue"), ("ku", "ckb"),
  ])
  func `A visitor never gets another language that the site has not declared`(
    desired: String,
    published: String
  ) throws {
    #expect(try chain(desired, published) == "")
  }

  @Test(arguments: [
    ("en-AU", "en en-NZ", "en-NZ en"), ("en-AU", "en en-001 en-GB", "en-GB en-001 en"),
    ("en-GB", "en en-IN", "en"), ("en-NZ", "en en-AU en-GB", "en-AU en-GB en"),
    ("en-AU", "en en-NZ en-GB", "en-GB en"),
    ("en-CA", "en-GB en-001", "en-001"), ("en-CA", "en-DE en-IE", "en-IE"),
    ("en-DE", "en en-150 en-GB", "en-150 en-GB en"),
    ("en-DE", "en-AT en-IN en-FR", "en-AT"), ("en-001", "en en-GB", "en"),
    ("en-US", "en-GB", "en-GB"),
    ("en", "en-AU en-GB", "en-GB"), ("en", "en-US en-GB", "en-US"),
    ("es-AR", "es es-MX", "es"), ("es-AR", "es-ES es-MX", "es-MX"),
    ("es-GQ", "es-AR es-ES", "es-ES"),
    ("es-419", "es-ES es-AR", "es-AR"), ("pt", "pt-PT pt-BR", "pt-BR"), ("pt-AO", "pt pt-BR", "pt"),
    ("pt-BR", "pt-PT", "pt-PT"), ("ar-MA", "ar-SA ar-TN", "ar-TN"),
    ("zh-MO", "zh-HK zh-TW", "zh-HK zh-TW"), ("zh-HK", "zh-MO zh-TW", "zh-MO zh-TW"),
    ("zh-HK", "zh-Hant zh-TW", "zh-Hant"),
    ("zh-TW", "zh-HK zh-CN", "zh-HK"), ("zh-Hant", "zh-HK zh-TW", "zh-TW"),
    ("fr-BE", "fr-CA fr-CH", "fr-CH"), ("de-CH", "de-AT de", "de"),
    ("de-CH", "de-AT de-DE", "de-DE"), ("de-LI", "de-AT de-BE", "de-AT"),
    ("ca", "ca-valencia", "ca-valencia"), ("ca-valencia", "ca ca-valencia", "ca-valencia ca"),
    ("ca-valencia", "ca", "ca"), ("no", "nb", "nb"), ("nb", "nn", "nn"), ("nn", "nb no", "no"),
    ("nn", "nn nb no", "nn no"),
    ("fil", "tl", "tl"), ("he", "iw", "iw"), ("und-TW", "zh-Hant", ""),
  ])
  func `A visitor gets the language of the nearest region`(
    desired: String,
    published: String,
    expected: String
  ) throws {
    #expect(try chain(desired, published) == expected)
  }

  @Test func `The matched language does not depend on the order of the published ones`() throws {
    for published in ["fr-CA fr-CH fr-BE es-AR es-MX", "es-MX fr-BE es-AR fr-CH fr-CA"] {
      #expect(try chain("fr", published) == "fr-BE")
      #expect(try chain("es", published) == "es-AR")
    }
  }

  @Test func `A visitor whose languages are not published gets the default once`() throws {
    #expect(try chain("ja", "en de", standard: "en") == "en")
    #expect(try chain("en-GB de", "en de", standard: "en") == "en de")
    #expect(try chain("ja", "en de") == "")
  }

  @Test func `A visitor gets another language where the site declares that step`() throws {
    let steps = [try step("ca", "es"), try step("gsw", "fr de"), try step("sr-Latn", "sr hr")]
    #expect(try chain("ca", "es en", steps: [steps[0]]) == "es")
    #expect(try chain("ca-AD", "es-419 en", steps: [steps[0]]) == "es-419")
    #expect(try chain("gsw-CH", "de fr", steps: [steps[1]]) == "fr")
    #expect(try chain("sr-Latn-ME en", "sr hr en", steps: [steps[2]]) == "sr en")
    #expect(try chain("ca", "ca es", steps: [steps[0]]) == "ca")
  }

  @Test func `A visitor gets no language of a step that the site forbids`() throws {
    #expect(try chain("nn", "nb en", steps: [try step("nn", "")]) == "")
    #expect(try chain("nn-NO en", "nb en", steps: [try step("nn-NO", "")]) == "en")
    #expect(try chain("nn", "nb en", steps: [try step("nn-NO", "")]) == "nb")
  }

  @Test func `A visitor never gets a language that Accept-Language excludes`() throws {
    let matcher = try LanguageMatcher(published: tags("en en-GB de de-CH fr"))
    let desired = DesiredLanguages(
      wanted: LanguageList(tags("en-AU de-CH de fr")),
      excluded: LanguageList(tags("en de"))
    )
    let chain = matcher.chain(for: desired)
    #expect(matcher.tags(of: chain).map(\.description) == ["de-CH", "de", "fr"])
    #expect((0..<chain.count).map { matcher[chain[$0]].description } == ["de-CH", "fr"])
  }
}
