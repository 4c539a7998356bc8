// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The fit of a document to a visitor, for each kind of fact that it distinguishes. It takes four bytes, so
/// that it has room beside what else is known of an answer.
package struct ResolutionOutcomes: Sendable, Equatable {
  /// A kind of fact by which bodies are chosen.
  package enum Kind: Int, CaseIterable, Sendable {
    case language
    case country
    case device
    /// The app's version or build.
    case version
    /// The app's name.
    case app
  }

  package enum Outcome: UInt8, CaseIterable, Sendable {
    /// A language that the visitor names, or a body for the visitor's country, device or app.
    case exact = 1
    /// A fallback of a language that the visitor names: `es` for `es-AR`.
    case parent
    /// The site's default language, or a body for everybody else.
    case `default`
    /// Nothing: the document has no body for the visitor.
    case none
  }

  /// From the lowest bit: three bits of each kind for its outcome, zero where the document does not
  /// distinguish it; from bit 16 the number of the missing language and one.
  private var bits: UInt32 = 0
  private static let languageBit: UInt32 = 16

  package init() {}

  package var isEmpty: Bool { bits == 0 }

  /// The published language that the visitor prefers and that the document has no texts in; `nil`
  /// for none.
  package var missing: LanguageIndex? {
    let number = UInt8(truncatingIfNeeded: bits >> ResolutionOutcomes.languageBit)
    return number == 0 ? nil : LanguageIndex(rawValue: number - 1)
  }

  package subscript(kind: Kind) -> Outcome? {
    Outcome(rawValue: UInt8(truncatingIfNeeded: bits >> kind.bit & 7))
  }

  fileprivate mutating func set(_ kind: Kind, _ outcome: Outcome) {
    bits = bits & ~(7 << kind.bit) | UInt32(outcome.rawValue) << kind.bit
  }

  /// - Parameter language: less than 255, as that of every published language is.
  fileprivate mutating func set(missing language: LanguageIndex) {
    bits |= (UInt32(language.rawValue) + 1) << ResolutionOutcomes.languageBit
  }
}

extension ResolutionOutcomes.Kind {
  fileprivate var bit: UInt32 { UInt32(rawValue) * 3 }
}

extension ResolutionOutcomes.Kind {
  /// The kind of a dimension of variants; `nil` for time and experiments, which do not tell how well a
  /// body fits.
  fileprivate init?(_ dimension: Dimension) {
    switch dimension {
    case .country: self = .country
    case .device: self = .device
    case .app, .build: self = .version
    case .appName: self = .app
    default: return nil
    }
  }
}

extension Resolver {
  /// Returns how well the document that an audience gets fits a visitor.
  ///
  /// - Parameter desired: the languages that the visitor names; `nil` where an audience's token names
  ///   published ones.
  package func outcomes(
    of document: DocumentNumber,
    for audience: Audience,
    asking desired: DesiredLanguages?,
    at instant: UnixTime
  ) -> ResolutionOutcomes {
    let profile = profile(of: document)
    var outcomes = ResolutionOutcomes()
    shapes.add(profile.shape, for: audience, at: instant, to: &outcomes)
    guard let coverage = profile.coverage else { return outcomes }
    let languages = audience.languages
    if let first = languages.first, !coverage.contains(first) { outcomes.set(missing: first) }
    let choice = matcher.choice(
      for: languages,
      covering: coverage,
      refusing: profile.refuses,
      standIn: profile.standIn
    )
    switch choice {
    case .wanted(let language):
      let isNamed = desired.map { matcher.names(language, in: $0) } ?? true
      outcomes.set(.language, isNamed ? .exact : .parent)
    case .standard: outcomes.set(.language, .default)
    case .refused: outcomes.set(.language, .none)
    }
    return outcomes
  }
}

extension LanguageMatcher {
  /// Returns whether a visitor names exactly this language, in any spelling.
  fileprivate func names(_ language: LanguageIndex, in desired: DesiredLanguages) -> Bool {
    let normal = self[language].normal
    return (0..<desired.wanted.count).contains { desired.wanted[$0].normal == normal }
  }
}

extension ShapeTable {
  /// Adds how well the rule that an audience gets fits it, for each dimension that the shape names.
  fileprivate func add(
    _ index: ShapeIndex,
    for audience: Audience,
    at instant: UnixTime,
    to outcomes: inout ResolutionOutcomes
  ) {
    let shape = shapes[Int(index.rawValue)]
    let rules = survivors(shape, audience, instant)
    let winner = rules & (~rules &+ 1)
    for entry in entries(of: shape) {
      guard let kind = ResolutionOutcomes.Kind(entry.dimension) else { continue }
      if winner == 0 {
        outcomes.set(kind, .none)
      } else if entry.names & winner != 0 {
        outcomes.set(kind, .exact)
      } else if outcomes[kind] == nil {
        outcomes.set(kind, .default)
      }
    }
  }
}
