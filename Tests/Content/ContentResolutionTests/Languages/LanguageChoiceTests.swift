// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import Testing

@Suite struct `Choice of a document's language` {
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
  func `A document's language is the first wanted one that it covers, else the default`(
    desired: String,
    covering: String,
    expected: String
  ) {
    #expect(choice(desired, covering: covering) == expected)
  }

  @Test func `A document that refuses other languages has none for a visitor of those`() {
    #expect(choice("ja", covering: "en", refusing: true) == "refused")
    #expect(choice("en-GB", covering: "en", refusing: true) == "en")
  }

  @Test func `A regional language is completed by its own parents only`() throws {
    let tag = try #require(LanguageTag("es-419"))
    let regional = try #require(matcher.index(of: tag))
    let completion = matcher.completion(of: regional).map { matcher[$0].description }
    #expect(completion == ["es-419", "es"])
  }

  @Test func `A language chain of eight languages takes one 64-bit integer`() {
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

@Suite struct `Sets of languages that are refused` {
  private func failure(
    _ published: String,
    steps: [LanguageStep] = [],
    standard: String? = nil
  ) -> String? {
    do {
      _ = try LanguageMatcher(
        published: tags(published),
        steps: steps,
        standard: standard.flatMap { LanguageTag($0) }
      )
      return nil
    } catch {
      return error.description
    }
  }

  private func tag(_ text: String) throws -> LanguageTag { try #require(LanguageTag(text)) }

  @Test func `An empty, undetermined or too large set of languages is refused`() {
    #expect(failure("") == "no language is published; expected at least one")
    #expect(failure("en und") == "und names no language; expected one such as en or zh-Hant")
    let many = (0..<256).map {
      "q\(Character(Unicode.Scalar(UInt8(97 + $0 / 26))))\(Character(Unicode.Scalar(UInt8(97 + $0 % 26))))"
    }
    #expect(
      failure(many.joined(separator: " ")) == "256 languages are published; expected at most 255"
    )
  }

  @Test(arguments: [("iw", "he"), ("zh-TW", "zh-Hant-TW"), ("en", "en-Latn"), ("sh", "sr-Latn")])
  func `A language published twice under different names is refused`(
    one: String,
    other: String
  ) throws {
    let message =
      "\(try tag(one)) and \(try tag(other)) are the same language; expected one of them"
    #expect(failure("fr \(one) \(other)") == message)
  }

  @Test func `A default language that is not published is refused`() {
    let message = "the default de is not among the published languages"
    #expect(failure("en", standard: "de") == message)
  }

  @Test func `A declared language step that leads nowhere or stands twice is refused`() throws {
    let nowhere = LanguageStep(from: try tag("ca"), to: [try tag("es")])
    #expect(
      failure("en", steps: [nowhere])
        == "the step from ca to es leads nowhere: nothing published is in that language"
    )
    let never = LanguageStep(from: try tag("iw"), to: [])
    let again = LanguageStep(from: try tag("he"), to: [try tag("en")])
    #expect(
      failure("en", steps: [never, again]) == "steps from he are declared twice; expected one list"
    )
  }
}
