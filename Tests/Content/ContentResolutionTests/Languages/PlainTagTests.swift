// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Testing

@testable import ContentResolution

@Suite struct `Plain language tags` {
  @Test func `are their own normal form, in every language and region that the tables name`() {
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
  func `are what most visitors send`(text: String) throws {
    #expect(PlainTags.contains(try #require(LanguageTag(text))))
  }

  @Test(arguments: ["und", "iw", "zh-TW", "sr-ME", "de-DD", "zh-Hant", "ca-valencia"])
  func `are not those whose form another tag is`(text: String) throws {
    #expect(!PlainTags.contains(try #require(LanguageTag(text))))
  }
}
