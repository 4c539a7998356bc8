// SPDX-License-Identifier: Apache-2.0

// The life of a coalesced fetch. It begins with a first round: one caller gets the lease to fetch,
// and all callers with the same key wait for it.
//
//     fetching ── completed ──────────────── over
//        │ ↑ └─── completed, but purged ──── next round for callers that came after the purge
//        │ └───── abandoned ──────────────── next round for the caller that waits longest
//        ├─────── failed ─────────────────── over: all get the failure, nobody tries again at once
//        └─────── completed for one alone ── each of the others fetches for itself, a few at a time
//
// A lease does not end with a client: a client that leaves is removed from the list, and the round
// goes on. The holder of the lease may ask how many wait, and release it when nobody does.

/// The waiters for one key and the state of the fetch that they wait for. A value without a clock
/// or a lock.
struct CoalescedFetch {
  private enum Phase {
    case fetching(FetchRound, leader: Int?)
    /// The answer was private; this many waiters fetch for themselves.
    case alone(Int)
  }

  private struct Waiting {
    let number: Int
    let waiter: Waiter
    let seen: PurgeEpoch
  }

  private var phase: Phase
  /// In the order of their numbers.
  private var waiting: [Waiting] = []
  private let limits: CoalescingLimits

  /// Begins with a first round; its leader joins like everybody else, with this number.
  init(_ round: FetchRound, leader: Int?, limits: CoalescingLimits) {
    phase = .fetching(round, leader: leader)
    self.limits = limits
  }

  var waiters: Int { waiting.count }

  mutating func handle(_ event: CoalescingEvent) -> CoalescingEffects {
    var effects = CoalescingEffects()
    switch event {
    case .join(let waiter, let number, let seen):
      join(Waiting(number: number, waiter: waiter, seen: seen), &effects)
    case .leave(let number):
      if let left = remove(number) { effects.ended.append((left.waiter, .left)) }
    case .completed(let round, let purge, let next):
      if isFetching(round) { complete(purge, next, &effects) }
    case .completedAlone(let round, let hasAnswer):
      if isFetching(round) { completeAlone(hasAnswer, &effects) }
    case .failed(let round):
      if isFetching(round) { endAll(.failure, &effects) }
    case .abandoned(let round, let next):
      if isFetching(round) { abandon(next, &effects) }
    case .permitReturned:
      if case .alone(let count) = phase { phase = .alone(count - 1) }
      sendAlone(&effects)
    case .passed(let instant):
      effects.ended = waiting.filter { $0.waiter.deadline <= instant }.map { ($0.waiter, .late) }
      waiting.removeAll { $0.waiter.deadline <= instant }
    }
    return effects
  }

  /// True if a round is the present one: leases of earlier rounds may still be held.
  private func isFetching(_ round: Int) -> Bool {
    if case .fetching(let present, _) = phase { return present.number == round }
    return false
  }

  private mutating func join(_ newcomer: Waiting, _ effects: inout CoalescingEffects) {
    guard waiting.count < limits.waiters else {
      effects.ended.append((newcomer.waiter, .crowded))
      return
    }
    waiting.append(newcomer)
    sendAlone(&effects)
  }

  private mutating func complete(
    _ purge: PurgeMark?,
    _ next: FetchRound,
    _ effects: inout CoalescingEffects
  ) {
    guard let purge else { return endAll(.answer, &effects) }
    // A request that came after the purge must not get an answer that was fetched before it.
    effects.ended = waiting.filter { $0.seen < purge.epoch }.map { ($0.waiter, .answer) }
    waiting.removeAll { $0.seen < purge.epoch }
    begin(next, &effects)
  }

  private mutating func completeAlone(_ hasAnswer: Bool, _ effects: inout CoalescingEffects) {
    if hasAnswer, let own = removeLeader() { effects.ended.append((own.waiter, .answer)) }
    phase = .alone(0)
    sendAlone(&effects)
  }

  private mutating func abandon(_ next: FetchRound, _ effects: inout CoalescingEffects) {
    if let own = removeLeader() { effects.ended.append((own.waiter, .abandonment)) }
    begin(next, &effects)
  }

  /// Gives the next round to the waiter who has waited longest.
  private mutating func begin(_ next: FetchRound, _ effects: inout CoalescingEffects) {
    phase = .fetching(next, leader: waiting.first?.number)
    effects.next = waiting.first.map { (next, $0.waiter) }
    effects.isOver = waiting.isEmpty
  }

  /// Lets as many waiters fetch for themselves as the limit allows.
  private mutating func sendAlone(_ effects: inout CoalescingEffects) {
    guard case .alone(let count) = phase else { return }
    let sent = min(waiting.count, limits.alone - count)
    effects.ended += waiting.prefix(sent).map { ($0.waiter, .alone) }
    waiting.removeFirst(sent)
    phase = .alone(count + sent)
    effects.isOver = count + sent == 0
  }

  private mutating func endAll(
    _ outcome: CoalescingEffects.Outcome,
    _ effects: inout CoalescingEffects
  ) {
    effects.ended = waiting.map { ($0.waiter, outcome) }
    waiting = []
    effects.isOver = true
  }

  private mutating func removeLeader() -> Waiting? {
    guard case .fetching(_, let leader?) = phase else { return nil }
    return remove(leader)
  }

  private mutating func remove(_ number: Int) -> Waiting? {
    var low = 0
    var high = waiting.count
    while low < high {
      let middle = (low + high) / 2
      if waiting[middle].number < number { low = middle + 1 } else { high = middle }
    }
    guard low < waiting.count, waiting[low].number == number else { return nil }
    return waiting.remove(at: low)
  }
}
