// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Testing

@Suite struct `Plural rules` {
  @Test(arguments: PluralCases.cardinals)
  func `Plural rules choose the form of a cardinal number`(
    language: String,
    number: String,
    form: PluralCategory
  ) throws {
    let tag = try #require(LanguageTag(language))
    let operands = try #require(PluralOperands(digits: number))
    #expect(PluralRules(tag, .cardinal).category(of: operands) == form)
  }

  @Test(arguments: PluralCases.ordinals)
  func `Plural rules choose the form of an ordinal number`(
    language: String,
    number: String,
    form: PluralCategory
  ) throws {
    let tag = try #require(LanguageTag(language))
    let operands = try #require(PluralOperands(digits: number))
    #expect(PluralRules(tag, .ordinal).category(of: operands) == form)
  }

  @Test(arguments: ["", "-", ".", "1.", "a", "1e5", "1.2.3", "٣"])
  func `A text that is no number has no plural form`(text: String) {
    #expect(PluralOperands(digits: text) == nil)
  }

  @Test func `Plural rules know the forms that a translation needs`() throws {
    func needed(_ language: String) -> Set<PluralCategory> {
      PluralRules(LanguageTag(language) ?? .undetermined, .cardinal).neededCategories
    }
    #expect(needed("ar") == Set(PluralCategory.allCases))
    #expect(needed("en") == [.one, .other])
    #expect(needed("ja") == [.other])
    #expect(needed("cs") == [.one, .few, .many, .other])
    #expect(needed("fr") == [.one, .other])
    #expect(PluralRules(LanguageTag("fr") ?? .undetermined, .cardinal).categories.contains(.many))
  }

  /// ICU carries the rules of another version of CLDR; no language below differs in them.
  @Test(
    .enabled(if: PluralOracle.shared != nil, "this toolchain's Foundation has no ICU to ask"),
    arguments: PluralCases.languages
  )
  func `Plural rules agree with those of ICU`(language: String) throws {
    let oracle = try #require(PluralOracle.shared)
    let tag = try #require(LanguageTag(language))
    for kind in [PluralRules.Kind.cardinal, .ordinal] {
      let rules = PluralRules(tag, kind)
      let numbers =
        Array(0...1_030 as ClosedRange<Int64>) + [10_000, 100_000, 1_000_000, 2_000_001]
      let theirs = oracle.categories(language, kind == .ordinal, numbers)
      let ours = numbers.map { rules.category(of: PluralOperands($0)).rawValue }
      let different = numbers.indices.filter { ours[$0] != theirs[$0] }.map { numbers[$0] }
      #expect(different == [], "\(language) \(kind)")
    }
  }
}

enum PluralCases {
  static let cardinals: [(String, String, PluralCategory)] = [
    ("en", "1", .one), ("en", "1.0", .other), ("en", "0", .other), ("en", "-1", .one),
    ("fr", "0", .one), ("fr", "1.5", .one), ("fr", "2", .other), ("fr", "1000000", .many),
    ("pt-BR", "1.9", .one), ("pt-PT", "1.9", .other), ("pt-PT", "1", .one),
    ("ru", "1", .one), ("ru", "3", .few), ("ru", "11", .many), ("ru", "21", .one),
    ("ru", "1.5", .other), ("ru", "100000000000000000001", .one),
    ("ar", "0", .zero), ("ar", "2", .two), ("ar", "5", .few), ("ar", "99", .many),
    ("ar", "100", .other), ("cs", "1.5", .many), ("pl", "22", .few), ("pl", "25", .many),
    ("lt", "1.2", .many), ("lv", "10", .zero), ("he", "2", .two), ("iw", "2", .two),
    ("ja", "1", .other), ("zh-Hant-HK", "1", .other), ("da", "0.1", .one), ("es-MX", "1.0", .one),
    ("tlh", "1", .other), ("kok-Latn", "1", .one), ("mo", "2", .few),
  ]

  static let ordinals: [(String, String, PluralCategory)] = [
    ("en", "1", .one), ("en", "2", .two), ("en", "3", .few), ("en", "11", .other),
    ("en", "113", .other), ("en", "122", .two), ("fr", "1", .one), ("fr", "2", .other),
    ("it", "8", .many), ("it", "800", .many), ("sv", "2", .one), ("sv", "12", .other),
    ("cy", "7", .zero), ("de", "1", .other),
  ]

  static let languages = [
    "en", "fr", "de", "es", "pt_BR", "pt_PT", "it", "ru", "uk", "be", "pl", "cs", "sk", "sl", "hr",
    "sr", "bs", "lt", "lv", "ro", "ar", "he", "fa", "tr", "az", "ka", "hy", "el", "sq", "mk", "bg",
    "hu", "fi", "et", "sv", "da", "no", "is", "ga", "gd", "cy", "br", "mt", "ja", "zh", "ko", "vi",
    "th", "id", "ms", "fil", "hi", "bn", "gu", "mr", "ta", "te", "kn", "ml", "si", "ne", "sw", "af",
    "ca", "gl", "eu", "kw", "gv", "shi", "ksh", "dsb", "hsb", "se", "iu",
  ]
}
