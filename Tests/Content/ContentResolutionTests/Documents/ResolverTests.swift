// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Testing

@Suite struct `Resolving documents` {
  private let now = UnixTime(seconds: 0)
  private let matcher: LanguageMatcher
  private let resolver: Resolver
  private let space: AudienceSpace

  /// Document 0 has a variant for phones whose one row is for Germany; document 1 has texts in German
  /// and French; 2 in German alone, and refuses; 3 is for phones and nobody else.
  init() throws {
    let published = ["en", "de", "fr"].compactMap { LanguageTag($0) }
    matcher = try LanguageMatcher(published: published, standard: published[0])
    var phone = Conditions()
    phone.devices = [.phone]
    var germany = Conditions()
    germany.countries = ["DE"].compactMap { PlainVisitor.region($0) }
    var later = Conditions()
    later.time = IntervalSet(from: UnixTime(seconds: 50), until: nil)
    space = try AudienceSpace([phone, germany, later])
    let compiler = ShapeCompiler(space)
    var table = ShapeTable()
    let choosing = compiler.compile(RuleSet([.init(phone), .init(.everybody)]), into: &table)
    let plain = compiler.compile(RuleSet([.init(.everybody)]), into: &table)
    let phonesOnly = compiler.compile(RuleSet([.init(phone)]), into: &table)
    let row = compiler.compile(RuleSet([.init(germany), .init(later)]), into: &table)
    let german = LanguageSet([LanguageIndex(rawValue: 1)])
    let both = LanguageSet([LanguageIndex(rawValue: 0), LanguageIndex(rawValue: 2)])
    resolver = Resolver(
      paths: ["a", "b", "c", "d"],
      profiles: [
        DocumentProfile(shape: choosing, rows: [row, nil]),
        DocumentProfile(shape: plain, coverage: both),
        DocumentProfile(shape: plain, coverage: german, refuses: true),
        DocumentProfile(shape: phonesOnly),
      ],
      profileOfDocument: [0, 1, 2, 3],
      shapes: table,
      matcher: matcher
    )
  }

  private func resolve(
    _ document: UInt32,
    _ languages: [String] = [],
    device: DeviceClass? = nil,
    country: String = "US",
    at instant: Int64 = 0
  ) throws -> Resolution {
    let wanted = DesiredLanguages(languages.compactMap { LanguageTag($0) })
    var audience = Audience(languages: matcher.chain(for: wanted))
    audience[.device] = space.atom(ofDevice: device)
    audience[.country] = space.atom(ofCountry: try #require(PlainVisitor.region(country)))
    return resolver.resolve(
      DocumentNumber(rawValue: document),
      for: audience,
      at: UnixTime(seconds: instant)
    )
  }

  private func outcomes(
    _ document: UInt32,
    _ languages: [String] = [],
    device: DeviceClass? = nil,
    isNamedByToken: Bool = false
  ) -> ResolutionOutcomes {
    let wanted = DesiredLanguages(languages.compactMap { LanguageTag($0) })
    var audience = Audience(languages: matcher.chain(for: wanted))
    audience[.device] = space.atom(ofDevice: device)
    return resolver.outcomes(
      of: DocumentNumber(rawValue: document),
      for: audience,
      asking: isNamedByToken ? nil : wanted,
      at: now
    )
  }

  @Test(
    arguments: [
      (["fr"], .exact, nil), (["fr-CA"], .parent, nil), (["de-AT", "fr"], .exact, 1),
      (["de"], .default, 1), (["ja"], .default, nil), ([], .default, nil),
    ] as [([String], ResolutionOutcomes.Outcome, UInt8?)]
  )
  func `A resolution tells how well the language of a document fits the visitor`(
    _ languages: [String],
    _ outcome: ResolutionOutcomes.Outcome,
    _ missing: UInt8?
  ) {
    let outcomes = outcomes(1, languages)
    #expect(outcomes[.language] == outcome)
    #expect(outcomes.missing?.rawValue == missing)
    #expect(outcomes[.device] == nil)
  }

  @Test func `A document that refuses the visitor's languages has no language outcome`() {
    #expect(outcomes(2, ["fr"])[.language] == ResolutionOutcomes.Outcome.none)
    #expect(outcomes(2, ["fr"]).missing?.rawValue == 2)
  }

  @Test func `A language named by a token counts as exact`() {
    #expect(outcomes(1, ["fr-CA"], isNamedByToken: true)[.language] == .exact)
  }

  @Test func `A resolution tells whether a variant is for the visitor's device or for everybody`() {
    #expect(outcomes(0, device: .phone)[.device] == .exact)
    #expect(outcomes(0, device: .tablet)[.device] == .default)
    #expect(outcomes(3, device: .tablet)[.device] == ResolutionOutcomes.Outcome.none)
    #expect(outcomes(0, device: .phone)[.country] == nil)
    #expect(outcomes(1)[.device] == nil)
  }

  private func body(
    _ document: UInt32,
    variant: Int,
    rows: UInt64 = 0,
    language: UInt8? = nil
  ) -> Resolution {
    .body(
      BodyKey(
        document: DocumentNumber(rawValue: document),
        variant: variant,
        rows: rows,
        language: language.map { LanguageIndex(rawValue: $0) }
      )
    )
  }

  @Test func `A document resolves to the variant and rows that match the visitor`() throws {
    #expect(try resolve(0) == body(0, variant: 1))
    #expect(try resolve(0, device: .phone) == body(0, variant: 0))
    #expect(try resolve(0, device: .phone, country: "DE") == body(0, variant: 0, rows: 1))
    #expect(try resolve(0, device: .phone, country: "DE", at: 50) == body(0, variant: 0, rows: 3))
    #expect(try resolve(0, device: .tablet, country: "DE", at: 50) == body(0, variant: 1))
  }

  @Test func `A document resolves to one language that it covers, else to the default`() throws {
    #expect(try resolve(1, ["de", "fr"]) == body(1, variant: 0, language: 2))
    #expect(try resolve(1, ["de"]) == body(1, variant: 0, language: 0))
  }

  @Test func `A document that refuses other languages is unavailable to a visitor of those`() throws
  {
    #expect(try resolve(2, ["fr", "de"]) == body(2, variant: 0, language: 1))
    #expect(try resolve(2, ["fr"]) == .unavailableLanguage)
  }

  @Test func `A document without a variant for the visitor is unavailable`() throws {
    #expect(try resolve(3, device: .phone) == body(3, variant: 0))
    #expect(try resolve(3) == .unavailableHere)
  }

  @Test func `A document knows when its rows change next`() {
    let next = { (seconds: Int64) in
      resolver.nextBoundary(of: DocumentNumber(rawValue: 0), after: UnixTime(seconds: seconds))
    }
    #expect(next(0) == UnixTime(seconds: 50))
    #expect(next(50) == nil)
  }
}
