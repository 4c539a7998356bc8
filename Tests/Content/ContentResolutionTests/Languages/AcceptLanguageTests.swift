// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Testing

@Suite struct `An Accept-Language field` {
  private func read(_ field: String) -> DesiredLanguages {
    let bytes = [UInt8](field.utf8)
    return DesiredLanguages(acceptLanguage: bytes.span)
  }

  private func wanted(_ field: String) -> String {
    read(field).wanted.tags.map(\.description).joined(separator: " ")
  }

  @Test(arguments: [
    ("", ""), ("de", "de"), ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "fr-CH fr en de"),
    ("en;q=0.8,de", "de en"), ("en;q=0.8, de;q=0.8, fr;q=0.9", "fr en de"),
    ("de;q=0.001, en;q=0.002", "en de"), ("da, en-gb;q=0.8, en;q=0.7", "da en-GB en"),
    ("de ; q=0.5 , en;Q=0.6", "en de"), ("de;q = 0.5,en", "en de"), ("de;q=1.000,en;q=1", "de en"),
    ("de,de;q=0.1,en", "de en"), ("en, *, de;q=0.5", "en"), ("*", ""),
    ("de;q=0.2,*;q=0.5,en", "en"),
    ("*;q=0, en", "en"), ("en;q=0", ""), ("de;q=0.50001, en;q=0.8500000238", "en de"),
    (",,de,, ,en,", "de en"), ("zh_TW", "zh-TW"), ("und", ""),
  ])
  func `Accept-Language is ordered by weight, equal weights in the order of the field`(
    field: String,
    expected: String
  ) {
    #expect(wanted(field) == expected)
  }

  @Test(arguments: [
    "de;q=2", "de;q=-1", "de;q=x", "de;q=", "de;q", "de;", "de;level=1", "de;q=0.5;x=1", "de;q=1.1",
    "deutsch", "d", "de-", "\u{0}", "d e", "de\u{7F}", "<script>", "dé",
    String(repeating: "x", count: 100),
  ])
  func `A malformed member of Accept-Language is skipped and the others are read`(bad: String) {
    #expect(wanted("\(bad), fr, \(bad), en;q=0.5,\(bad)") == "fr en")
  }

  @Test func `Members of Accept-Language with weight zero are excluded`() {
    let desired = read("de, en;q=0, fr;q=0.000, en;q=0")
    #expect(desired.excluded.tags.map(\.description) == ["en", "fr"])
    #expect(desired.wanted.tags.map(\.description) == ["de"])
  }

  @Test func `Accept-Language gives the eight languages with the highest weights`() {
    let languages = ["aa", "ab", "af", "am", "ar", "as", "az", "be", "bg", "bn"]
    #expect(wanted(languages.joined(separator: ",")) == "aa ab af am ar as az be")
    let rising = languages.enumerated().map { "\($1);q=0.\($0 + 1)" }
    #expect(wanted(rising.joined(separator: ",")) == "bg be az as ar am af ab")
  }

  @Test func `Accept-Language is read up to a limit of bytes, and a member cut there is skipped`() {
    let filler = String(repeating: " ", count: DesiredLanguages.maximumBytes - 5)
    #expect(wanted("de," + filler + ",en") == "de")
    #expect(wanted("de," + filler + ",en-GB") == "de")
    let short = String(repeating: " ", count: DesiredLanguages.maximumBytes - 6)
    #expect(wanted("de," + short + ",en") == "de en")
    #expect(wanted("de," + short.dropLast() + ",en,fr") == "de en")
    #expect(wanted("de," + short + ",en-GB") == "de")
  }

  @Test func `Random bytes in Accept-Language never crash`() {
    var random = SystemRandomNumberGenerator()
    let alphabet = [UInt8]("deqDE-_;,=.*019 \t\u{0}é@".utf8)
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0..<80, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      #expect(DesiredLanguages(acceptLanguage: bytes.span).wanted.count <= 8)
    }
  }

  @Test func `Languages of Accept-Language follow those that the app sent`() {
    var desired = DesiredLanguages(tags("fr-CA en"))
    desired.append(read("en, de"))
    #expect(desired.wanted.tags.map(\.description) == ["fr-CA", "en", "de"])
  }
}
