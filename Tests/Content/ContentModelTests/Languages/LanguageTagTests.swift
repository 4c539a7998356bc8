// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Testing

@Suite struct `Language tags` {
  @Test(arguments: [
    ("de", "de"), ("DE", "de"), ("en-us", "en-US"), ("EN_GB", "en-GB"), ("zh-hant", "zh-Hant"),
    ("ZH-HANT-hk", "zh-Hant-HK"), ("es-419", "es-419"), ("gsw", "gsw"), ("und", "und"),
    ("und-TW", "und-TW"), ("de-1901", "de-1901"), ("ca-ES-valencia", "ca-ES-valencia"),
    ("sl-rozaj-biske", "sl-rozaj"), ("de-Latn-DE-1996", "de-Latn-DE-1996"),
    ("en-US-u-hc-h12", "en-US"), ("en-x-mine", "en"), ("en-a-bbb-x-a-ccc", "en"),
    ("de-DE-u-co-phonebk-t-en", "de-DE"), ("en-US-POSIX", "en-US-posix"),
    ("de_DE.UTF-8", "de-DE"), ("de_DE@currency=EUR", "de-DE"),
    ("zh-yue", "yue"), ("zh-cmn-Hans-CN", "cmn-Hans-CN"), ("sgn-ase", "ase"),
    ("ar-arb-EG", "arb-EG"),
  ])
  func `A language tag is read in any case and written in the recommended one`(
    text: String,
    tag: String
  ) throws {
    #expect(try #require(LanguageTag(text)).description == tag)
  }

  @Test(arguments: [
    "", "-", "d", "1", "de-", "-de", "de--DE", "de DE", "dé", "deutsch", "abcd", "de-D", "de-!",
    "de-DE-AT", "de-Latn-Cyrl", "de-DE-Latn", "de-abcdefghi", "de-1901-1901", "de-1996-DE", "x-foo",
    "de-u", "de-u-", "de-x", "de-u-co-u-nu", "en-a-bbb-a-ccc", "i-unheard", "*", "de;q=1", "12-DE",
    "de-a-toolongforone", "zh-abc-def-ghi-jkl", "\u{0}de", "de\n",
    String(repeating: "de-", count: 60) + "DE",
  ])
  func `A malformed language tag is refused`(text: String) {
    #expect(LanguageTag(text) == nil)
  }

  /// The closed list of RFC 5646 section 2.2.8.
  @Test(arguments: [
    ("art-lojban", "jbo"), ("cel-gaulish", "xtg"), ("en-GB-oed", "en-GB-oxendict"),
    ("i-ami", "ami"), ("i-bnn", "bnn"), ("i-default", "en"), ("i-enochian", "und"),
    ("i-hak", "hak"), ("i-klingon", "tlh"), ("I_KLINGON", "tlh"), ("i-lux", "lb"),
    ("i-mingo", "see"), ("i-navajo", "nv"), ("i-pwn", "pwn"), ("i-tao", "tao"), ("i-tay", "tay"),
    ("i-tsu", "tsu"), ("no-bok", "nb"), ("no-nyn", "nn"), ("sgn-BE-FR", "sfb"),
    ("sgn-BE-NL", "vgt"), ("sgn-CH-DE", "sgg"), ("zh-guoyu", "zh"), ("zh-hakka", "hak"),
    ("zh-min", "nan"), ("zh-min-nan", "nan"), ("zh-xiang", "hsn"),
  ])
  func `A grandfathered language tag is read as its modern equivalent`(
    text: String,
    tag: String
  ) throws {
    #expect(try #require(LanguageTag(text)).description == tag)
  }

  @Test func `A language tag gives its language, script, region and variant`() throws {
    let tag = try #require(LanguageTag("zh-Hant-HK"))
    #expect(tag.language.description == "zh")
    #expect(tag.script.description == "Hant")
    #expect(tag.region.description == "HK")
    #expect(tag.variant == .unspecified)
    #expect(tag.with(region: .unspecified).description == "zh-Hant")
    #expect(tag.with(script: .unspecified).description == "zh-HK")
    #expect(try #require(LanguageTag("es-005")).region.description == "005")
    #expect(try #require(LanguageTag("en-001")).region == .world)
  }

  @Test func `Language tags are ordered by language, script, region and variant`() {
    let tags = ["de", "de-AT", "de-AT-1901", "de-Latn", "en", "en-001", "eng", "und"]
      .compactMap { LanguageTag($0) }
    let order = tags.sorted().map(\.description)
    #expect(order == ["und", "de", "de-AT", "de-AT-1901", "de-Latn", "en", "en-001", "eng"])
  }

  @Test func `A language tag takes sixteen bytes of memory`() {
    #expect(MemoryLayout<LanguageTag>.size == 16)
  }
}

@Suite struct `Lists of languages` {
  @Test func `A list of languages keeps the first eight different ones`() {
    let names = ["de", "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "fi"]
    let list = LanguageList(names.compactMap { LanguageTag($0) })
    #expect(list.tags.map(\.description) == ["de", "en", "fr", "es", "it", "pt", "nl", "sv"])
    #expect(list.isFull)
    var other = LanguageList()
    other.append(list)
    #expect(other == list)
  }

  @Test func `A list of languages keeps variants of a language apart`() {
    let list = LanguageList(["de", "de-1901"].compactMap { LanguageTag($0) })
    #expect(list.count == 2)
    #expect(list[1].description == "de-1901")
  }
}
