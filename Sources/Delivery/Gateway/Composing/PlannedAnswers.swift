// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Edges
import Editions
import HTTPCaching
import HTTPServer
import HTTPValues
import Plans
import Reactor
import Sites

/// Answers of documents with plans: stored ones, and new ones composed once for all who wait. It
/// belongs to a loop.
final class PlannedAnswers {
  /// Milliseconds for which a failed plan is not run again while a stale answer can stand in, and
  /// for which its failure is kept.
  private static let pauseMilliseconds: Int64 = 1_000

  /// The result of a lookup that does not wait.
  enum Found {
    case answer(ContentAnswer, isStale: Bool)
    /// The resource of the plan does not exist.
    case absence(PlanFailure)
    /// The answer has to be waited for, as this lookup says.
    case nothing(Lookup)
  }

  private struct Renewal {
    let request: PlannedRequest
    let site: ServedSite
    let lease: FetchLease
  }

  let coalescer: LoopCoalescer
  let composer: PlanComposer
  private var hot: HotForms<ContentAnswer>
  /// The stale answers that were served and have yet to be composed anew.
  private var backlog = TurnBacklog<Renewal>()

  init(_ coalescer: LoopCoalescer, _ composer: PlanComposer) {
    self.coalescer = coalescer
    self.composer = composer
    hot = HotForms(of: coalescer.store)
  }

  var store: AnswerStore { coalescer.store }
  var tracer: Tracer { composer.fragments.services.tracer }
  var core: LoopCore { coalescer.core }
  var now: Int64 { coalescer.now }
  var instant: UnixTime { UnixTime(seconds: core.wallSeconds) }

  /// Returns a stored answer; composing a stale one anew begins.
  func find(_ request: PlannedRequest, _ site: ServedSite) -> Found {
    let key = request.cacheKey
    let view = key.view
    if let form = hot.find(view, at: now) { return .answer(form, isStale: false) }
    let found = store.lookup(view, at: now)
    switch found {
    case .fresh(let entry):
      guard let answer = entry.payload as? SharedAnswer else {
        return (entry.payload as? KeptAbsence).map { .absence($0.failure) } ?? .nothing(.miss)
      }
      let form = hot.offer(entry, at: now) { ContentAnswer(answer, .hit, isForOne: !$0) }
      return .answer(form, isStale: false)
    case .stale(let entry, let refresh):
      if let refresh { renew(request, site, refresh) }
      return PlannedAnswers.form(of: entry, .hit, isStale: true).map {
        .answer($0, isStale: true)
      } ?? .nothing(.miss)
    case .onlyOnError, .pass, .miss: return .nothing(found)
    }
  }

  /// The stored answers of services that an answer is composed of.
  func parts(of request: PlannedRequest, _ builder: AnswerBuilder) -> [KeptPart] {
    KeptParts.find(for: request, builder, by: composer)
  }

  /// Composes a stale answer anew when it is its turn.
  func renew(_ request: PlannedRequest, _ site: ServedSite, _ lease: FetchLease) {
    if backlog.isEmpty { core.wakeInNextTurn(self) }
    backlog.add(Renewal(request: request, site: site, lease: lease))
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
    return PlannedAnswers.form(of: entry, .hit, detail: "stale-if-error", isStale: true)
  }

  /// Composes an answer for nobody in particular, of parts that are current; returns false where somebody
  /// composes it already.
  ///
  /// - Parameter then: is told whether there is an answer, or nothing to answer with; perhaps before this
  ///   returns.
  func refresh(
    _ request: PlannedRequest,
    _ site: ServedSite,
    then: @escaping (Bool) -> Void
  ) -> Bool {
    guard let lease = store.claim(request.cacheKey, at: now) else { return false }
    let visit = PlannedVisit(request, site, .none, in: tracer.newTrace(), wantsFreshParts: true)
    composer.compose(visit) { [self] outcome in
      handIn(outcome, of: request, lease)
      switch outcome {
      case .success: then(true)
      case .failure(let failure): then(failure.absence != nil)
      }
    }
    return true
  }

  /// Drops the answers that may not be served any more.
  func tidy() { hot.tidy(at: now) }

  /// Gives what was composed to all who wait.
  func handIn(
    _ outcome: PlanComposer.Outcome,
    of request: PlannedRequest,
    _ lease: FetchLease
  ) {
    switch outcome {
    case .success(let (answer, tags)): deliver(answer, tags, lease)
    case .failure(let failure): deliver(failure, of: request, lease)
    }
  }

  /// Delivers a failure to all who wait, and stores an absence in place of the earlier answer.
  private func deliver(
    _ failure: PlanFailure,
    of request: PlannedRequest,
    _ lease: FetchLease
  ) {
    guard let absence = failure.absence else {
      return lease.fail(
        failure,
        privacy: failure.privacy,
        nextFetch: now + PlannedAnswers.pauseMilliseconds
      )
    }
    let tags = request.tags(of: absence)
    lease.deliver(
      NewEntry(
        lease.key,
        KeptAbsence(failure),
        kind: .negative,
        lifetime: EntryLifetime(
          storedAt: now,
          freshUntil: absence.freshness.expire.seconds * 1_000
        ),
        privacy: failure.privacy,
        tags: Set(tags.compactMap { TagName($0) })
      ),
      at: now
    )
  }

  private func deliver(_ answer: SharedAnswer, _ tags: [String], _ lease: FetchLease) {
    let entry = NewEntry(
      lease.key,
      answer,
      lifetime: answer.freshness(at: instant).lifetime(storedAt: now),
      privacy: answer.privacy,
      tags: Set(tags.compactMap { TagName($0) })
    )
    if answer.mayBeKept || store.purgeEpoch == lease.begun {
      lease.deliver(entry, at: now)
    } else {
      // It has no tags that would tell for which waiters it is too old: they ask anew.
      lease.deliver(alone: entry, passUntil: now, at: now)
    }
  }
}

extension PlannedAnswers: WakeHandler {
  /// Begins what is due. It has no visitor's credentials: answers that need any are not shared.
  func woken() {
    for renewal in backlog.due() {
      let visit = PlannedVisit(renewal.request, renewal.site, .none, in: tracer.newTrace())
      composer.compose(visit) { [self] in handIn($0, of: renewal.request, renewal.lease) }
    }
    if !backlog.isEmpty { core.wakeInNextTurn(self) }
  }
}
