// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import FileShapes
import Sites

/// Every link leads to a document, and every document is led to.
struct LinkCheck {
  /// The most documents among which a similar name is suggested.
  private static let maximumSuggestions = 20_000

  let linkage: Linkage

  func run(_ findings: inout Findings) {
    checkReach(meant: checkTargets(&findings), &findings)
  }

  /// Reports links to missing documents, and returns the documents that they are likely to mean.
  private func checkTargets(_ findings: inout Findings) -> Set<String> {
    var meant: Set<String> = []
    for draft in linkage.drafts {
      for link in draft.links where !linkage.hasDocument(link.path) {
        let known = linkage.drafts.count > LinkCheck.maximumSuggestions ? [] : linkage.drafts
        let nearest = Suggestion.nearest(to: link.path, among: known.lazy.map(\.path))
        if let nearest { meant.insert(nearest) }
        findings.error(
          .brokenLink,
          at: draft.place(link.position),
          "there is no document \"\(link.path)\"",
          suggestion: nearest
        )
      }
    }
    return meant
  }

  private func checkReach(meant: Set<String>, _ findings: inout Findings) {
    guard let config = linkage.numbers[linkage.site.config] else {
      guard !linkage.hasDocument(linkage.site.config) else { return }
      findings.error(
        .missingKey,
        at: FilePlace(SiteSettings.path),
        "there is no document \"\(linkage.site.config)\", which \"config\" names as the one that "
          + "apps begin with",
        suggestion: Suggestion.nearest(
          to: linkage.site.config,
          among: linkage.drafts.prefix(LinkCheck.maximumSuggestions).lazy.map(\.path)
        )
      )
      return
    }
    // A file that cannot be read may contain the links to the others.
    guard linkage.isWhole else { return }
    let named = Set(
      linkage.site.errors.declared.map(\.path)
        + linkage.site.redirects.compactMap(\.documentPath)
    )
    let roots = linkage.drafts.indices.filter { number in
      let path = linkage.drafts[number].path
      return named.contains(path) || meant.contains(path)
        || linkage.site.roots.contains { $0.matches(path) }
    }
    let isReached = linkage.graph.reachable(from: [config] + roots)
    for (number, draft) in linkage.drafts.enumerated() where !isReached[number] {
      findings.error(
        .unreachable,
        at: draft.place,
        "no links lead from \"\(linkage.site.config)\" to \"\(draft.path)\"; link to it, or "
          + "name it in the site's \"roots\""
      )
    }
  }
}
