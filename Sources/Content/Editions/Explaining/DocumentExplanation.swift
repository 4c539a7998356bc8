// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution
package import DataFiles
import Localization
import Sites

/// Explanation of the answer that an audience gets, step by step.
package struct DocumentExplanation: Sendable {
  /// One variant that goes, and why.
  package struct Step: Sendable {
    package let variant: String
    package let place: FilePlace
    package let reason: String
  }

  /// One language that was tried.
  package struct LanguageStep: Sendable {
    package let language: LanguageTag
    /// Texts that it has not; empty for the language that was taken.
    package let missing: [String]
  }

  package let edition: String
  package let path: String
  package let instant: UnixTime
  package let steps: [Step]
  /// `nil` if no variant fits.
  package let variant: String?
  package let languages: [LanguageStep]
  /// The languages that are wanted less than the one that was taken.
  package let untriedLanguages: [LanguageTag]
  /// `nil` where there are no texts, or nothing fits.
  package let language: LanguageTag?
  /// Reason why it is that language, or none.
  package let languageReason: String
  /// The rows that are for others.
  package let droppedRows: [FilePlace]
  package let token: String
  package let freshness: Freshness
  package let nextChange: UnixTime?
}

extension Edition {
  /// Chooses as `resolve` does and keeps every step.
  package func explain(
    _ number: DocumentNumber,
    for token: AudienceToken,
    at now: UnixTime,
    links: LinkWriter
  ) -> DocumentExplanation {
    let draft = draft(number)
    let profile = resolver.profile(of: number)
    let choice = resolver.shapes.explanation(of: profile.shape, for: token.audience, at: now)
    let steps = choice.steps.map { step in
      DocumentExplanation.Step(
        variant: draft.variants[step.rule].name,
        place: draft.place(number: draft.variants[step.rule].position),
        reason: reason(step.reason, token.audience, now)
      )
    }
    let resolution = resolver.resolve(number, for: token.audience, at: now)
    let tried = languages(of: draft, profile, token.audience)
    return DocumentExplanation(
      edition: name,
      path: draft.path,
      instant: now,
      steps: steps,
      variant: choice.winner.map { draft.variants[$0].name },
      languages: tried,
      untriedLanguages: (tried.count..<token.audience.languages.count).map {
        matcher[token.audience.languages[$0]]
      },
      language: language(of: resolution),
      languageReason: languageReason(resolution, profile, tried),
      droppedRows: droppedRows(draft, resolution),
      token: links.tokenText(of: number, for: token, in: self),
      freshness: Freshness(
        at: now,
        ttl: draft.lifetimes.ttl,
        name: draft.path,
        boundary: resolver.nextBoundary(of: number, after: now),
        lastBoundary: resolver.lastBoundary(of: number, at: now)
      ),
      nextChange: resolver.nextBoundary(of: number, after: now)
    )
  }

  private func reason(
    _ reason: VariantExplanation.Reason,
    _ audience: Audience,
    _ now: UnixTime
  ) -> String {
    switch reason {
    case .contradicted(.time): "is not for \(now)"
    case .contradicted(let dimension):
      "is for another \(words.title(of: dimension)) than \(words.title(of: audience, in: dimension))"
    case .lessSpecific(let dimension):
      "says nothing of \(words.title(of: dimension)), and another that fits does"
    case .outranked: "is wider than another that fits, or has a lower priority"
    }
  }

  /// The languages of an audience up to the one that is taken, with what the others lack.
  private func languages(
    of draft: DocumentDraft,
    _ profile: DocumentProfile,
    _ audience: Audience
  ) -> [DocumentExplanation.LanguageStep] {
    guard let coverage = profile.coverage else { return [] }
    let keys = Set(draft.texts.map(\.key)).sorted()
    var tried: [DocumentExplanation.LanguageStep] = []
    for index in 0..<audience.languages.count {
      let language = audience.languages[index]
      let missing = keys.filter { texts.coverage(of: $0)?.contains(language) != true }
      tried.append(
        DocumentExplanation.LanguageStep(language: matcher[language], missing: missing)
      )
      if coverage.contains(language) { break }
    }
    return tried
  }

  private func languageReason(
    _ resolution: Resolution,
    _ profile: DocumentProfile,
    _ tried: [DocumentExplanation.LanguageStep]
  ) -> String {
    switch resolution {
    case .unavailableHere: return "no variant fits"
    case .unavailableLanguage:
      return "the document refuses to change the language, and has none of those wanted"
    case .body(let key):
      guard let language = key.language else { return "the document has no texts" }
      let isWanted = tried.contains { $0.language == matcher[language] }
      if isWanted { return "the first wanted language in which the document is complete" }
      return language == profile.standIn && language != matcher.standard
        ? "the source language, since a translation of the document is left out"
        : "the site's default, since the document is complete in none of those wanted"
    }
  }

  private func droppedRows(_ draft: DocumentDraft, _ resolution: Resolution) -> [FilePlace] {
    guard case .body(let key) = resolution else { return [] }
    let variant = draft.variants[key.variant]
    return variant.rowPositions.indices.filter { key.rows >> UInt64($0) & 1 == 0 }
      .map { draft.place(number: variant.rowPositions[$0]) }
  }
}
