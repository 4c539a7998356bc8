// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Reactor

// What an answer of a document and the answer of a call have in common when they are not there:
//
//     begin ── fresh or stale ──────── taken from the store, a stale one fetched anew meanwhile
//       ├───── nobody fetches it ───── fetched with a lease, for all who want it
//       ├───── it is not shared ────── fetched for this one alone
//       └───── somebody fetches it ─── waited for ── its entry ─────────── taken
//                                        │           failed, late ──────── an outdated entry stands in
//                                        │           it is for one alone ─ fetched for this one, by permit
//                                        └────────── given up there ────── fetched with the lease
//
// When the client leaves, a wait ends at once. A fetch goes on as long as others wait for it.

/// The wait for an entry of the store that has to be fetched, by this one or by another that wants the same. It
/// belongs to its loop.
class EntryFetch {
  /// The reason why a wait for another's fetch brought nothing.
  enum Disappointment {
    case failed(any Error)
    case late
    case crowded
    /// Nobody waits for it any more.
    case abandoned
  }

  final let coalescer: LoopCoalescer
  /// The outdated entry that may stand in if the fetch fails.
  private(set) final var standIn: CacheEntry?
  /// The lease to fetch for all who wait, if it fell to this one.
  private(set) final var lease: FetchLease?
  /// Whether whoever wanted it does not wait any more.
  private(set) final var hasLeft = false
  /// Whether the fetch was given up, since nobody wanted it.
  private(set) final var isGivenUp = false
  /// Permission to fetch for oneself after a private answer.
  private final var permit: SoloPermit?
  /// Ticket of the wait for another's fetch.
  private final var ticket: WaiterTicket?
  /// Ends the time for which a fetch goes on for nobody.
  private final var orphanTimer: TimerID?

  init(_ coalescer: LoopCoalescer) { self.coalescer = coalescer }

  final var store: AnswerStore { coalescer.store }
  final var now: Int64 { coalescer.now }
  /// Whether another's fetch is waited for.
  final var isWaiting: Bool { ticket != nil }

  // MARK: what each kind does

  /// The milliseconds for which another's fetch is waited for.
  var patience: Int64 { 0 }
  /// Whether an outdated entry is fetched anew before it is taken.
  var wantsFresh: Bool { false }
  /// Whether others may have what is fetched.
  var isShared: Bool { true }
  /// Whether a fetch that nobody waits for goes on for a moment, since it may be nearly over.
  var isFinishedForLater: Bool { false }

  /// Takes an entry; `false` for one of no use.
  func take(_ entry: CacheEntry, _ origin: EntryOrigin) -> Bool { false }
  /// Fetches the same for others, since this one has taken an outdated entry.
  func renew(_ lease: FetchLease) {}
  /// Begins to fetch, with the lease if there is one.
  func fetch() {}
  /// Stops what `fetch` began, since nobody wants it.
  func giveUp() {}
  /// Ends without an entry.
  func end(_ disappointment: Disappointment) {}

  // MARK: the way of all

  /// Takes the entry that was found under the key, or fetches it.
  final func begin(_ key: CacheKey, _ found: Opening) {
    switch found {
    case .fresh(let entry): if take(entry, .fresh) { return }
    case .stale(let entry, let refresh) where wantsFresh:
      standIn = entry
      if let refresh { return lead(refresh) }
    case .stale(let entry, let refresh):
      if let refresh { renew(refresh) }
      if take(entry, .stale) { return }
    case .lead(let lease, let entry):
      standIn = entry
      return lead(lease)
    case .join(let entry):
      standIn = entry
      return wait(for: key)
    case .alone(let entry):
      standIn = entry
      return fetch()
    }
    // The entry is of no use.
    guard isShared else { return fetch() }
    if let lease = store.claim(key, at: now) { lead(lease) } else { wait(for: key) }
  }

  /// Fetches for all who wait.
  final func lead(_ lease: FetchLease) {
    self.lease = lease
    fetch()
  }

  private func wait(for key: CacheKey) {
    let wait = LoopConfined(self, to: coalescer.core.loop.number)
    ticket = coalescer.enqueue(
      key,
      patience: patience,
      lead: { wait.value.leadOthers($0) },
      resume: { wait.value.resume($0) }
    )
  }

  /// Fetches as the first of those who wait. A lease that is not wanted passes to the next.
  private func leadOthers(_ lease: FetchLease) {
    guard let ticket = ticket.take() else { return }
    ticket.leave()
    if hasLeft { end(.abandoned) } else { lead(lease) }
  }

  private func resume(_ result: WaitResult) {
    guard ticket.take() != nil else { return }
    switch result {
    case .answer(let entry): if !take(entry, .others) { end(.abandoned) }
    case .alone(let permit):
      guard !hasLeft else { return end(.abandoned) }
      self.permit = permit
      fetch()
    case .failed(let error): end(.failed(error))
    case .late: end(.late)
    case .crowded: end(.crowded)
    }
  }

  /// Ends the wait of somebody who has gone. Fetching goes on while others wait for the same.
  final func leave() {
    guard !hasLeft else { return }
    hasLeft = true
    if let ticket {
      // One that has ended is resumed all the same.
      guard ticket.leave() else { return }
      self.ticket = nil
      end(.abandoned)
    } else if isFinishedForLater || isWantedByOthers {
      watchOrphan()
    } else {
      abandon()
    }
  }

  /// The time for which a fetch goes on after its client has left: an answer that is nearly complete is kept for
  /// others, and a service that hangs is not kept busy.
  private static let orphanTime = Duration.milliseconds(500)

  private func watchOrphan() {
    orphanTimer = coalescer.core.schedule(self, at: coalescer.core.now + EntryFetch.orphanTime)
  }

  private func abandon() {
    isGivenUp = true
    giveUp()
  }

  /// Whether somebody else waits for what is fetched.
  var isWantedByOthers: Bool { lease.map { store.waiters(for: $0.key) > 0 } ?? false }

  /// Lets the next one fetch for itself, once a private answer has begun.
  final func letNextFetch() { permit?.end() }

  /// Lets go of all that a fetch holds, when it is over.
  final func close() {
    lease = nil
    permit = nil
    if let orphanTimer { coalescer.core.cancel(orphanTimer) }
    orphanTimer = nil
  }
}

extension EntryFetch: DeadlineHandler {
  final func deadlineReached() {
    orphanTimer = nil
    if isWantedByOthers { watchOrphan() } else { abandon() }
  }
}

/// The way by which a fetch came to an entry.
enum EntryOrigin {
  case fresh
  case stale
  /// Another's fetch brought it.
  case others
}
