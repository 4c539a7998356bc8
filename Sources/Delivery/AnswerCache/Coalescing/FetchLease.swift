// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import Synchronization

/// The lease to make the one fetch of a key for all who wait for it.
///
/// Its holder delivers the outcome, even if its own client has left. A lease that is dropped
/// unfinished passes to the waiter who has waited longest.
package final class FetchLease: Sendable {
  package let key: CacheKey
  private let round: FetchRound
  private let store: AnswerStore
  private let isDone = Atomic(false)

  init(_ key: CacheKey, _ round: FetchRound, of store: AnswerStore) {
    self.key = key
    self.round = round
    self.store = store
  }

  deinit {
    guard finish() else { return }
    store.coalesced.count(.abandoned)
    store.complete(key, end: .nothing) {
      .abandoned(round: round.number, next: store.nextRound())
    }
  }

  /// Purge epoch at which the fetch began.
  package var begun: PurgeEpoch { round.begun }

  /// Milliseconds for which callers of a key do not wait for each other after a private answer.
  private static let privateMilliseconds: Int64 = 10_000

  /// Stores the fetched answer and gives it to all waiters. An answer that is dead already is given
  /// and not stored. A private one goes only to the caller who fetched it.
  package func deliver(_ new: NewEntry, at now: Int64) {
    guard new.privacy.isShared else {
      let passUntil = now.addingSaturating(FetchLease.privateMilliseconds)
      return deliver(alone: new, passUntil: passUntil, at: now)
    }
    guard finish() else { return }
    store.coalesced.count(.completed)
    let kept = store.keep(new, begun: begun, at: now)
    complete((kept ?? store.unkept(new, begun: begun)).entry, tags: new.tags)
  }

  /// Gives a private answer to the caller who fetched it. The other waiters fetch for themselves,
  /// and so do callers until `passUntil`.
  package func deliver(alone new: NewEntry, passUntil: Int64, at now: Int64) {
    guard finish() else { return }
    store.coalesced.count(.completedAlone)
    if passUntil > now {
      let lifetime = EntryLifetime(storedAt: now, freshUntil: passUntil)
      store.store(
        NewEntry(key, PassMark(), kind: .pass, lifetime: lifetime, privacy: .shared),
        at: now
      )
    }
    store.complete(key, end: .entry(CacheEntry(new, tags: [], since: begun))) {
      .completedAlone(round: round.number, hasAnswer: true)
    }
  }

  /// Reports the failure of the fetch to all waiters. A stale entry is not refreshed before
  /// `nextFetch`. The failure of a private fetch is reported only to the caller who made it; the
  /// others fetch for themselves.
  package func fail(_ error: any Error, privacy: Privacy, nextFetch: Int64) {
    guard finish() else { return }
    store.coalesced.count(.failed)
    guard privacy.isShared else {
      return store.complete(key, end: .error(error)) {
        .completedAlone(round: round.number, hasAnswer: true)
      }
    }
    store.find(key)?.hold(until: nextFetch)
    store.complete(key, end: .error(error)) { .failed(round: round.number) }
  }

  /// Ends the lease without a fetch, since there is a fresh entry in the store by now.
  func pass(_ entry: CacheEntry) {
    guard finish() else { return }
    complete(entry, tags: entry.tags.map(\.name))
  }

  /// Ends the lease without a fetch, since its answer is known to be private by now.
  func passAlone() {
    guard finish() else { return }
    store.complete(key, end: .nothing) { .completedAlone(round: round.number, hasAnswer: false) }
  }

  private func complete(_ entry: @autoclosure () -> CacheEntry, tags: some Sequence<TagName>) {
    store.complete(key, end: .entry(entry())) {
      .completed(
        round: round.number,
        purge: store.purgeMark(of: key, tags: tags, since: begun),
        next: store.nextRound()
      )
    }
  }

  /// Marks the lease as ended. Returns true the first time.
  private func finish() -> Bool { !isDone.exchange(true, ordering: .acquiringAndReleasing) }
}

/// The payload of a key whose answers are private.
private final class PassMark: CachePayload {
  var byteCount: Int { 0 }
}
