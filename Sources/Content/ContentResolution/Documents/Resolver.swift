// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// Chooses bodies for audiences: the part of an edition that every request asks.
package struct Resolver: Sendable {
  private struct Row {
    var shape: ShapeIndex
    var firstRows: UInt32
    var ruleCount: UInt8
    var hasRows: Bool
    var refuses: Bool
    var hasTexts: Bool
  }

  package let documents: DocumentIndex
  package let shapes: ShapeTable
  package let matcher: LanguageMatcher
  package let profiles: [DocumentProfile]
  private let profileOfDocument: [UInt32]
  private let rows: [Row]
  private let rowShapes: [ShapeIndex?]
  private let coverages: [LanguageSet]

  /// - Parameter profileOfDocument: for each document the number of its profile.
  package init(
    documents: DocumentIndex,
    profiles: [DocumentProfile],
    profileOfDocument: [UInt32],
    shapes: ShapeTable,
    matcher: LanguageMatcher
  ) {
    self.documents = documents
    self.profiles = profiles
    self.profileOfDocument = profileOfDocument
    self.shapes = shapes
    self.matcher = matcher
    var rowShapes: [ShapeIndex?] = []
    rows = profiles.map { profile in
      defer { rowShapes += profile.rows }
      return Row(
        shape: profile.shape,
        firstRows: UInt32(rowShapes.count),
        ruleCount: UInt8(profile.rows.count),
        hasRows: profile.rows.contains { $0 != nil },
        refuses: profile.refuses,
        hasTexts: profile.coverage != nil
      )
    }
    self.rowShapes = rowShapes
    coverages = profiles.map { $0.coverage ?? LanguageSet() }
  }

  package func profile(of document: DocumentNumber) -> DocumentProfile {
    profiles[Int(profileOfDocument[Int(document.rawValue)])]
  }

  /// What an audience gets for a document at an instant.
  package func resolve(
    _ document: DocumentNumber,
    for audience: Audience,
    at instant: UnixTime
  ) -> Resolution {
    let profile = Int(profileOfDocument[Int(document.rawValue)])
    let row = rows[profile]
    guard let variant = shapes.winner(of: row.shape, for: audience, at: instant) else {
      return .unavailableHere
    }
    var key = BodyKey(document: document, variant: variant, rows: 0, language: nil)
    if row.hasTexts {
      let choice = matcher.choice(
        for: audience.languages,
        covering: coverages[profile],
        refusing: row.refuses
      )
      guard let language = choice.language else { return .unavailableLanguage }
      key.language = language
    }
    if row.hasRows, let shape = rowShapes[Int(row.firstRows) + variant] {
      key.rows = shapes.passing(of: shape, for: audience, at: instant)
    }
    return .body(key)
  }

  /// The next instant at which another body may be chosen.
  package func nextBoundary(of document: DocumentNumber, after instant: UnixTime) -> UnixTime? {
    let profile = profile(of: document)
    return ([profile.shape] + profile.rows.compactMap(\.self))
      .compactMap { shapes.nextBoundary(of: $0, after: instant) }.min()
  }
}
