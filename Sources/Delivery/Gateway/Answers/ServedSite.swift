// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import HTTPServer
import HTTPValues
import Learning
import Sites
import Synchronization

/// A publication with values that follow from it, kept as long as it is served.
final class ServedSite {
  let publication: Publication
  let generation: ServedGeneration
  /// Whether this is the candidate edition of a running rollout, not the published edition.
  let isCandidate: Bool
  /// The draft that this is; `nil` for an edition that visitors get.
  let draft: ServedDraft?
  let tokens: KnownTokens
  let edges: TrustedEdges
  let pages: ListPages
  let policies: SitePolicies
  /// The fields with credentials that the services may see.
  let credentialFields: [FieldName]
  /// The answer at `/` without a document or pass there: a redirect to the config URL.
  let front: PreparedResponse
  let links: LinkWriter
  let cache: PublicationCache
  let encoder: AnswerEncoder
  /// Knows what visitors ask for next; `nil` where nobody learns it.
  let hints: HintLearning?

  /// - Parameters:
  ///   - rollout: the rollout of the publication's edition; `nil` for the published one.
  ///   - draft: the draft that the edition is of; `nil` for an edition that visitors get.
  init(
    _ publication: Publication,
    in generation: ServedGeneration,
    of rollout: EditionWord? = nil,
    draft: ServedDraft? = nil,
    seal: SiteSeal,
    _ encoder: AnswerEncoder,
    _ hints: HintLearning?
  ) {
    self.publication = publication
    self.generation = generation
    isCandidate = rollout != nil
    self.draft = draft
    tokens = KnownTokens(TokenReader(publication.edition.words, seal: seal, draft: draft?.word))
    edges = TrustedEdges(publication.edition.site.edges)
    links = LinkWriter(seal: seal, word: draft?.word ?? rollout, draft: draft?.token)
    pages = ListPages(seal)
    policies = SitePolicies(publication.edition.site)
    credentialFields = VisitorCredentials.fieldNames(at: publication.edition.site)
    cache = PublicationCache(publication)
    self.encoder = encoder
    self.hints = hints
    front = ServedSite.front(of: publication.edition.site)
  }

  private static func front(of site: SiteSettings) -> PreparedResponse {
    var fields: Fields = [
      "content-type": "application/json", "cache-control": "public, max-age=60",
    ]
    fields.set("location", site.configURL)
    return PreparedResponse(
      Response(.temporaryRedirect, fields: fields),
      body: AnswerFormat.json([("datatype", "link"), ("url", site.configURL)])
    )
  }

  var edition: Edition { publication.edition }
  /// The URL at which an app begins.
  var configURL: String { links.configURL(of: edition.site) }

  /// Whether the site is open for all visitors.
  var isOpen: Bool {
    publication.overlay.maintenance == nil && publication.overlay.hidden.isEmpty
  }

  /// Whether the answer of a document follows from the bytes of the request alone.
  func isDecidedByBytes(_ target: ContentTarget) -> Bool {
    target.token != nil && target.path != edition.site.config
      && publication.overlay.maintenance == nil
  }

  /// Makes a builder of answers at `now`.
  func builder(at now: UnixTime) -> AnswerBuilder { AnswerBuilder(self, at: now) }

  /// Parses a request's path and query; `nil` if there is no such document.
  func target(_ target: borrowing Span<UInt8>) -> ContentTarget? {
    ContentTarget(target, in: edition, tokens: tokens, pages: pages, flows: links.flow)
  }
}

/// Generation of a publisher that a loop has taken over.
struct ServedGeneration {
  private let publisher: Publisher
  private let number: UInt64

  init(_ publisher: Publisher) {
    self.publisher = publisher
    number = publisher.generation.load(ordering: .acquiring)
  }

  /// Whether nothing was published since.
  var isLatest: Bool { publisher.generation.load(ordering: .acquiring) == number }
}
