// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Testing

/// A seal that anybody could work out.
private struct PlainSeal: TokenSeal {
  func seal(of text: Span<UInt8>) -> SealBytes {
    var seal = SealBytes(repeating: 7)
    for index in text.indices { seal[index % 10] = seal[index % 10] &* 31 &+ text[index] }
    return seal
  }
}

@Suite struct `Audience tokens` {
  private let experiments = [
    Experiment(
      name: "checkout",
      salt: "",
      share: 10_000,
      arms: [.init(name: "a", weight: 1), .init(name: "b", weight: 1)]
    )
  ]
  private let published = ["en", "en-GB", "fr", "fr-CA", "de", "zh-Hant"]
    .compactMap { LanguageTag($0) }

  private let draft = DraftID("c0ffee123456").map { EditionWord(draft: $0) }

  private struct Site {
    var space: AudienceSpace
    var table = ShapeTable()
    var shapes: [ShapeIndex]
    var words: TokenWords
    var reader: TokenReader
    var writer: TokenWriter
  }

  private func site(_ ruleSets: [RuleSet], regions: [String: [RegionCode]] = [:]) throws -> Site {
    let space = try AudienceSpace(ruleSets.flatMap { $0.rules.map(\.conditions) })
    let matcher = try LanguageMatcher(published: published, standard: published[0])
    let words = TokenWords(space, matcher: matcher, regions: regions, experiments: experiments)
    var table = ShapeTable()
    let shapes = ruleSets.map { ShapeCompiler(space).compile($0, into: &table) }
    return Site(
      space: space,
      table: table,
      shapes: shapes,
      words: words,
      reader: TokenReader(words, seal: PlainSeal(), draft: draft),
      writer: TokenWriter(words, seal: PlainSeal())
    )
  }

  private func classes(
    _ site: Site,
    _ shapes: [ShapeIndex],
    _ coverages: [LanguageSet]
  ) -> AudienceClasses {
    AudienceClasses(
      shapes: shapes,
      of: AtomPartitions(site.table),
      coverages: coverages,
      words: site.words
    )
  }

  private var everyLanguage: LanguageSet {
    LanguageSet(published.indices.map { LanguageIndex(rawValue: UInt8($0)) })
  }

  /// A site whose content tells everything apart that tokens can say.
  private func detailedSite() throws -> Site {
    var country = Conditions()
    country.countries = ["CA"].compactMap { PlainVisitor.region($0) }
    var european = Conditions()
    european.countries = ["AT", "DE", "FR"].compactMap { PlainVisitor.region($0) }.sorted()
    var phone = Conditions()
    phone.devices = [.phone]
    var version = Conditions()
    version.appVersions = IntervalSet(from: PlainVisitor.version("2.3.1"), until: nil)
    var old = Conditions()
    old.appVersions = IntervalSet(from: nil, until: PlainVisitor.version("2"))
    var build = Conditions()
    build.builds = IntervalSet(from: 412, until: nil)
    var app = Conditions()
    app.appNames = ["com.acme.shop"]
    var arm = Conditions()
    arm.cohorts = [.init(experiment: 0, arms: [1])]
    let rules = [country, european, phone, version, old, build, app, arm, .everybody]
    return try site(
      [RuleSet(rules.map { RuleSet.Rule($0) })],
      regions: ["eurozone": european.countries ?? []]
    )
  }

  private func read(_ text: String, _ site: Site) -> AudienceToken? {
    site.reader.token(Array(text.utf8).span)
  }

  private func written(_ token: AudienceToken, _ site: Site) -> String {
    let classes = classes(site, site.shapes, [everyLanguage])
    return String(decoding: site.writer.text(of: token, in: classes), as: UTF8.self)
  }

  @Test(arguments: [
    "fr.ca.phone.2.3.1", "en", "und.phone", "zh-hant.eurozone", "fr-ca.0", "de.phone.b412",
    "en.2.3.1.b412.com-acme-shop",
  ])
  func `An audience token is written as it was read`(text: String) throws {
    let site = try detailedSite()
    let token = try #require(read(text, site))
    #expect(written(token, site) == text)
  }

  @Test(arguments: [
    ("FR.CA.Phone.2.3.1", "fr.ca.phone.2.3.1"), ("fr.phone.ca", "fr.ca.phone"),
    ("fr.de", "fr.eurozone"), ("fr.at.tablet", "fr.eurozone"), ("fr-BE.jp", "fr"),
    ("pt.phone", "und.phone"), ("en.9.9", "en.2.3.1"), ("en.2.1", "en"), ("en.1.5.7", "en.0"),
    ("en.b500", "en.b412"), ("en.b1", "en"), ("en.blimp.phone", "en.phone"),
    ("fr~de", "fr"), ("und", ""), ("en.checkout~b", "en"), ("en.preview~5", "en"),
    ("en.oldexperiment~x", "en"),
  ])
  func `An audience token is written with only what makes a difference`(
    text: String,
    canonical: String
  ) throws {
    let site = try detailedSite()
    let token = try #require(read(text, site))
    #expect(written(token, site) == canonical)
  }

  @Test(arguments: [
    "", ".", "fr.", ".fr", "fr..ca", "products", "fr.c/a", "fr.~abc.ca", "fr.ca%20",
    "fr ca", "x", "fr~", "fr~~de", "123", String(repeating: "fr.", count: 90) + "ca",
  ])
  func `A malformed audience token is refused`(text: String) throws {
    let site = try detailedSite()
    #expect(read(text, site) == nil)
  }

  @Test func `An audience token with any byte changed is refused or has no valid seal`() throws {
    let site = try detailedSite()
    var token = try #require(read("fr.ca.phone.2.3.1.b412", site))
    token.audience[.cohort(0)] = site.space.atom(ofArm: 1, in: 0)
    token.preview = UnixTime(seconds: 1_800_000_000)
    let good = Array(written(token, site).utf8)
    var readable = 0
    for index in good.indices {
      for byte in UInt8.min...UInt8.max where byte != good[index] {
        var spoiled = good
        spoiled[index] = byte
        guard let token = site.reader.token(spoiled.span) else { continue }
        readable += 1
        // A changed letter may be the same in another case, and nothing else.
        let isSame = String(decoding: spoiled, as: UTF8.self).lowercased().utf8.elementsEqual(good)
        #expect(token.isSealed == isSame || !token.isSealed)
      }
    }
    #expect(readable > 0)
  }

  private func isSealed(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return TokenReader.isSealed(bytes.span, by: PlainSeal())
  }

  @Test func `Experiment arms of a token are accepted only with its valid seal`() throws {
    let site = try detailedSite()
    var token = try #require(read("fr.ca", site))
    token.audience[.cohort(0)] = site.space.atom(ofArm: 1, in: 0)
    let text = written(token, site)
    #expect(text.hasPrefix("fr.ca.checkout~b.~"))
    let again = try #require(read(text, site))
    #expect(again.isSealed && again.audience == token.audience)
    let forged = try #require(read(text.replacing("fr.ca", with: "de.ca"), site))
    #expect(!forged.isSealed && forged.audience[.cohort(0)] == 0)
  }

  @Test func `The instant of a token is accepted only with the word of a draft and its seal`()
    throws
  {
    let site = try detailedSite()
    let instant = UnixTime(seconds: 1_800_000_000)
    let link = TokenWriter.link(
      to: try #require(draft),
      for: "fr.ca",
      at: instant,
      sealedBy: PlainSeal()
    )
    #expect(link.hasPrefix("fr.ca.draft~c0ffee123456.preview~1800000000.~"))
    let token = try #require(read(link, site))
    #expect(token.isSealed && token.preview == instant && !token.isForAnyAudience)
    let forged = try #require(read(link.replacing("fr.ca", with: "de.ca"), site))
    #expect(!forged.isSealed && forged.preview == nil)
    // A sealed token of another draft, or of none.
    for reader in [
      TokenReader(site.words, seal: PlainSeal()),
      TokenReader(
        site.words,
        seal: PlainSeal(),
        draft: DraftID("d0ffee123456").map { EditionWord(draft: $0) }
      ),
    ] {
      let bytes = Array(link.utf8)
      let token = reader.token(bytes.span)
      let other = try #require(token)
      #expect(other.isSealed && other.preview == nil && !other.isForAnyAudience)
    }
    var plain = try #require(read("fr.ca", site))
    plain.preview = instant
    let text = written(plain, site)
    #expect(text.hasPrefix("fr.ca.preview~1800000000.~"))
    #expect(try #require(read(text, site)).preview == nil)
  }

  @Test(arguments: [("", true), ("und", true), ("fr", false), ("und.phone", false)])
  func `The link of a draft leaves the claims of whoever opens it unless it names an audience`(
    audience: String,
    isForAnyAudience: Bool
  ) throws {
    let site = try detailedSite()
    let word = try #require(draft)
    let link = TokenWriter.link(to: word, for: audience, at: nil, sealedBy: PlainSeal())
    #expect(try #require(read(link, site)).isForAnyAudience == isForAnyAudience)
    #expect(isSealed(link))
    #expect(!isSealed(link.replacing("draft~c0", with: "draft~c1")))
    let unsealed = String(link.dropLast(18))
    #expect(try #require(read(unsealed, site)).isForAnyAudience == false)
  }

  @Test(arguments: 0..<20)
  func `A token resolves each document of its class as the visitor's audience does`(
    seed: Int
  ) throws {
    var dice = Dice(seed: seed + 1)
    let ruleSets = (0..<8).map { _ in RuleSet.random(&dice) }
    let site = try site(ruleSets, regions: ["dach": PlainVisitor.countries.prefix(3).sorted()])
    let coverages = ruleSets.map { _ in
      LanguageSet(dice.some(of: published.indices.map { LanguageIndex(rawValue: UInt8($0)) }))
    }
    let classes = classes(site, Array(site.shapes[..<3]), Array(coverages[..<3]))
    for _ in 0..<50 {
      let visitor = PlainVisitor.random(&dice)
      let wanted = DesiredLanguages(dice.some(of: published).shuffled(using: &dice))
      let audience = visitor.audience(
        in: site.space,
        languages: site.words.matcher.chain(for: wanted)
      )
      let text = site.writer.text(of: AudienceToken(audience), in: classes)
      let token = text.isEmpty ? AudienceToken(Audience()) : site.reader.token(text.span)
      let again = try #require(token).audience
      for (shape, coverage) in zip(site.shapes, coverages).prefix(3) {
        let passing = { (audience: Audience) in
          site.table.passing(of: shape, for: audience, at: visitor.instant)
        }
        #expect(passing(again) == passing(audience))
        let matcher = site.words.matcher
        #expect(
          matcher.choice(for: again.languages, covering: coverage)
            == matcher.choice(for: audience.languages, covering: coverage)
        )
      }
      let twice = site.writer.text(of: AudienceToken(again), in: classes)
      #expect(twice == text)
    }
  }

  @Test func `A token that was read before means the same the next time, whatever else was read`()
    throws
  {
    let site = try site([])
    let tokens = KnownTokens(site.reader)
    let languages = ["en", "EN", "fr-ca~en", "de", "zh-hant", "und", "1", "", "en..de"]
    let texts =
      languages
      + (0..<300).map { "fr.b\($0)" }
      + ["fr.checkout~b.~aaaaaaaaaaaaaaaa", String(repeating: "en.x.", count: 6) + "e"]
      + [String(repeating: "en.x.", count: 6) + "de", String(repeating: "a", count: 300)]
    for _ in 0..<3 {
      for text in texts {
        let bytes = Array(text.utf8)
        let (known, read) = (tokens.token(bytes.span), site.reader.token(bytes.span))
        #expect(known == read, "\(text)")
      }
    }
  }
}
