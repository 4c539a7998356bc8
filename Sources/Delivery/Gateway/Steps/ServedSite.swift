// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions

/// A publication with what follows from it, kept as long as it is served.
final class ServedSite {
  let publication: Publication
  let reader: TokenReader
  let edges: TrustedEdges
  let pages: ListPages
  let policies: SitePolicies
  private let links: LinkWriter
  private let shelf: PlanShelf

  init(_ publication: Publication, seal: SiteSeal) {
    self.publication = publication
    reader = TokenReader(publication.edition.words, seal: seal)
    edges = TrustedEdges(publication.edition.site.edges)
    links = LinkWriter(seal: seal)
    pages = ListPages(seal)
    policies = SitePolicies(publication.edition.site)
    shelf = PlanShelf(publication)
  }

  var edition: Edition { publication.edition }

  /// What makes answers now.
  func maker(at now: UnixTime) -> AnswerMaker {
    AnswerMaker(
      publication: publication,
      links: links,
      pages: pages,
      shelf: shelf,
      policies: policies,
      now: now
    )
  }

  /// What a request's path and query ask for; `nil` if there is no such document.
  func target(_ target: borrowing Span<UInt8>) -> ContentTarget? {
    ContentTarget(target, in: edition, reader: reader, pages: pages, flows: links.flow)
  }
}
