// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import ContentResolution
import Editions
import HTTPValues
import Sites

/// An answer that was purged, or whose document was published anew since.
struct OutdatedAnswer: Sendable {
  let request: RenewableRequest
  /// The path of the document, without its token.
  let path: String
  /// The canonical token of its audience; empty for what is the same for everybody.
  let audience: String
  /// The query of its URL, with its question mark; empty for none.
  let query: String

  /// The outdated answers of a store that somebody has asked for, those asked for most first. Answers of a
  /// rollout's candidate are none: they differ from what is published, but are not older.
  static func all(
    in store: AnswerStore,
    _ publication: Publication,
    atMost count: Int
  ) -> (answers: [OutdatedAnswer], others: Int) {
    var revisions: [String: DocumentRevision?] = [:]
    func revision(_ path: String) -> DocumentRevision? {
      if let known = revisions[path] { return known }
      let revision = publication.edition.number(of: path).map { publication.revision(of: $0) }
      revisions[path] = .some(revision)
      return revision
    }
    let found = store.hottest(atMost: count) { entry in
      guard entry.hits > 0, let answer = entry.payload as? SharedAnswer,
        let request = answer.request, request.mayBeRenewed,
        let revision = revision(answer.route)
      else { return false }
      return entry.isPurged || revision != request.revision
    }
    let answers = found.entries.compactMap { entry -> OutdatedAnswer? in
      guard let answer = entry.payload as? SharedAnswer, let request = answer.request else {
        return nil
      }
      return OutdatedAnswer(
        request: request,
        path: answer.path,
        audience: answer.facts.audience,
        query: answer.query
      )
    }
    return (answers, found.others)
  }

  /// The request for the same answer of what is published now; `nil` where there is none.
  func request(of site: ServedSite, at now: UnixTime, in store: AnswerStore) -> AnswerRequest? {
    let url = request.url(of: path, audience, query)
    guard let target = site.target(url.utf8Span.span), target.fault == nil,
      target.path == path, let document = site.edition.planned(target.number)
    else { return nil }
    let asked = request.asked(of: target, site)
    let builder = site.builder(at: now)
    var key = builder.key(for: asked)
    request.complete(&key)
    return AnswerRequest(document, asked, key, ResolutionOutcomes(), builder, in: store)
  }
}
