// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Testing

@Suite struct `Canonical language tags` {
  @Test(arguments: [
    ("iw", "he"), ("in", "id"), ("ji-US", "yi-US"), ("tl", "fil"), ("mo", "ro"), ("sh", "sr-Latn"),
    ("sh-Cyrl", "sr-Cyrl"), ("sh-BA", "sr-Latn-BA"), ("cnr", "sr-ME"), ("cnr-BA", "sr-BA"),
    ("zh-cmn", "zh"), ("cmn-TW", "zh-TW"), ("zh-cmn-Hant", "zh-Hant"), ("zh-gan", "gan"),
    ("prs", "fa-AF"), ("swc", "sw-CD"), ("deu", "de"), ("zho-Hans", "zh-Hans"), ("arb", "ar"),
    ("no-bokmal", "nb"), ("no-nynorsk", "nn"), ("aa-saaho", "ssy"), ("hy-arevmda", "hyw"),
    ("hy-arevela", "hy"), ("und-aaland", "und-AX"), ("sv-aaland", "sv-AX"), ("sgn-DE", "gsg"),
    ("de-DD", "de-DE"), ("en-UK", "en-GB"), ("my-BU", "my-MM"), ("en-840", "en-US"),
    ("ru-SU", "ru-RU"), ("uk-SU", "uk-UA"), ("hy-SU", "hy-AM"), ("en-SU", "en-RU"),
    ("sr-CS", "sr-RS"), ("sr-YU", "sr-RS"), ("pap-AN", "pap-CW"), ("und-Qaai", "und-Zinh"),
    ("el-polytoni", "el-polyton"), ("en", "en"), ("pt-PT", "pt-PT"), ("nb", "nb"), ("gsw", "gsw"),
  ])
  func `A deprecated language tag is replaced by its modern equivalent`(
    old: String,
    today: String
  ) throws {
    #expect(try #require(LanguageTag(old)).canonical.description == today)
  }
}

@Suite struct `Likely subtags` {
  @Test(arguments: [
    ("en", "en-Latn-US"), ("zh", "zh-Hans-CN"), ("zh-TW", "zh-Hant-TW"), ("zh-HK", "zh-Hant-HK"),
    ("zh-Hant", "zh-Hant-TW"), ("sr-ME", "sr-Latn-ME"), ("sr", "sr-Cyrl-RS"),
    ("pa-PK", "pa-Arab-PK"),
    ("und", "en-Latn-US"), ("und-TW", "zh-Hant-TW"), ("und-Cyrl", "ru-Cyrl-RU"),
    ("und-419", "es-Latn-419"), ("az-IR", "az-Arab-IR"), ("az-Arab", "az-Arab-IR"),
    ("az-Cyrl-IR", "az-Cyrl-IR"), ("en-Shaw", "en-Shaw-GB"), ("yue", "yue-Hant-HK"),
    ("yue-CN", "yue-Hans-CN"), ("aaa", "aaa-Latn-NG"), ("hi-Latn", "hi-Latn-IN"),
    ("en-Zzzz", "en-Latn-US"), ("en-ZZ", "en-Latn-US"), ("und-Zzzz-ZZ", "en-Latn-US"),
    ("de-1901", "de-Latn-DE-1901"), ("eo", "eo-Latn-001"), ("und-Taml-LK", "ta-Taml-LK"),
    ("qaa", "qaa"), ("qaa-Cyrl", "qaa-Cyrl-RU"), ("qaa-AT", "qaa-AT"),
  ])
  func `Likely subtags add the script and region that a language tag lacks`(
    tag: String,
    full: String
  ) throws {
    #expect(try #require(LanguageTag(tag)).maximized.description == full)
  }
}

@Suite struct `Parent locales` {
  @Test(arguments: [
    ("es-MX", "es-419"), ("es-419", "es"), ("es-ES", "es"), ("en-AU", "en-001"), ("en-001", "en"),
    ("en-DE", "en-150"), ("en-150", "en-001"), ("en-US", "en"), ("pt-AO", "pt-PT"), ("pt-PT", "pt"),
    ("nb", "no"), ("nn", "no"), ("zh-Hant-MO", "zh-Hant-HK"), ("zh-Hant-HK", "zh-Hant"),
    ("de-AT-1901", "de-AT"), ("zh-Hans-SG", "zh-Hans"), ("zh-Hans", "zh"), ("hi-Latn", "en-IN"),
    ("ht", "fr-HT"),
  ])
  func `A locale has the parent that CLDR names`(tag: String, parent: String) throws {
    #expect(try #require(LanguageTag(tag)).parent?.description == parent)
  }

  @Test(arguments: ["en", "zh-Hant", "sr-Latn", "kk-Arab", "az-Cyrl", "qaa-Cyrl", "und"])
  func `A locale whose parent would have another script has none`(tag: String) throws {
    #expect(try #require(LanguageTag(tag)).parent == nil)
  }
}
