// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import SeededTesting

/// What a visitor wants and what a site publishes, mostly in one language.
struct OracleQuestion: CustomStringConvertible {
  let desired: [String]
  let published: [String]

  var description: String { "\(desired) of \(published)" }

  private static let pool = """
    en en-US en-GB en-AU en-NZ en-CA en-IN en-001 en-150 en-DE en-PH en-ZA en-HK en-SG en-IE
    es es-ES es-419 es-MX es-AR es-US es-PH pt pt-BR pt-PT pt-AO pt-MZ
    fr fr-FR fr-CA fr-CH fr-BE de de-DE de-AT de-CH
    zh zh-Hans zh-Hant zh-CN zh-TW zh-HK zh-MO zh-SG zh-Hant-HK yue yue-Hans
    no nb nn nb-NO da sv sr sr-Latn sr-ME sr-Cyrl-BA sr-Latn-BA hr bs bs-Cyrl
    ar ar-EG ar-SA ar-MA ar-TN he iw id in ms fil tl ro mo ro-MD ru uk be kk ca gsw lb
    ja ko it it-CH nl nl-BE hi hi-Latn pa pa-Arab az az-Cyrl uz uz-Cyrl mn ku tr fa fa-AF
    sw sw-CD ta ta-LK bn bn-IN
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  init(_ random: inout SeededNumbers) {
    let language = Self.pool[Int.random(in: 0..<Self.pool.count, using: &random)]
      .prefix { $0 != "-" }
    let near = Self.pool.filter { $0.hasPrefix(language) }
    func pick() -> String {
      let pool = Int.random(in: 0..<3, using: &random) > 0 ? near : Self.pool
      return pool[Int.random(in: 0..<pool.count, using: &random)]
    }
    desired = (0...Int.random(in: 0..<3, using: &random)).map { _ in pick() }
    published = Set((0...Int.random(in: 0..<6, using: &random)).map { _ in pick() }).sorted()
  }

  /// What we choose, with what completes it; `nil` where a site cannot publish these together.
  var ours: [String]? {
    guard let matcher = try? LanguageMatcher(published: published.compactMap { LanguageTag($0) })
    else { return nil }
    let chain = matcher.chain(for: DesiredLanguages(desired.compactMap { LanguageTag($0) }))
    guard let head = chain.first else { return [] }
    return matcher.completion(of: head).map { published[Int($0.rawValue)] }
  }
}
