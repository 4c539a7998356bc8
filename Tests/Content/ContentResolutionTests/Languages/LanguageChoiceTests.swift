// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Testing

@Suite struct `The language of a document` {
  private let matcher: LanguageMatcher

  init() throws {
    matcher = try LanguageMatcher(
      published: tags("en es es-419 fr de"),
      standard: LanguageTag("en")
    )
  }

  private func choice(_ desired: String, covering: String, refusing: Bool = false) -> String {
    let covering = LanguageSet(tags(covering).compactMap { matcher.index(of: $0) })
    let chain = matcher.chain(for: DesiredLanguages(tags(desired)))
    switch matcher.choice(for: chain, covering: covering, refusing: refusing) {
    case .wanted(let language): return matcher[language].description
    case .standard(let language): return "default " + matcher[language].description
    case .refused: return "refused"
    }
  }

  @Test(arguments: [
    ("es-MX fr", "en es es-419 fr", "es-419"), ("es-MX fr", "en fr", "fr"),
    ("es-MX fr", "en es", "default en"), ("fr-CA de", "de", "de"), ("ja", "en fr", "default en"),
    ("ja", "fr", "refused"), ("", "en", "default en"), ("fr", "", "refused"),
  ])
  func `is the first wanted one that covers it`(
    desired: String,
    covering: String,
    expected: String
  ) {
    #expect(choice(desired, covering: covering) == expected)
  }

  @Test func `is refused where the document says so`() {
    #expect(choice("ja", covering: "en", refusing: true) == "refused")
    #expect(choice("en-GB", covering: "en", refusing: true) == "en")
  }

  @Test func `is completed along its own chain only`() throws {
    let tag = try #require(LanguageTag("es-419"))
    let regional = try #require(matcher.index(of: tag))
    let completion = matcher.completion(of: regional).map { matcher[$0].description }
    #expect(completion == ["es-419", "es"])
  }

  @Test func `takes one integer of a visitor's chain`() {
    #expect(MemoryLayout<LanguageChain>.size == 8)
    let chain = LanguageChain((0..<10).map { LanguageIndex(rawValue: $0) })
    #expect(chain.count == 8)
    #expect(chain[7] == LanguageIndex(rawValue: 7))
    #expect(LanguageChain.empty.first == nil)
    let highest = LanguageChain([LanguageIndex(rawValue: 254), LanguageIndex(rawValue: 254)])
    #expect(highest.count == 1)
    #expect(highest.first == LanguageIndex(rawValue: 254))
  }
}

@Suite struct `Languages that cannot be compiled` {
  private func failure(
    _ published: String,
    steps: [LanguageStep] = [],
    standard: String? = nil
  ) -> LanguageMatcherError? {
    do {
      _ = try LanguageMatcher(
        published: tags(published),
        steps: steps,
        standard: standard.flatMap { LanguageTag($0) }
      )
      return nil
    } catch {
      return error
    }
  }

  private func tag(_ text: String) throws -> LanguageTag { try #require(LanguageTag(text)) }

  @Test func `are none, too many, or without a name`() {
    #expect(failure("") == .noLanguages)
    #expect(failure("en und") == .undetermined)
    let many = (0..<256).map {
      "q\(Character(Unicode.Scalar(UInt8(97 + $0 / 26))))\(Character(Unicode.Scalar(UInt8(97 + $0 % 26))))"
    }
    #expect(failure(many.joined(separator: " ")) == .tooManyLanguages(256))
  }

  @Test(arguments: [("iw", "he"), ("zh-TW", "zh-Hant-TW"), ("en", "en-Latn"), ("sh", "sr-Latn")])
  func `are the same twice`(one: String, other: String) throws {
    #expect(failure("fr \(one) \(other)") == .sameLanguage(try tag(one), try tag(other)))
  }

  @Test func `have a default that is not published`() throws {
    #expect(failure("en", standard: "de") == .defaultNotPublished(try tag("de")))
  }

  @Test func `have steps that lead nowhere, or stand twice`() throws {
    let nowhere = LanguageStep(from: try tag("ca"), to: [try tag("es")])
    #expect(
      failure("en", steps: [nowhere]) == .stepLeadsNowhere(from: try tag("ca"), to: try tag("es"))
    )
    let never = LanguageStep(from: try tag("iw"), to: [])
    let again = LanguageStep(from: try tag("he"), to: [try tag("en")])
    #expect(failure("en", steps: [never, again]) == .stepDeclaredTwice(try tag("he")))
  }
}
