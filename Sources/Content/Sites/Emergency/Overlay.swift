// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import HTTPValues

// The emergency lane: a tiny file that is read by itself and holds over every edition, so that a shop
// can be closed, a document hidden and a bad variant replaced while nothing else compiles. It names
// its own texts, since those of the site may be what is broken.

/// The contents of `Content/emergency.json5`, which hold over every edition.
package struct Overlay: Sendable, Hashable {
  package static let path = "Content/emergency.json5"
  /// A larger file is no tiny one.
  package static let maximumBytes = 65_536

  /// Closed for all these.
  package var maintenance: Maintenance?
  /// Documents that are not there.
  package var hidden: [PathPattern] = []
  /// For the path of a document the name of the variant that everybody gets.
  package var forced: [String: String] = [:]
  /// The longest lifetimes of documents; the shortest one that fits counts.
  package var ttls: [TTLCap] = []
  /// A message above everything, by language.
  package var banner: [LanguageTag: String] = [:]

  package struct TTLCap: Sendable, Hashable {
    package let pattern: PathPattern
    package let seconds: Int
  }

  package static let none = Overlay()

  /// Whether a path is hidden, whatever its spelling.
  ///
  /// - Parameter path: without the slash at its beginning.
  package func hides(_ path: String, of site: SiteSettings) -> Bool {
    guard !hidden.isEmpty else { return false }
    let (names, whole) = (PathNames(site), "/\(path)")
    return LenientPath.read(whole.utf8Span.span) { names.match(hidden, $0) }
  }

  package func variant(of draft: DocumentDraft) -> Int? {
    guard let name = forced[draft.path] else { return nil }
    return draft.variants.firstIndex { $0.name == name }
  }

  package func ttl(of draft: DocumentDraft) -> Int {
    ttls.filter { $0.pattern.matches(draft.path) }.map(\.seconds)
      .reduce(draft.lifetimes.ttl) { min($0, $1) }
  }
}

/// Maintenance of a site: the visitors that it is closed for.
package struct Maintenance: Sendable, Hashable {
  package var conditions = Conditions.everybody
  package var message: [LanguageTag: String] = [:]
  /// Seconds until apps should ask again.
  package var retryAfter = 120
  /// Whether an operator has ordered it, in place of what the emergency file says.
  package var isOrdered = false

  package init() {}

  /// When it ends; `nil` for one without an end.
  package var end: UnixTime? { conditions.time?.intervals.last?.upper }

  package func hasEnded(at now: UnixTime) -> Bool { end.map { now >= $0 } ?? false }
}
