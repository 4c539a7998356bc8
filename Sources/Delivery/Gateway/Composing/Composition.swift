// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Editions
import HTTPCaching
import HTTPServer
import HTTPValues
import Plans
import Reactor
import Sites

/// A request for a document with a plan whose answer is not kept: it is composed for all who want it, or another
/// request composes it. It belongs to a loop, and holds itself until it is over.
final class Composition: EntryFetch {
  typealias Outcome = Result<ContentAnswer, PlanFailure>

  /// Milliseconds for composing, beyond the budget of the calls.
  private static let composingMilliseconds: Int64 = 1_000

  let request: AnswerRequest
  /// The site as it was when the request came.
  let site: ServedSite
  /// The credentials belong to this visitor alone; the request may be remembered from an earlier one. They are read
  /// when a service that may see them is called.
  private(set) lazy var credentials = fields.map { VisitorCredentials(in: $0) } ?? .none
  /// The id of the request, as services are told it and its event has it.
  private(set) lazy var requestID = trace.requestID(of: fields)
  private let fields: Fields?
  let trace: RequestTrace
  let composer: Composer
  /// The calls that have ended, and the moment at which the last one did.
  private(set) var calls: [CallRecord] = []
  private var lastCallEnded: Instant?
  /// Whether outdated answers of services are fetched anew before the answer is composed, since nobody waits
  /// for it.
  let wantsFreshParts: Bool
  let begun: Instant
  private var then: ((Composition, Outcome) -> Void)?
  /// The run that is under way, the first or the second.
  private var run: DocumentRun?
  private var runBegun: Instant
  /// Whether composing may be repeated once because a part had a scheduled change before the end.
  private var mayRepeat = true

  /// - Parameters:
  ///   - fields: those of the visitor's request, with its trace and credentials; `nil` for no visitor.
  ///   - wantsFresh: whether the parts have to be current.
  init(
    _ request: AnswerRequest,
    _ site: ServedSite,
    for fields: Fields? = nil,
    by composer: Composer,
    wantsFresh: Bool = false
  ) {
    self.request = request
    self.site = site
    self.composer = composer
    self.fields = fields
    trace = fields.map { composer.tracer.trace(of: $0.view) } ?? composer.tracer.newTrace()
    wantsFreshParts = wantsFresh
    begun = composer.core.now
    runBegun = begun
    super.init(composer.coalescer)
  }

  // MARK: the wait

  /// Begins to wait for the answer, and calls `then` with the outcome, possibly before this returns.
  ///
  /// - Parameter found: the result of the lookup.
  func begin(_ found: Opening, then: @escaping (Composition, Outcome) -> Void) {
    self.then = then
    begin(request.cacheKey, found)
  }

  /// Does the same for a task; it is cancelled when the client leaves.
  func outcome(_ found: Opening) async -> Outcome {
    let outcome = Awaited<Outcome>()
    begin(found) { outcome.bring($1) }
    return await outcome.value(of: self, on: composer.core) { $0.clientLeft() }
  }

  /// Composes the answer for all who wait, and calls `then` with it, possibly before this returns.
  func lead(_ lease: FetchLease, then: @escaping (Composition, Outcome) -> Void) {
    self.then = then
    lead(lease)
  }

  /// The client does not wait any more.
  func clientLeft() { if then != nil { leave() } }

  override var patience: Int64 {
    request.document.plan.budget.nanoseconds / 1_000_000 + Composition.composingMilliseconds
  }

  override var isFinishedForLater: Bool { true }

  override func take(_ entry: CacheEntry, _ origin: EntryOrigin) -> Bool {
    let shared = entry.payload as? SharedAnswer
    // A purge may have come while another's answer was on its way to this loop.
    if origin == .others, let shared, !shared.isOvertaken, store.hasPurged(entry) {
      let key = request.cacheKey
      begin(key, store.open(key, at: now))
      return true
    }
    let handling =
      origin == .others
      ? handling(isStored: shared?.mayBeKept ?? false, isCollapsed: true) : .hit
    if let form = Composer.form(of: entry, handling, isStale: origin == .stale) {
      end(.success(form))
    } else if let absence = entry.payload as? StoredAbsence {
      end(.failure(absence.failure))
    } else {
      return false
    }
    return true
  }

  override func renew(_ lease: FetchLease) { composer.renew(request, site, lease) }

  override func giveUp() {
    run?.cancel()
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
    let form = standIn.flatMap { composer.standingIn($0) }
    end(form.map { .success($0) } ?? .failure(failure))
  }

  private func end(_ outcome: Outcome) {
    run = nil
    close()
    then.take()?(self, outcome)
  }

  // MARK: the run

  override func fetch() {
    let builder = site.builder(at: composer.instant)
    guard let prepared = composer.prepared(request, builder) else {
      return composed(refusal(builder))
    }
    runBegun = composer.core.now
    let run = DocumentRun(request, prepared, builder, for: self)
    self.run = run
    run.begin()
  }

  /// Takes the outcome of the run.
  func ended(_ run: DocumentRun, _ outcome: consuming PlanOutcome) {
    self.run = nil
    let counters = composer.counters
    let duration = composer.core.now.nanoseconds(since: runBegun)
    let called = max(runBegun, lastCallEnded ?? runBegun)
    let calling = called.nanoseconds(since: runBegun)
    counters.phases.record(.calls, of: request.document.path, nanoseconds: calling)
    let own = run.own
    switch consume outcome {
    case .failure(let call, let failure):
      counters.planned(.failed, nanoseconds: duration)
      composed(.failure(PlanFailure(call: call, failure, atLeast: own.privacy)))
    case .absent(let call, let absence):
      counters.planned(.absent, nanoseconds: duration)
      var change = own.change
      if run.isOvertaken(request.tags(of: absence)) {
        change = min(change, Freshness.overtaken(at: composer.instant).change)
      }
      let limited = absence.limited(to: own.privacy, until: change)
      composed(.failure(PlanFailure(call: call, limited)))
    case .body(let body):
      if mayRepeat, own.joined(with: body.freshness).change <= composer.instant {
        mayRepeat = false
        return fetch()
      }
      counters.planned(body.isDegraded ? .degraded : .whole, nanoseconds: duration)
      composed(finished(body, of: run, since: called))
    }
  }

  /// Gives what was composed to all who wait.
  private func composed(_ outcome: Composed) {
    if let lease { composer.deliver(outcome, of: request, lease) }
    switch outcome {
    case .success(let (answer, _)):
      let handling = handling(isStored: lease != nil && answer.mayBeKept)
      end(.success(ContentAnswer(answer, handling, isForOne: true)))
    case .failure(let failure) where failure.absence == nil: fail(failure)
    case .failure(let failure): end(.failure(failure))
    }
  }

  /// Records a call that has ended.
  ///
  /// - Parameter moment: the moment at which it was over.
  func record(_ call: consuming CallRecord, endedAt moment: Instant) {
    lastCallEnded = moment
    if calls.isEmpty { calls.reserveCapacity(Composition.usualCalls) }
    calls.append(call)
  }

  /// Number of calls of most compositions.
  private static let usualCalls = 8

  // MARK: for whoever watches

  /// The durations of the calls.
  var times: CallTimes { CallTimes(calls, in: trace, since: begun, to: composer.core.now) }

  /// The requests and calls that are waited for.
  var waits: [String] {
    isWaiting ? ["another request that composes the same"] : run?.waits ?? []
  }

  /// The answer to the visitor.
  func given(_ outcome: Outcome) -> GivenAnswer {
    var given: GivenAnswer
    switch outcome {
    case .success(let answer):
      given = GivenAnswer(.compose, .plan, .content(answer), resolution: request.resolution)
    case .failure(let failure):
      given = .problem(failure, of: request, at: .compose, composer.instant)
    }
    given.isOfCandidate = site.isCandidate
    return given
  }
}

extension Composition: ExchangeObserver {
  func exchangeHasRoom() {}
  func exchangeClosed() { clientLeft() }
}
