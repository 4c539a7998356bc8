// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Backends
import ContentModel
import ContentResolution
import HTTPValues
import Plans
import Reactor
import Sites

/// Gets one answer of a service: from the store, from another request's fetch, or by a call. It
/// belongs to its loop, until it is over.
final class FragmentFetch {
  private let request: CallRequest
  private let run: PlanRunSource
  private let source: FragmentSource
  private let service: Service?
  private let begun: Instant
  /// Whether the run waits for the outcome.
  private var isAwaited: Bool
  /// The lease to fetch for all who wait, if it falls to this fetch.
  private var lease: FetchLease?
  /// Permission to fetch for oneself after a private answer.
  private var permit: SoloPermit?
  /// The stale entry that is served if the fetch fails.
  private var standIn: CacheEntry?
  private var call: RetriedCall?
  /// The record of the request to the service.
  private var sent: CallLog.Sent?
  /// The failure of the fetch, even if a stale answer stands in.
  private var fault: ServiceFault?
  /// Purge epoch when the service was asked.
  private var epoch: PurgeEpoch
  /// Ticket of the wait for another request's fetch.
  private var ticket: WaiterTicket?
  /// The fetch for all that fell to it while it waited.
  private var own: FragmentFetch?
  private var watch: OrphanWatch?
  private var isCancelled = false
  /// Whether the answer is known to be as the document expects.
  private var isChecked = false
  /// The fetch of the same visit that was begun before this one.
  var previous: FragmentFetch?

  /// - Parameter isAwaited: whether the run waits for the outcome; other waiters get it in any
  ///   case.
  init(
    _ request: CallRequest,
    in run: PlanRunSource,
    from source: FragmentSource,
    _ service: Service?,
    since begun: Instant,
    isAwaited: Bool
  ) {
    self.request = request
    self.run = run
    self.source = source
    self.service = service
    self.begun = begun
    self.isAwaited = isAwaited
    epoch = source.store.purgeEpoch
  }

  /// A description of the call that the run waits for; `nil` once the outcome is there.
  var wait: String? {
    guard isAwaited else { return nil }
    let what = "\(request.name) of \(request.backend)"
    if ticket != nil { return "\(what): another request that fetches the same" }
    if call?.isWaitingForTurn ?? false { return "\(what): its turn, since the limit is reached" }
    if call?.isPausing ?? false { return "\(what): the pause before another attempt" }
    return what
  }

  private var store: AnswerStore { source.store }
  private var now: Int64 { source.now }
  private var key: CacheKey { lease?.key ?? source.key(of: request, run.builder.links) }

  /// Takes the entry that was found under its key, or fetches it.
  func begin(_ key: CacheKey, _ found: Lookup) {
    switch found {
    case .fresh(let entry):
      if let outcome = FragmentFetch.outcome(of: entry) { return end(outcome) }
    case .stale(let entry, let refresh) where run.visit.wantsFreshParts:
      standIn = entry
      if let refresh { return lead(refresh) }
    case .stale(let entry, let refresh):
      if let refresh { again().lead(refresh) }
      if let fragment = entry.fragment { return end(.stale(fragment)) }
    case .onlyOnError(let entry): standIn = entry
    case .pass: return ask()
    case .miss: break
    }
    // An answer to one visitor is not shared, so there is nothing to wait for.
    if service?.seesCredentials ?? false { return ask() }
    if let lease = store.claim(key, at: now) { lead(lease) } else { wait(for: key) }
  }

  /// Fetches for all who wait.
  private func lead(_ lease: FetchLease) {
    self.lease = lease
    ask()
  }

  /// Makes the same fetch for other waiters.
  private func again() -> FragmentFetch {
    FragmentFetch(request, in: run, from: source, service, since: begun, isAwaited: false)
  }

  /// Waits for another request's fetch.
  private func wait(for key: CacheKey) {
    let patience = max(0, (run.deadline.nanoseconds - source.core.now.nanoseconds) / 1_000_000)
    let fetch = LoopConfined(self, to: source.core.loop.number)
    ticket = source.coalescer.enqueue(
      key,
      patience: patience,
      lead: { fetch.value.leadForAll($0) },
      resume: { fetch.value.completed($0) }
    )
  }

  /// Fetches for all who wait, as the first of them; a lease that is not taken passes on.
  private func leadForAll(_ lease: FetchLease) {
    guard !isCancelled else { return }
    let fetch = again()
    own = fetch
    fetch.lead(lease)
  }

  private func completed(_ waitResult: WaitResult) {
    ticket = nil
    own = nil
    switch waitResult {
    case .answer(let entry):
      if store.letGo(entry, partOf: run.purgePaths) {
        // It was asked for before a purge of the answer that it is to be a part of.
        let key = entry.key
        return begin(key, store.lookup(key.view, partOf: run.purgePaths, at: now))
      }
      end(FragmentFetch.outcome(of: entry) ?? failure(fault(.abandoned)))
    case .alone(let permit):
      guard !isCancelled else { return end(failure(fault(.abandoned))) }
      self.permit = permit
      ask()
    case .failed(let error): end(failure(error as? ServiceFault ?? fault(.abandoned)))
    case .late: end(failure(fault(.late)))
    case .crowded: end(failure(fault(.crowded)))
    }
  }

  private static func outcome(of entry: CacheEntry) -> CallOutcome? {
    if let fragment = entry.fragment { return .fragment(fragment) }
    return (entry.payload as? Absence).map { .absent($0) }
  }

  private func failure(_ fault: ServiceFault) -> CallOutcome {
    self.fault = fault
    if request.keepsLast, let standIn, store.mayStandIn(standIn, at: now),
      let fragment = standIn.fragment
    {
      return .stale(fragment)
    }
    // A service that does not see credentials refuses the gateway, not the visitor.
    let refusal = privacy == .shared ? nil : fault.refusal
    return .failure(CallFailure(fault, privacy, refusal: refusal))
  }

  private func fault(_ kind: ServiceFault.Kind) -> ServiceFault {
    ServiceFault(kind, of: request.backend)
  }

  /// Privacy of a failure: only a visitor whose credentials the service sees may be refused by it.
  private var privacy: Privacy { service?.seesCredentials ?? false ? .visitor : .shared }

  private func end(_ outcome: CallOutcome) {
    lease = nil
    permit = nil
    call = nil
    watch?.end()
    watch = nil
    guard isAwaited else { return }
    isAwaited = false
    let outcome = checked(outcome)
    note(outcome)
    request.end(outcome)
  }

  /// An answer that was fetched for another document may not be as this one expects.
  private func checked(_ outcome: CallOutcome) -> CallOutcome {
    switch outcome {
    case .fragment(let fragment) where !isChecked, .stale(let fragment):
      guard let breach = run.prepared.breach(of: fragment, to: request) else { return outcome }
      let fault = fault(.shape(breach))
      self.fault = fault
      return .failure(CallFailure(fault, privacy))
    case .fragment, .absent, .failure: return outcome
    }
  }
}

extension FragmentFetch {
  private func note(_ outcome: CallOutcome) {
    let log = run.visit.log
    let sent = sent.take()
    switch outcome {
    case .fragment: source.note(request, .fetched, nil, nil, sent, since: begun, in: log)
    case .stale: source.note(request, .stale, fault?.label, fault, sent, since: begun, in: log)
    case .absent(let absence):
      source.note(request, .absent, absence.reason, fault, sent, since: begun, in: log)
    case .failure(let failure):
      source.note(request, .failed, failure.reason, fault, sent, since: begun, in: log)
    }
  }
}

extension FragmentFetch: BackendCaller {
  private func ask() {
    epoch = store.purgeEpoch
    guard let service else { return failed(fault(.noBackend)) }
    let visited = run.visit.request
    service.routeCalls.called(for: visited.document.path, Int(visited.target.number.rawValue))
    let span = source.services.tracer.newSpan()
    sent = CallLog.Sent(span)
    call = source.services.ask(
      service,
      request,
      run.visit.credentials,
      in: run.visit.trace,
      as: span,
      until: run.deadline,
      for: self
    )
  }

  func answered(_ answer: BackendAnswer) {
    sent?.endpoint = answer.endpoint
    sent?.status = answer.head.status
    sent?.attempts = answer.attempts
    do throws(ServiceFault) {
      let fragment = try source.fragment(answer, request, service, for: run)
      isChecked = true
      source.keep(fragment, of: request, under: key, lease, begun: epoch)
      end(.fragment(fragment))
    } catch {
      failed(error)
    }
  }

  func failed(_ fault: BackendFault) {
    sent?.endpoint = fault.endpoint
    sent?.status = fault.answered
    sent?.attempts = fault.attempts
    failed(ServiceFault(fault))
  }

  private func failed(_ fault: ServiceFault) {
    guard !fault.isAbsence else {
      // A service in this process says why; of another one the status says all.
      if service?.declaration.isLocal ?? false { self.fault = fault }
      let absence = source.absence(fault, request, privacy, run.inputs)
      source.keep(absence, under: key, lease, begun: epoch)
      return end(.absent(absence))
    }
    // The lease of a cancelled fetch passes to the next waiter.
    if let lease, !isCancelled { source.fail(lease, fault, privacy) }
    end(failure(fault))
  }
}

extension FragmentFetch: UnderWay {
  func cancel() {
    guard isAwaited, !isCancelled else { return }
    if let ticket {
      isCancelled = true
      if ticket.leave() { end(failure(fault(.abandoned))) }
      own?.abandon()
    } else {
      abandon()
    }
  }

  /// Abandons the fetch; it goes on as long as others wait for it.
  private func abandon() {
    guard let key = lease?.key, store.waiters(for: key) > 0 else { return giveUp() }
    guard watch == nil else { return }
    watch = OrphanWatch(on: source.core) { [store] in
      store.waiters(for: key) > 0
    } giveUp: { [self] in
      giveUp()
    }
  }

  private func giveUp() {
    isCancelled = true
    call?.cancel()
  }
}
