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
  /// Milliseconds for composing, beyond the budget of the calls.
  private static let composingMilliseconds: Int64 = 1_000

  /// The result of a lookup that does not wait.
  enum Found {
    case answer(ContentAnswer, isStale: Bool)
    /// The resource of the plan does not exist.
    case absence(PlanFailure)
    /// The answer has to be waited for.
    case nothing
  }

  private struct Renewal {
    let request: PlannedRequest
    let site: ServedSite
    let lease: FetchLease
  }

  private let coalescer: LoopCoalescer
  private let composer: PlanComposer
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
  private var core: LoopCore { coalescer.core }
  var now: Int64 { coalescer.now }
  var instant: UnixTime { UnixTime(seconds: core.wallSeconds) }

  /// Returns a stored answer; composing a stale one anew begins.
  func find(_ request: PlannedRequest, _ site: ServedSite) -> Found {
    let key = request.cacheKey
    let view = key.view
    if let form = hot.find(view, at: now) { return .answer(form, isStale: false) }
    switch store.lookup(view, at: now) {
    case .fresh(let entry):
      guard let answer = entry.payload as? SharedAnswer else {
        return (entry.payload as? KeptAbsence).map { .absence($0.failure) } ?? .nothing
      }
      let form = hot.offer(entry, at: now) { ContentAnswer(answer, .hit, isForOne: !$0) }
      return .answer(form, isStale: false)
    case .stale(let entry, let refresh):
      if let refresh { renew(request, site, refresh) }
      return PlannedAnswers.form(of: entry, .hit, isStale: true).map {
        .answer($0, isStale: true)
      } ?? .nothing
    case .onlyOnError, .pass, .miss: return .nothing
    }
  }

  /// The stored answers of services that an answer is composed of.
  func parts(of request: PlannedRequest, _ builder: AnswerBuilder) -> [KeptPart] {
    KeptParts.find(for: request, builder, by: composer)
  }

  /// Composes a stale answer anew when it is its turn.
  private func renew(_ request: PlannedRequest, _ site: ServedSite, _ lease: FetchLease) {
    if backlog.isEmpty { core.wakeInNextTurn(self) }
    backlog.add(Renewal(request: request, site: site, lease: lease))
  }

  private static func form(
    of entry: CacheEntry,
    _ handling: CacheStatus.Handling,
    detail: String? = nil,
    isStale: Bool = false
  ) -> ContentAnswer? {
    (entry.payload as? SharedAnswer).map {
      ContentAnswer($0, handling, detail: detail, isStale: isStale, isForOne: true)
    }
  }

  /// The work that the request waits for.
  private enum Wait {
    case nothing(ContentAnswer)
    case absence(PlanFailure)
    /// This request composes the answer for all.
    case own(PlannedRun, Reason)
    /// Another request composes the answer.
    case others(Reason)
  }

  /// The reason why there is no stored answer, and the stale one that may stand in.
  private struct Reason {
    let forwarded: CacheStatus.Forwarded
    let standIn: CacheEntry?

    func handling(isStored: Bool, isCollapsed: Bool = false) -> CacheStatus.Handling {
      .forwarded(forwarded, status: nil, isStored: isStored, isCollapsed: isCollapsed)
    }
  }

  /// Waits for an answer.
  func wait(for visit: PlannedVisit) async throws(PlanFailure) -> ContentAnswer {
    switch begin(visit) {
    case .nothing(let form): return form
    case .absence(let failure): throw failure
    case .own(let run, let reason): return try form(of: await run.value(), reason)
    case .others(let reason):
      visit.isWaitingForOther = true
      defer { visit.isWaitingForOther = false }
      switch await coalescer.turn(for: visit.request.cacheKey, patience: patience(of: visit)) {
      case .lead(let lease):
        visit.isWaitingForOther = false
        return try form(of: await compose(visit, for: lease).value(), reason)
      case .result(.alone(let permit)):
        visit.isWaitingForOther = false
        let outcome = await compose(visit).value()
        withExtendedLifetime(permit) {}
        return ContentAnswer(try outcome.get().answer, reason.handling(isStored: false))
      case .result(let result): return try form(of: result, reason)
      }
    }
  }

  /// The milliseconds that a visitor waits for an answer that another request composes.
  private func patience(of visit: PlannedVisit) -> Int64 {
    visit.request.document.plan.budget.nanoseconds / 1_000_000
      + PlannedAnswers.composingMilliseconds
  }

  /// Looks up the answer once more, and composes it if nobody else does. It is a separate function,
  /// so that the waiting task has no stack space for its variables.
  @inline(never)
  private func begin(_ visit: PlannedVisit) -> Wait {
    let key = visit.request.cacheKey
    var standIn: CacheEntry?
    switch store.lookup(key.view, at: now) {
    case .fresh(let entry):
      if let form = PlannedAnswers.form(of: entry, .hit) { return .nothing(form) }
      if let absence = entry.payload as? KeptAbsence { return .absence(absence.failure) }
    case .stale(let entry, let refresh):
      if let refresh { renew(visit.request, visit.site, refresh) }
      if let form = PlannedAnswers.form(of: entry, .hit, isStale: true) { return .nothing(form) }
    case .onlyOnError(let entry): standIn = entry
    case .pass: return .own(compose(visit), Reason(forwarded: .uriMiss, standIn: nil))
    case .miss: break
    }
    let reason = Reason(forwarded: standIn == nil ? .uriMiss : .stale, standIn: standIn)
    guard let lease = store.claim(key, at: now) else { return .others(reason) }
    return .own(compose(visit, for: lease), reason)
  }

  /// The answer that this request has composed.
  private func form(
    of outcome: PlanComposer.Outcome,
    _ reason: Reason
  ) throws(PlanFailure) -> ContentAnswer {
    switch outcome {
    case .success(let (answer, _)):
      return ContentAnswer(
        answer,
        reason.handling(isStored: answer.mayBeKept),
        isForOne: true
      )
    case .failure(let failure):
      if failure.absence == nil, let form = standingIn(reason.standIn) { return form }
      throw failure
    }
  }

  /// The answer that another request has composed.
  private func form(
    of result: WaitResult,
    _ reason: Reason
  ) throws(PlanFailure) -> ContentAnswer {
    switch result {
    case .answer(let entry):
      let isStored = (entry.payload as? SharedAnswer)?.mayBeKept ?? false
      let handling = reason.handling(isStored: isStored, isCollapsed: true)
      if let form = PlannedAnswers.form(of: entry, handling) { return form }
      throw (entry.payload as? KeptAbsence)?.failure ?? .abandoned
    case .failed(let error):
      if let form = standingIn(reason.standIn) { return form }
      throw error as? PlanFailure ?? .abandoned
    case .alone: throw .abandoned
    case .late: throw PlanFailure(ServiceFault(.late, of: ""))
    case .crowded: throw PlanFailure(ServiceFault(.crowded, of: ""))
    }
  }

  /// Composes an answer, and delivers it to the lease, if there is one.
  private func compose(
    _ visit: PlannedVisit,
    for lease: FetchLease? = nil
  ) -> PlannedRun {
    let run = PlannedRun(lease?.key, in: store, on: core)
    let composing = composer.compose(visit) { [self] in
      if let lease { handIn($0, of: visit.request, lease) }
      run.end($0)
    }
    run.began(composing)
    return run
  }

  /// The stale answer that is served because composing failed.
  private func standingIn(_ entry: CacheEntry?) -> ContentAnswer? {
    guard let entry, store.mayStandIn(entry, at: now) else { return nil }
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

  private func handIn(
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
