// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import ContentResolution
import Editions
import HTTPValues
import Sites

/// An answer that was purged, or whose document was published anew since.
struct OutdatedAnswer: Sendable {
  let request: PlannedRequest
  /// The canonical token of its audience; empty for what is the same for everybody.
  let audience: String

  /// The outdated answers of a store that somebody has asked for, those asked for most first. Answers of a
  /// rollout's candidate are none: they differ from what is published, but are not older.
  static func all(
    in store: AnswerStore,
    _ publication: Publication,
    atMost count: Int
  ) -> (answers: [OutdatedAnswer], others: Int) {
    var revisions: [String: [UInt8]?] = [:]
    func revision(_ path: String) -> [UInt8]? {
      if let known = revisions[path] { return known }
      let revision = publication.edition.number(of: path).map { publication.revision(of: $0) }
      revisions[path] = .some(revision)
      return revision
    }
    let found = store.hottest(atMost: count) { entry in
      guard entry.hits > 0, let answer = entry.payload as? SharedAnswer,
        let request = answer.request, request.key.preview == nil, !request.isOfCandidate,
        let revision = revision(request.document.path)
      else { return false }
      return entry.isPurged || revision != request.revision
    }
    let answers = found.entries.compactMap { entry -> OutdatedAnswer? in
      guard let answer = entry.payload as? SharedAnswer, let request = answer.request else {
        return nil
      }
      return OutdatedAnswer(request: request, audience: answer.facts.audience)
    }
    return (answers, found.others)
  }

  /// The request for the same answer of what is published now; `nil` where there is none.
  func request(of site: ServedSite, at now: UnixTime, in store: AnswerStore) -> PlannedRequest? {
    let (old, key) = (request, request.key)
    var text = audience.isEmpty ? "/\(old.target.path)" : "/\(audience)/\(old.target.path)"
    if let format = old.target.format { text += "\(format.suffix)" }
    let query = old.target.canonicalQuery(of: old.document, site.links).description
    if !query.isEmpty { text += "?\(query)" }
    guard let target = site.target(text.utf8Span.span), target.fault == nil,
      target.path == old.target.path, let document = site.edition.planned(target.number)
    else { return nil }
    let asked = ContentRequest(
      target: target,
      visitor: Visitor(),
      format: key.format,
      codings: key.codings,
      edge: old.edge,
      isByAddress: key.isByAddress
    )
    let builder = site.builder(at: now)
    var renewed = builder.key(for: asked)
    renewed.isCanonical = key.isCanonical
    renewed.variesByFields = key.variesByFields
    renewed.edge = key.edge
    renewed.gate = key.gate
    return PlannedRequest(document, asked, renewed, ResolutionOutcomes(), builder, in: store)
  }
}
