// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Testing

@testable import ContentResolution

@Suite struct `Plain language tags` {
  @Test func `A plain language tag is its own normal form, for each language and region of CLDR`() {
    var languages = Set<UInt16>()
    var regions = Set<UInt16>([0, 1_025, 26 << 5 | 26])
    for key in Aliases.languages.keys + LikelySubtags.tags.keys {
      let tag = LanguageTag(subtags: key)
      languages.insert(tag.language.rawValue)
      regions.insert(tag.region.rawValue)
    }
    for code in ["de", "en", "fr", "ja", "qqq", "zh"] {
      if let tag = LanguageTag(code) { languages.insert(tag.language.rawValue) }
    }
    for key in Aliases.formerRegions.keys { regions.insert(UInt16(truncatingIfNeeded: key)) }
    var wrong: [LanguageTag] = []
    for language in languages {
      for region in regions {
        let tag = LanguageTag(
          language: LanguageCode(rawValue: language),
          region: RegionCode(rawValue: region)
        )
        if PlainTags.contains(tag), tag.workedOutNormal != tag { wrong.append(tag) }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: ["de", "en", "en-US", "fr-CA", "ja-JP", "es-419"])
  func `Most usual language tags are plain`(text: String) throws {
    #expect(PlainTags.contains(try #require(LanguageTag(text))))
  }

  @Test(arguments: ["und", "iw", "zh-TW", "sr-ME", "de-DD", "zh-Hant", "ca-valencia"])
  func `A language tag with another normal form is not plain`(text: String) throws {
    #expect(!PlainTags.contains(try #require(LanguageTag(text))))
  }
}
