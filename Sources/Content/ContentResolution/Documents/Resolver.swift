// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// Chooses bodies for audiences: the part of an edition that every request uses.
///
/// A class, so that copies cost one reference instead of every table's.
package final class Resolver: Sendable {
  private struct Row {
    var shape: ShapeIndex
    var firstRows: UInt32
    var hasRows: Bool
    var refuses: Bool
    var hasTexts: Bool
    var coverage: LanguageSet
    var standIn: LanguageIndex?
  }

  package let documents: DocumentIndex
  package let shapes: ShapeTable
  package let matcher: LanguageMatcher
  package let profiles: [DocumentProfile]
  private let profileOfDocument: [UInt32]
  private let rows: [Row]
  private let rowShapes: [ShapeIndex?]

  /// - Parameters:
  ///   - paths: distinct, in the order of the documents' numbers.
  ///   - profileOfDocument: the profile number of each document.
  package init(
    paths: [String],
    profiles: [DocumentProfile],
    profileOfDocument: [UInt32],
    shapes: ShapeTable,
    matcher: LanguageMatcher
  ) {
    documents = DocumentIndex(
      paths.indices.lazy.map { (path: paths[$0], profile: profileOfDocument[$0]) }
    )
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
        hasRows: profile.rows.contains { $0 != nil },
        refuses: profile.refuses,
        hasTexts: profile.coverage != nil,
        coverage: profile.coverage ?? LanguageSet(),
        standIn: profile.standIn
      )
    }
    self.rowShapes = rowShapes
  }

  package func profile(of document: DocumentNumber) -> DocumentProfile {
    profiles[Int(profileOfDocument[Int(document.rawValue)])]
  }

  /// Resolves a path for an audience at an instant; `nil` if there is no such document.
  package func resolve(
    path: Span<UInt8>,
    for audience: Audience,
    at instant: UnixTime
  ) -> Resolution? {
    documents.find(path).map { resolve($0, for: audience, at: instant) }
  }

  /// Resolves a document already found.
  package func resolve(
    _ found: DocumentIndex.Found,
    for audience: Audience,
    at instant: UnixTime
  ) -> Resolution {
    resolve(found.number, found.profile, audience, instant)
  }

  /// Resolves a document by number.
  package func resolve(
    _ document: DocumentNumber,
    for audience: Audience,
    at instant: UnixTime
  ) -> Resolution {
    resolve(document, profileOfDocument[Int(document.rawValue)], audience, instant)
  }

  private func resolve(
    _ document: DocumentNumber,
    _ profile: UInt32,
    _ audience: Audience,
    _ instant: UnixTime
  ) -> Resolution {
    let row = rows[Int(profile)]
    guard let variant = shapes.winner(of: row.shape, for: audience, at: instant) else {
      return .unavailableHere
    }
    var key = BodyKey(document: document, variant: variant, rows: 0, language: nil)
    if row.hasTexts {
      let choice = matcher.choice(
        for: audience.languages,
        covering: row.coverage,
        refusing: row.refuses,
        standIn: row.standIn
      )
      guard let language = choice.language else { return .unavailableLanguage }
      key.language = language
    }
    if row.hasRows, let shape = rowShapes[Int(row.firstRows) + variant] {
      key.rows = shapes.passing(of: shape, for: audience, at: instant)
    }
    return .body(key)
  }

  /// Returns the next instant at which another body may be chosen.
  package func nextBoundary(of document: DocumentNumber, after instant: UnixTime) -> UnixTime? {
    profile(of: document).shapes
      .compactMap { shapes.nextBoundary(of: $0, after: instant) }.min()
  }

  /// Returns the last instant, up to now, at which another body may have been chosen.
  package func lastBoundary(of document: DocumentNumber, at instant: UnixTime) -> UnixTime? {
    profile(of: document).shapes
      .compactMap { shapes.lastBoundary(of: $0, at: instant) }.max()
  }
}
