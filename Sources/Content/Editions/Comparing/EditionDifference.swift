// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution
import Sites

/// The changes between two editions: every document with the audiences whose bytes change.
package struct EditionDifference: Sendable {
  /// Limits of the work of a comparison, which makes every answer twice.
  package struct Limits: Sendable {
    /// More documents are not compared, and only counted.
    package let documents: Int
    /// More audiences of one document are not tried.
    package let audiences: Int

    package init(documents: Int, audiences: Int) {
      self.documents = documents
      self.audiences = audiences
    }

    /// All documents, for a comparison that somebody waits for.
    package static let whole = Limits(documents: .max, audiences: 5_000)
    /// Those documents alone whose files or texts changed, for a comparison after every publication.
    package static let glance = Limits(documents: 500, audiences: 200)
  }

  package enum Change: String, Sendable {
    case added
    case removed
    case changed
  }

  /// One document that is not what it was.
  package struct Document: Sendable {
    package let path: String
    package let change: Change
    /// The tokens of the audiences whose bytes change, as the newer edition writes them.
    package let audiences: [String]
    /// Number of audiences that were compared.
    package let compared: Int
    /// Whether there were more audiences than are compared.
    package let isPartial: Bool
  }

  /// In the order of their paths.
  package let documents: [Document]
  /// Number of documents that may have changed and were not compared, since there are too many.
  package let uncompared: Int

  /// Number of pairs of a document and an audience that change.
  package var pairCount: Int { documents.reduce(0) { $0 + max(1, $1.audiences.count) } }

  /// Compares what two editions answer at an instant.
  ///
  /// A glance leaves out documents whose own files and texts are the same, such as one that embeds a
  /// document that changed.
  package init(
    from old: Edition,
    to new: Edition,
    at now: UnixTime,
    links: LinkWriter,
    limits: Limits = .whole
  ) {
    let oldPaths = Set(old.drafts.map(\.path))
    let newPaths = Set(new.drafts.map(\.path))
    let comparison = Comparison(
      old: KnownAnswers(old, at: now, links),
      new: KnownAnswers(new, at: now, links),
      links: links,
      maximumAudiences: limits.audiences
    )
    let candidates = limits.documents == .max ? nil : ChangedDocuments(from: old, to: new).paths
    var compared = 0
    documents = oldPaths.union(newPaths).sorted().compactMap { path in
      guard oldPaths.contains(path) else { return EditionDifference.document(path, .added) }
      guard newPaths.contains(path) else { return EditionDifference.document(path, .removed) }
      guard candidates?.contains(path) ?? true else { return nil }
      compared += 1
      return compared <= limits.documents ? comparison.document(path) : nil
    }
    uncompared = max(0, compared - limits.documents)
  }

  private static func document(_ path: String, _ change: Change) -> Document {
    Document(path: path, change: change, audiences: [], compared: 0, isPartial: false)
  }
}

/// Asks both editions as the same visitors.
private struct Comparison {
  let old: KnownAnswers
  let new: KnownAnswers
  let links: LinkWriter
  let maximumAudiences: Int

  func document(_ path: String) -> EditionDifference.Document? {
    guard let before = old.edition.number(of: path), let after = new.edition.number(of: path) else {
      return nil
    }
    var tokens: Set<String> = []
    var isPartial = false
    for (edition, number) in [(old.edition, before), (new.edition, after)] {
      isPartial =
        !edition.forEachToken(of: number, limit: maximumAudiences) {
          tokens.insert(links.tokenText(of: number, for: AudienceToken($0), in: edition))
        } || isPartial
    }
    let changed = tokens.filter { old.answer(before, to: $0) != new.answer(after, to: $0) }
    guard !changed.isEmpty else { return nil }
    return EditionDifference.Document(
      path: path,
      change: .changed,
      audiences: changed.sorted(),
      compared: tokens.count,
      isPartial: isPartial
    )
  }
}

extension Edition {
  /// Every audience that a document and all it leads to tell apart, languages too; `false` if there
  /// are more than the limit, and the body saw those up to it.
  package func forEachToken(
    of number: DocumentNumber,
    limit: Int,
    _ body: (Audience) -> Void
  ) -> Bool {
    let profile = resolver.profile(of: number)
    let combinations = Combinations(
      of: profile.shapes,
      in: resolver.shapes
    )
    var chains = [LanguageChain.empty]
    if profile.coverage != nil {
      chains += matcher.published.indices.map { index in
        LanguageChain(CollectionOfOne(LanguageIndex(rawValue: UInt8(index))))
      }
    }
    var seen: Set<Audience> = []
    combinations.tryEach { element in
      for chain in chains where seen.count <= limit {
        var audience = element.audience
        audience.languages = chain
        if seen.insert(audience).inserted, seen.count <= limit { body(audience) }
      }
      return seen.count <= limit
    }
    return seen.count <= limit
  }
}
