// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Plans
import Services
import Sites

/// The changes between two emergency files.
struct OverlayChange {
  /// Whether the site is closed for others than before.
  let closes: Bool
  private(set) var changed: Set<String> = []
  private(set) var withdrawn: [String] = []
  private(set) var withdrawnPaths: [String] = []
  private(set) var withdrawnPrefixes: [String] = []

  init(from old: Publication, to new: Publication) {
    let (before, now) = (old.overlay, new.overlay)
    // Answers of a closed site are stored for seconds only, so opening it changes nothing for long.
    closes =
      now.maintenance != nil && now.maintenance?.conditions != before.maintenance?.conditions
    guard before != now else { return }
    if before.banner != now.banner { changed.insert(new.edition.site.config) }
    var gone = Set(now.forced.filter { before.forced[$0.key] != $0.value }.keys)
    changed.formUnion(before.forced.keys.filter { now.forced[$0] == nil })
    let hiding = now.hidden.filter { !before.hidden.contains($0) }
    let showing = before.hidden.filter { !now.hidden.contains($0) }
    let hasCaps = before.ttls != now.ttls
    if !hiding.isEmpty || !showing.isEmpty || hasCaps {
      for draft in new.edition.drafts {
        if hiding.contains(where: { $0.mayMeet(draft) }) {
          gone.insert(draft.path)
        } else if showing.contains(where: { $0.mayMeet(draft) })
          || (hiding + showing).contains(where: { $0.mayMeet(linksOf: draft) })
          || hasCaps && now.ttl(of: draft) < before.ttl(of: draft)
        {
          changed.insert(draft.path)
        }
      }
    }
    // Single paths that documents with names in braces answer for have tags of their own.
    changed.formUnion(showing.filter { !$0.hasStar }.map(\.text))
    gone.formUnion(hiding.filter { !$0.hasStar }.map(\.text))
    withdrawnPaths = hiding.filter { !$0.hasStar }.map(\.text).sorted()
    let passes = new.edition.site.passes.map { $0.prefix.dropFirst() }
    withdrawnPrefixes = hiding.filter(\.hasStar).map(\.beginning).filter { beginning in
      passes.contains { $0.hasPrefix(beginning) || beginning.hasPrefix($0) }
    }.sorted()
    withdrawn = gone.sorted()
  }
}

extension PathPattern {
  var hasStar: Bool { text.utf8.contains(UInt8(ascii: "*")) }

  /// The text before the first star.
  var beginning: String { String(text.prefix { $0 != "*" }) }

  /// Whether it matches a document, or may match a path that one with names in braces answers for.
  func mayMeet(_ draft: DocumentDraft) -> Bool {
    matches(draft.path) || hasStar && mayMeet(filled: draft.path)
  }

  /// Whether the pattern can match the target of a link in a document.
  func mayMeet(linksOf draft: DocumentDraft) -> Bool {
    draft.links.contains { link in
      link.role != .embed && (matches(link.path) || mayMeet(filled: link.path))
    }
  }

  /// Whether the pattern can match a URL that a path template such as `items/{id}` expands to.
  private func mayMeet(filled path: String) -> Bool {
    guard RoutePattern(path) != nil else { return false }
    let start = path.prefix { $0 != "{" }
    return hasStar
      ? start.hasPrefix(beginning) || beginning.hasPrefix(start) : text.hasPrefix(start)
  }
}
