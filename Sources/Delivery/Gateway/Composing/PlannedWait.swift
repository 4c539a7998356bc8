// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPCaching
import HTTPServer
import Plans
import Reactor
import Sites

/// A visitor's wait for an answer that is not kept: it is composed for all who want it, or another request
/// composes it. It belongs to its loop, and holds itself until it is over.
final class PlannedWait {
  typealias Outcome = Result<ContentAnswer, PlanFailure>

  /// Milliseconds for composing, beyond the budget of the calls.
  private static let composingMilliseconds: Int64 = 1_000

  let visit: PlannedVisit
  /// Whether the client does not wait any more.
  private(set) var hasLeft = false
  private let answers: PlannedAnswers
  private var then: ((PlannedWait, Outcome) -> Void)?
  /// The stale answer that is served if composing fails.
  private var standIn: CacheEntry?
  /// The composing for this request, and for others under its key.
  private var composing: (any UnderWay)?
  private var key: CacheKey?
  private var watch: OrphanWatch?
  /// Ticket of the wait for another request's composing.
  private var ticket: WaiterTicket?

  /// - Parameter then: is told the outcome, once.
  init(
    _ visit: PlannedVisit,
    _ answers: PlannedAnswers,
    then: @escaping (PlannedWait, Outcome) -> Void
  ) {
    self.visit = visit
    self.answers = answers
    self.then = then
  }

  private var store: AnswerStore { answers.store }

  /// Looks up the answer once more, and composes it if nobody else does.
  func begin() {
    let key = visit.request.cacheKey
    switch store.lookup(key.view, at: answers.now) {
    case .fresh(let entry):
      if let form = PlannedAnswers.form(of: entry, .hit) { return end(.success(form)) }
      if let absence = entry.payload as? KeptAbsence { return end(.failure(absence.failure)) }
    case .stale(let entry, let refresh):
      if let refresh { answers.renew(visit.request, visit.site, refresh) }
      if let form = PlannedAnswers.form(of: entry, .hit, isStale: true) {
        return end(.success(form))
      }
    case .onlyOnError(let entry): standIn = entry
    case .pass: return compose()
    case .miss: break
    }
    if let lease = store.claim(key, at: answers.now) { compose(for: lease) } else { wait(for: key) }
  }

  /// Composes the answer, for all who wait for the lease if there is one.
  private func compose(for lease: FetchLease? = nil, alone permit: SoloPermit? = nil) {
    key = lease?.key
    let composing = answers.composer.compose(visit) { [self] outcome in
      if let lease { answers.handIn(outcome, of: visit.request, lease) }
      withExtendedLifetime(permit) {}
      composed(outcome, isForAll: lease != nil)
    }
    guard then != nil else { return }
    self.composing = composing
    // It may have left while its turn was on its way.
    if hasLeft { watchForOthers() }
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

  /// Waits for another request's composing, which may fall to this one.
  private func wait(for key: CacheKey) {
    visit.isWaitingForOther = true
    let budget = visit.request.document.plan.budget.nanoseconds / 1_000_000
    let wait = LoopConfined(self, to: answers.core.loop.number)
    ticket = answers.coalescer.enqueue(
      key,
      patience: budget + PlannedWait.composingMilliseconds,
      lead: { wait.value.lead($0) },
      resume: { wait.value.resume($0) }
    )
  }

  /// Composes the answer as the first of those who wait; a lease that comes too late passes to the next.
  private func lead(_ lease: FetchLease) {
    guard let ticket = ticket.take() else { return }
    ticket.leave()
    visit.isWaitingForOther = false
    compose(for: lease)
  }

  private func resume(_ result: WaitResult) {
    guard ticket.take() != nil else { return }
    visit.isWaitingForOther = false
    switch result {
    case .answer(let entry):
      // A purge may have come while the answer was on its way to this loop.
      if let answer = entry.payload as? SharedAnswer, !answer.isOvertaken, store.hasPurged(entry) {
        return begin()
      }
      let isStored = (entry.payload as? SharedAnswer)?.mayBeKept ?? false
      let handling = handling(isStored: isStored, isCollapsed: true)
      if let form = PlannedAnswers.form(of: entry, handling) { return end(.success(form)) }
      end(.failure((entry.payload as? KeptAbsence)?.failure ?? .abandoned))
    case .alone(let permit): compose(alone: permit)
    case .failed(let error): fail(error as? PlanFailure ?? .abandoned)
    case .late: end(.failure(PlanFailure(ServiceFault(.late, of: ""))))
    case .crowded: end(.failure(PlanFailure(ServiceFault(.crowded, of: ""))))
    }
  }

  /// The client does not wait any more. Composing goes on while others wait for the same answer.
  func clientLeft() {
    guard then != nil, !hasLeft else { return }
    hasLeft = true
    if let ticket {
      guard ticket.leave() else { return }
      self.ticket = nil
      end(.failure(.abandoned))
    } else {
      watchForOthers()
    }
  }

  /// Gives composing up, unless others wait for the same answer.
  private func watchForOthers() {
    watch = OrphanWatch(on: answers.core) { [store, key] in
      key.map { store.waiters(for: $0) > 0 } ?? false
    } giveUp: { [self] in
      composing?.cancel()
      end(.failure(.abandoned))
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
    watch?.end()
    watch = nil
    then.take()?(self, outcome)
  }
}

extension PlannedWait: ExchangeObserver {
  func exchangeHasRoom() {}
  func exchangeClosed() { clientLeft() }
}
