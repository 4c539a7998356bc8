// SPDX-License-Identifier: Apache-2.0

package import ContentResolution
import Sites

extension Publication {
  /// A document in which more may stand has a new revision with each edition, since looking at all would hold up
  /// its first answer.
  private static let mostEmbedded = 64

  /// Stands for all that a document's answers follow from beside their requests and services: the revision of the
  /// document, those of the documents that stand in it, and what the emergency file says of them.
  package func revision(of number: DocumentNumber) -> DocumentRevision {
    let draft = edition.draft(number)
    var text = RevisionText()
    text.add(edition.revision(of: number).bytes)
    text.add(overlay.forced[draft.path] ?? "")
    text.add("\(overlay.ttl(of: draft))")
    let embeds = Set(draft.links.lazy.filter { $0.role == .embed }.map(\.path)).sorted()
    for path in embeds {
      guard let possible = edition.documents(meantBy: path, atMost: Publication.mostEmbedded) else {
        text.add(edition.name)
        continue
      }
      for inner in possible {
        text.add(edition.draft(inner).path)
        text.add(revision(of: inner).bytes)
      }
    }
    for pattern in overlay.hidden where !embeds.isEmpty || pattern.mayMeet(linksOf: draft) {
      text.add(pattern.text)
    }
    return DocumentRevision(of: text)
  }
}
