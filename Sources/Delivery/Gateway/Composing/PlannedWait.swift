// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPCaching
import HTTPServer
import Plans
import Reactor
import Sites

/// A visitor's wait for an answer that is not kept: it is composed for all who want it, or another request
/// composes it. It holds itself until it is over.
final class PlannedWait: KeptFetch {
  typealias Outcome = Result<ContentAnswer, PlanFailure>

  /// Milliseconds for composing, beyond the budget of the calls.
  private static let composingMilliseconds: Int64 = 1_000

  let visit: PlannedVisit
  private let answers: PlannedAnswers
  private var then: ((PlannedWait, Outcome) -> Void)?
  private var composing: (any UnderWay)?

  /// - Parameter then: is told the outcome, once.
  init(
    _ visit: PlannedVisit,
    _ answers: PlannedAnswers,
    then: @escaping (PlannedWait, Outcome) -> Void
  ) {
    self.visit = visit
    self.answers = answers
    self.then = then
    super.init(answers.coalescer)
  }

  /// Composes the answer if nobody else does.
  ///
  /// - Parameter found: the result of the lookup.
  func begin(_ found: Lookup) {
    begin(visit.request.cacheKey, found)
    visit.isWaitingForOther = isWaiting
  }

  /// The client does not wait any more.
  func clientLeft() { if then != nil { leave() } }

  override var patience: Int64 {
    visit.request.document.plan.budget.nanoseconds / 1_000_000 + PlannedWait.composingMilliseconds
  }

  override var isFinishedForLater: Bool { true }

  override func take(_ entry: CacheEntry, _ origin: EntryOrigin) -> Bool {
    let shared = entry.payload as? SharedAnswer
    // A purge may have come while another's answer was on its way to this loop.
    if origin == .others, let shared, !shared.isOvertaken, store.hasPurged(entry) {
      let key = visit.request.cacheKey
      begin(store.lookup(key.view, at: now))
      return true
    }
    let handling =
      origin == .others
      ? handling(isStored: shared?.mayBeKept ?? false, isCollapsed: true) : .hit
    if let form = PlannedAnswers.form(of: entry, handling, isStale: origin == .stale) {
      end(.success(form))
    } else if let absence = entry.payload as? KeptAbsence {
      end(.failure(absence.failure))
    } else {
      return false
    }
    return true
  }

  override func renew(_ lease: FetchLease) { answers.renew(visit.request, visit.site, lease) }

  override func fetch() {
    visit.isWaitingForOther = false
    let lease = lease
    let composing = answers.composer.compose(visit) { [self] outcome in
      if let lease { answers.handIn(outcome, of: visit.request, lease) }
      composed(outcome, isForAll: lease != nil)
    }
    if then != nil { self.composing = composing }
  }

  private func composed(_ outcome: PlanComposer.Outcome, isForAll: Bool) {
    switch outcome {
    case .success(let (answer, _)):
      let handling = handling(isStored: isForAll && answer.mayBeKept)
      end(.success(ContentAnswer(answer, handling, isForOne: true)))
    case .failure(let failure) where failure.absence == nil: fail(failure)
    case .failure(let failure): end(.failure(failure))
    }
  }

  override func giveUp() {
    composing?.cancel()
    end(.abandoned)
  }

  override func end(_ disappointment: Disappointment) {
    switch disappointment {
    case .failed(let error): fail(error as? PlanFailure ?? .abandoned)
    case .late: end(.failure(PlanFailure(ServiceFault(.late, of: ""))))
    case .crowded: end(.failure(PlanFailure(ServiceFault(.crowded, of: ""))))
    case .abandoned: end(.failure(.abandoned))
    }
  }

  private func handling(isStored: Bool, isCollapsed: Bool = false) -> CacheStatus.Handling {
    .forwarded(
      standIn == nil ? .uriMiss : .stale,
      status: nil,
      isStored: isStored,
      isCollapsed: isCollapsed
    )
  }

  /// Ends with the stale answer, if it may stand in.
  private func fail(_ failure: PlanFailure) {
    let form = standIn.flatMap { answers.standingIn($0) }
    end(form.map { .success($0) } ?? .failure(failure))
  }

  private func end(_ outcome: Outcome) {
    composing = nil
    close()
    then.take()?(self, outcome)
  }
}

extension PlannedWait: ExchangeObserver {
  func exchangeHasRoom() {}
  func exchangeClosed() { clientLeft() }
}
