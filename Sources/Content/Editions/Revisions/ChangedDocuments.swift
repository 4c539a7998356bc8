// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import Plans
import Sites

/// The documents that one edition may answer otherwise than another did: those with other revisions.
///
/// An embedding document is not one of them for a change of an embedded one: its answers have the tag of the
/// embedded document.
struct ChangedDocuments {
  /// By their paths, as their files call them; `nil`: all.
  let paths: Set<String>?

  init(from old: Edition, to new: Edition) {
    guard old !== new else {
      paths = []
      return
    }
    guard old.settingsRevision == new.settingsRevision else {
      paths = nil
      return
    }
    let before = ChangedDocuments.revisions(of: old)
    let now = ChangedDocuments.revisions(of: new)
    var changed = Set(now.lazy.filter { before[$0.key] != $0.value }.map(\.key))
    changed.formUnion(before.keys.lazy.filter { now[$0] == nil })
    // A path with names in braces that comes or goes takes requests from another one.
    let routes = changed.filter { before[$0] == nil || now[$0] == nil }
      .compactMap { RoutePattern($0) }
    if !routes.isEmpty {
      for draft in new.drafts where draft.planned != nil {
        guard let pattern = RoutePattern(draft.path), routes.contains(where: pattern.meets) else {
          continue
        }
        changed.insert(draft.path)
      }
    }
    paths = changed
  }

  private static func revisions(of edition: Edition) -> [String: DocumentRevision] {
    var revisions: [String: DocumentRevision] = [:]
    revisions.reserveCapacity(edition.drafts.count)
    for (index, draft) in edition.drafts.enumerated() {
      revisions[draft.path] = edition.revision(of: .init(rawValue: UInt32(index)))
    }
    return revisions
  }
}
