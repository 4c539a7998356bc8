// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Editions
import HTTPCaching
import Plans
import Reactor
import Sites

/// Gives the answers of documents with plans: stored ones, and new ones composed once for all who wait. It
/// belongs to a loop.
final class Composer {
  /// The result of a lookup that does not wait.
  enum Found {
    case answer(ContentAnswer, isStale: Bool)
    /// The resource of the plan does not exist.
    case absence(PlanFailure)
    /// The answer has to be waited for, as this lookup says.
    case nothing(Opening)
  }

  let coalescer: LoopCoalescer
  let fragments: FragmentSource
  let counters: GatewayCounters
  private var hot: HotForms<ContentAnswer>
  /// The stale answers that were served and have yet to be composed anew.
  private var backlog = TurnBacklog<(composition: Composition, lease: FetchLease)>()

  init(_ coalescer: LoopCoalescer, _ fragments: FragmentSource, _ counters: GatewayCounters) {
    self.coalescer = coalescer
    self.fragments = fragments
    self.counters = counters
    hot = HotForms(of: coalescer.store)
  }

  var store: AnswerStore { coalescer.store }
  var tracer: Tracer { fragments.services.tracer }
  var core: LoopCore { coalescer.core }
  var now: Int64 { coalescer.now }
  var instant: UnixTime { UnixTime(seconds: core.wallSeconds) }

  /// Returns a stored answer; composing a stale one anew begins.
  func find(_ request: AnswerRequest, _ site: ServedSite) -> Found {
    let key = request.cacheKey
    let view = key.view
    if let form = hot.find(view, at: now) { return .answer(form, isStale: false) }
    let found = store.open(key, at: now)
    switch found {
    case .fresh(let entry):
      guard let answer = entry.payload as? SharedAnswer else {
        return (entry.payload as? StoredAbsence).map { .absence($0.failure) } ?? .nothing(found)
      }
      let form = hot.offer(entry, at: now) { ContentAnswer(answer, .hit, isForOne: !$0) }
      return .answer(form, isStale: false)
    case .stale(let entry, let refresh):
      if let refresh { renew(request, site, refresh) }
      return Composer.form(of: entry, .hit, isStale: true).map {
        .answer($0, isStale: true)
      } ?? .nothing(.join(standIn: nil))
    case .lead, .join, .alone: return .nothing(found)
    }
  }

  /// The stored answers of services that an answer is composed of.
  func parts(of request: AnswerRequest, _ builder: AnswerBuilder) -> [StoredPart] {
    StoredParts.find(for: request, builder, by: self)
  }

  /// Composes a stale answer anew when it is its turn, with no visitor's credentials: answers that need any are
  /// not shared.
  func renew(_ request: AnswerRequest, _ site: ServedSite, _ lease: FetchLease) {
    if backlog.isEmpty { core.wakeInNextTurn(self) }
    backlog.add((Composition(request, site, by: self), lease))
  }

  /// Composes an answer for nobody in particular, of parts that are current; returns false where somebody
  /// composes it already.
  ///
  /// - Parameter then: is told whether there is an answer, or nothing to answer with; perhaps before this
  ///   returns.
  func refresh(
    _ request: AnswerRequest,
    _ site: ServedSite,
    then: @escaping (Bool) -> Void
  ) -> Bool {
    guard let lease = store.claim(request.cacheKey, at: now) else { return false }
    let composition = Composition(request, site, by: self, wantsFresh: true)
    composition.lead(lease) { _, outcome in
      switch outcome {
      case .success: then(true)
      case .failure(let failure): then(failure.absence != nil)
      }
    }
    return true
  }

  static func form(
    of entry: CacheEntry,
    _ handling: CacheStatus.Handling,
    detail: String? = nil,
    isStale: Bool = false
  ) -> ContentAnswer? {
    (entry.payload as? SharedAnswer).map {
      ContentAnswer($0, handling, detail: detail, isStale: isStale, isForOne: true)
    }
  }

  /// The stale answer that is served because composing failed.
  func standingIn(_ entry: CacheEntry) -> ContentAnswer? {
    guard store.mayStandIn(entry, at: now) else { return nil }
    return Composer.form(of: entry, .hit, detail: "stale-if-error", isStale: true)
  }

  /// Drops the answers that may not be served any more.
  func tidy() { hot.tidy(at: now) }

  /// The template of a document's body for an audience; `nil` if there is no body for it.
  func prepared(_ request: AnswerRequest, _ builder: AnswerBuilder) -> DocumentTemplate? {
    let key = PublicationCache.TemplateKey(
      document: request.key.document,
      audience: request.key.audience,
      preview: request.key.preview,
      view: request.target.view,
      linkSuffix: request.key.linkSuffix
    )
    // A body that was chosen by the time of day is chosen anew in every window of freshness, and where the clock
    // was set back.
    if let known = builder.cache[key], known.resolved.freshness.expire > builder.now,
      known.resolved.freshness.since <= builder.now
    {
      return known
    }
    let resolved = builder.resolved(request.key, request.target.view)
    guard case .body(let body) = resolved.outcome else { return nil }
    var reader = TemplateReader(
      request.document.plan,
      texts: resolved.texts,
      flows: resolved.flows
    )
    let template = reader.template(body)
    let datatype = builder.edition.draft(resolved.number).datatype
    let schema = builder.edition.site.datatypes[datatype]?.schema
    let shapes = template.shapes(by: schema, in: request.document.plan)
    let prepared = DocumentTemplate(template, resolved, shapes)
    builder.cache[key] = prepared
    return prepared
  }
}

extension Composer: WakeHandler {
  /// Begins what is due.
  func woken() {
    for (composition, lease) in backlog.due() { composition.lead(lease) }
    if !backlog.isEmpty { core.wakeInNextTurn(self) }
  }
}
