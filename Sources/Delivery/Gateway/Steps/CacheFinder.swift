// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
import ContentResolution
import Editions
import HTTPCaching
import HTTPServer
import HTTPValues
import Sites

/// Follows a request as far as the cache, to tell the state of its entry and the reason. It asks no
/// service, counts nothing and changes nothing.
struct CacheFinder {
  let site: ServedSite
  let passes: Passes
  let composer: Composer
  let countries: AddressCountries?

  private var store: AnswerStore { composer.store }

  func finding(for request: borrowing RequestView, from peer: Peer) -> CacheFinding {
    switch RouteStep(site: site, passes: passes).route(of: request) {
    case .answer(let given):
      let status = given.problem.map { "is answered with \($0.status.code)" }
      return CacheFinding(.notKept("It \(status ?? "is a redirect"), and nothing is kept of that."))
    case .beacon(let beacon):
      return CacheFinding(route: beacon.path, .notKept("Reports of apps have no answer to keep."))
    case .pass(let route, let path): return finding(for: request, along: route, path)
    case .document(let target):
      let recognize = RecognizeStep(site: site, countries: countries)
      do throws(RefusedRequest) {
        let asked = try recognize.contentRequest(of: request, for: target, from: peer)
        return finding(for: asked)
      } catch {
        let status = error.refusal.response.status.code
        return CacheFinding(
          route: site.edition.draft(target.number).path,
          .notKept("It is refused with \(status), and nothing is kept of that.")
        )
      }
    }
  }

  // MARK: documents

  private func finding(for asked: ContentRequest) -> CacheFinding {
    let builder = site.builder(at: composer.instant)
    let key = builder.key(for: asked)
    let resolved = builder.resolved(key, asked.target.view)
    let facts = builder.facts(of: key, resolved)
    let request = site.edition.planned(asked.target.number)
      .map { AnswerRequest($0, asked, key, ResolutionOutcomes(), builder, in: store) }
    let cacheKey =
      request?.cacheKey ?? DocumentAnswers.cacheKey(of: key, asked, builder, in: store)
    let (entry, state) = store.state(of: cacheKey, at: composer.now)
    var finding = CacheFinding(route: facts.route, closed(asked) ?? state)
    finding.key = facts.key(of: asked.target.path, key.parameterText).span.text
    finding.variant = resolved.variant
    finding.language = facts.language
    finding.bytes = entry?.payload.byteCount
    finding.tags = entry?.tagNames ?? []
    finding.parts = request.map { composer.parts(of: $0, builder) } ?? []
    return finding
  }

  /// Returns the state for a visitor to whom the site is closed.
  private func closed(_ asked: ContentRequest) -> EntryState? {
    guard MaintenanceStep(site, at: composer.instant)?.answer(to: asked) != nil else {
      return nil
    }
    return .notKept("The site is closed for this visitor, whatever is kept.")
  }

  // MARK: passes

  private func finding(
    for request: borrowing RequestView,
    along route: PassRoute,
    _ path: String
  ) -> CacheFinding {
    let prefix = route.facts.prefix
    guard let target = passes.hits.target(of: request, route, path: path) else {
      return CacheFinding(
        route: prefix,
        .notKept(
          route.keepsAnswers
            ? "Answers to this request are not kept: it has another method than GET, or no host."
            : "The pass keeps no answers, since its site does not say \"cache\": \"standard\"."
        )
      )
    }
    let (entry, state) = store.state(of: target.key, at: composer.now)
    guard let kept = entry?.payload as? StoredResponses, state.word != .notKept else {
      return CacheFinding(route: prefix, state)
    }
    return finding(for: request, of: kept, route, tags: entry?.tagNames ?? [])
  }

  /// Evaluates the stored answers of a target by RFC 9111.
  private func finding(
    for request: borrowing RequestView,
    of kept: StoredResponses,
    _ route: PassRoute,
    tags: [String]
  ) -> CacheFinding {
    let now = composer.instant.seconds
    let decision = ReuseDecision(
      method: request.method,
      fields: request.fields,
      candidates: kept.heads,
      now: now,
      rules: route.rules
    )
    let (word, reason, index): (EntryState.Word, ReuseReason, Int?) =
      switch decision {
      case .answer(let answer): (.fresh, answer.reason, answer.candidate)
      case .answerAndRevalidate(let answer, _): (.stale, answer.reason, answer.candidate)
      case .forward(let forwarding): (.notKept, forwarding.reason, forwarding.purpose.candidate)
      case .gatewayTimeout(let reason): (.notKept, reason, nil)
      }
    let head = index.flatMap { kept.heads.indices.contains($0) ? kept.heads[$0] : nil }
    var finding = CacheFinding(
      route: route.facts.prefix,
      EntryState(
        word: word,
        age: head.map { Double($0.freshness.age(at: now)) },
        ttl: head.map { Double($0.freshness.timeLeft(at: now)) },
        why: reason.text
      )
    )
    finding.bytes = index.flatMap { kept.bodies.indices.contains($0) ? kept.bodies[$0].count : nil }
    finding.tags = tags
    return finding
  }
}

extension Forwarding.Purpose {
  /// The stored answer that would be revalidated.
  fileprivate var candidate: Int? {
    switch self {
    case .fetch, .selectVariant: nil
    case .validate(let index), .complete(let index, missing: _): index
    }
  }
}
