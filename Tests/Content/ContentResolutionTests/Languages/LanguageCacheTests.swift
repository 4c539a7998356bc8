// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Testing

@Suite struct `Cache of Accept-Language fields` {
  private let matcher: LanguageMatcher

  init() throws {
    matcher = try LanguageMatcher(published: tags("en de fr es"), standard: LanguageTag("en"))
  }

  private func ask(_ cache: inout LanguageCache, _ field: String) -> LanguageChain {
    let bytes = [UInt8](field.utf8)
    return cache.chain(forAcceptLanguage: bytes.span, matcher: matcher)
  }

  @Test func `An Accept-Language field that was seen before is taken from the cache`() {
    var cache = LanguageCache()
    let first = ask(&cache, "fr-CH, de;q=0.5")
    #expect(ask(&cache, "fr-CH, de;q=0.5") == first)
    #expect(matcher.tags(of: first).map(\.description) == ["fr", "de", "en"])
    let hits = cache.hits
    let misses = cache.misses
    #expect(hits == 1)
    #expect(misses == 1)
  }

  @Test func `The cache tells Accept-Language fields apart to the last byte`() {
    var cache = LanguageCache()
    for length in 1...LanguageCache.maximumFieldBytes {
      let blanks = String(repeating: " ", count: max(0, length - 2))
      let french = matcher.tags(of: ask(&cache, blanks + "fr")).first?.description
      let german = matcher.tags(of: ask(&cache, blanks + "de")).first?.description
      #expect(french == "fr")
      #expect(german == "de")
    }
  }

  @Test func `An Accept-Language field longer than the limit is not cached`() {
    var cache = LanguageCache()
    let field = String(repeating: " ", count: LanguageCache.maximumFieldBytes) + "fr"
    for _ in 0..<2 { #expect(matcher.tags(of: ask(&cache, field)).first?.description == "fr") }
    let hits = cache.hits
    #expect(hits == 0)
  }

  @Test func `A cached Accept-Language field that is used stays among 50,000 others`() {
    var cache = LanguageCache(seed: 7)
    _ = ask(&cache, "fr")
    for number in 0..<50_000 {
      _ = ask(&cache, "de;q=0.\(number)")
      if number % 64 == 0 { _ = ask(&cache, "fr") }
    }
    let before = cache.hits
    _ = ask(&cache, "fr")
    let after = cache.hits
    #expect(after == before + 1)
  }

  @Test func `An absent Accept-Language field is not looked up`() {
    var cache = LanguageCache()
    #expect(ask(&cache, "") == .empty)
    let misses = cache.misses
    #expect(misses == 0)
  }
}
