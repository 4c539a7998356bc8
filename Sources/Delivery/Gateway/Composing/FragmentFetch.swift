// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Backends
import ContentModel
import Plans
import Reactor

/// The way to one answer of a service: what is kept, what somebody else fetches, or a call. It lives on
/// its loop, until it is over.
final class FragmentFetch {
  private let request: CallRequest
  private let planSource: PlanRunSource
  private let source: FragmentSource
  private var then: ((CallOutcome) -> Void)?
  /// To be kept and told to all who wait, if it falls to this fetch.
  private var lease: FetchLease?
  /// Leave to fetch for oneself what is for one alone.
  private var permit: SoloPermit?
  /// The stale entry that is served if the fetch fails.
  private var standIn: CacheEntry?
  private var call: PendingCall?
  /// The place where it waits for what somebody else fetches.
  private var ticket: WaiterTicket?
  /// The fetch for all that fell to it while it waited.
  private var own: FragmentFetch?
  private var watch: OrphanWatch?
  private var isCancelled = false

  init(
    _ request: CallRequest,
    in planSource: PlanRunSource,
    from source: FragmentSource,
    then: ((CallOutcome) -> Void)? = nil
  ) {
    self.request = request
    self.planSource = planSource
    self.source = source
    self.then = then
  }

  private var store: AnswerStore { source.store }
  private var now: Int64 { source.now }
  private var deadline: Instant { planSource.context.deadline }

  /// Takes what was found under its key, or gets what was not.
  func begin(_ key: CacheKey, _ found: Lookup) {
    switch found {
    case .fresh(let entry):
      if let outcome = FragmentFetch.outcome(of: entry) { return end(outcome) }
    case .stale(let entry, let refresh):
      if let refresh { again().lead(refresh) }
      if let fragment = entry.payload as? Fragment { return end(.stale(fragment)) }
    case .onlyOnError(let entry): standIn = entry
    case .pass: return ask()
    case .miss: break
    }
    // What is said to one visitor is said to no other, so there is nothing to wait for.
    if source.services.seesCredentials(request.backend) { return ask() }
    if let lease = store.claim(key, at: now) { lead(lease) } else { wait(for: key) }
  }

  /// Fetches for all who wait.
  private func lead(_ lease: FetchLease) {
    self.lease = lease
    ask()
  }

  /// The same fetch, for whoever waits besides this one.
  private func again() -> FragmentFetch { FragmentFetch(request, in: planSource, from: source) }

  /// Waits for what somebody else fetches.
  private func wait(for key: CacheKey) {
    let patience = max(0, (deadline.nanoseconds - source.core.now.nanoseconds) / 1_000_000)
    let fetch = LoopConfined(self, to: source.core.loop.number)
    ticket = source.coalescer.enqueue(
      key,
      patience: patience,
      lead: { fetch.value.leadForAll($0) },
      resume: { fetch.value.completed($0) }
    )
  }

  /// Fetches for all who wait, of whom this one is the first; a lease that is not taken passes on.
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
      let paths = planSource.context.paths
      if store.letGo(entry, partOf: paths) {
        // It was asked for before a purge of what it is to be a part of.
        let key = entry.key
        return begin(key, store.lookup(key.view, partOf: paths, at: now))
      }
      end(FragmentFetch.outcome(of: entry) ?? failure(.brokenBody))
    case .alone(let permit):
      guard !isCancelled else { return end(failure(.abandoned)) }
      self.permit = permit
      ask()
    case .failed(let error): end(failure(error as? ServiceFault ?? .abandoned))
    case .late: end(failure(.late))
    case .crowded: end(failure(.crowded))
    }
  }

  private func ask() {
    let begun = store.purgeEpoch
    call = source.services.ask(request, planSource.context.credentials, until: deadline) { [self] in
      answered($0, begun: begun)
    }
  }

  private func answered(_ result: Result<BackendAnswer, ServiceFault>, begun: PurgeEpoch) {
    do throws(ServiceFault) {
      let word = try source.word(result, request, planSource.inputs)
      source.keep(word, of: request, lease, begun: begun)
      end(word.outcome)
    } catch {
      // The lease of who was cancelled passes to who waits longest.
      if let lease, !isCancelled { source.fail(lease, error, of: request) }
      end(failure(error))
    }
  }

  private static func outcome(of entry: CacheEntry) -> CallOutcome? {
    if let fragment = entry.payload as? Fragment { return .fragment(fragment) }
    return (entry.payload as? Absence).map { .absent($0) }
  }

  private func failure(_ fault: ServiceFault) -> CallOutcome {
    if request.keepsLast, let standIn, store.mayStandIn(standIn, at: now),
      let fragment = standIn.payload as? Fragment
    {
      return .stale(fragment)
    }
    let privacy = source.privacy(of: request)
    // A service that was not shown who asks refuses us, and not him.
    let refusal = privacy == .shared ? nil : fault.refusal
    return .failure(
      CallFailure(reason: fault.reason, privacy, refusal: refusal, status: fault.status)
    )
  }

  private func end(_ outcome: CallOutcome) {
    lease = nil
    permit = nil
    call = nil
    watch?.end()
    watch = nil
    then.take()?(outcome)
  }
}

extension FragmentFetch: UnderWay {
  func cancel() {
    guard then != nil, !isCancelled else { return }
    if let ticket {
      isCancelled = true
      if ticket.leave() { end(failure(.abandoned)) }
      own?.abandon()
    } else {
      abandon()
    }
  }

  /// Gives the fetch up; what others wait for goes on for as long as they do.
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
