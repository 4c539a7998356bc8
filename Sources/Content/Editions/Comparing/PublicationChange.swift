// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Sites

/// Effect of a publication on caches that keep answers: the documents that are answered differently
/// from now on, and the paths that must not be served any more. It may name too much, never too
/// little.
package struct PublicationChange: Sendable, Equatable {
  /// Some documents, or all.
  package enum Documents: Sendable, Equatable {
    /// By their paths, in their order: those of files, with names in braces where they have them, and
    /// single paths that such a file answers for.
    case some([String])
    case all

    package var isEmpty: Bool { self == .some([]) }
  }

  /// The documents whose answers change.
  package let changed: Documents
  /// Documents that the emergency file withdraws: those that it hides, and those for which it
  /// forces another variant.
  package let withdrawn: [String]
  /// Paths that it withdraws besides documents: those of services, each as a whole.
  package let withdrawnPaths: [String]
  /// Prefixes of paths that it withdraws in the same way.
  package let withdrawnPrefixes: [String]

  package var isEmpty: Bool {
    changed.isEmpty && withdrawn.isEmpty && withdrawnPaths.isEmpty && withdrawnPrefixes.isEmpty
  }

  package init(from old: Publication, to new: Publication) {
    let overlay = OverlayChange(from: old, to: new)
    let edition = ChangedDocuments(from: old.edition, to: new.edition)
    withdrawn = overlay.withdrawn
    withdrawnPaths = overlay.withdrawnPaths
    withdrawnPrefixes = overlay.withdrawnPrefixes
    guard let paths = edition.paths, !overlay.closes else {
      changed = .all
      return
    }
    changed = .some(paths.union(overlay.changed).subtracting(withdrawn).sorted())
  }

  /// Nothing is known of what was served before.
  package static let everything = PublicationChange()

  private init() {
    changed = .all
    withdrawn = []
    withdrawnPaths = []
    withdrawnPrefixes = []
  }
}
