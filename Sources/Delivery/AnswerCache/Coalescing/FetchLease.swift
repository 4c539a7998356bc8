// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import Synchronization

/// The lease to fetch what a key stands for, once, for all who wait for it.
///
/// Its holder hands in the result of the fetch, also when its own client has left. A lease that is
/// let go unfinished passes to the next who waits.
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
    store.coalescing.tally.count(.abandoned)
    store.complete(key, end: .nothing) {
      .abandoned(round: round.number, next: store.nextRound())
    }
  }

  /// The epoch of the purges when the fetch began.
  package var begun: PurgeEpoch { round.begun }

  /// For how long nobody waits for others, once it is known that the answers to a key are private.
  private static let privateMilliseconds: Int64 = 10_000

  /// Stores what the fetch brought and gives it to all who wait. What is dead already is given and
  /// not stored. What is private goes to the waiter whose fetch it was, and to nobody else.
  package func deliver(_ new: NewEntry, at now: Int64) {
    guard new.privacy.isShared else {
      let passUntil = now.addingSaturating(FetchLease.privateMilliseconds)
      return deliver(alone: new, passUntil: passUntil, at: now)
    }
    guard finish() else { return }
    store.coalescing.tally.count(.completed)
    let kept = store.keep(new, begun: begun, at: now)
    complete((kept ?? store.unkept(new, begun: begun)).entry, tags: new.tags)
  }

  /// Gives what the fetch brought to the waiter whose fetch it was, and to nobody else. The others
  /// fetch for themselves, and so does who asks before `passUntil`.
  package func deliver(alone new: NewEntry, passUntil: Int64, at now: Int64) {
    guard finish() else { return }
    store.coalescing.tally.count(.completedAlone)
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

  /// Tells all who wait that the fetch failed. A stale entry, if there is one, is not refreshed
  /// before `nextFetch`. A failure of what would be private is told to the waiter whose fetch it was,
  /// and the others fetch for themselves.
  package func fail(_ error: any Error, privacy: Privacy, nextFetch: Int64) {
    guard finish() else { return }
    store.coalescing.tally.count(.failed)
    guard privacy.isShared else {
      return store.complete(key, end: .error(error)) {
        .completedAlone(round: round.number, hasAnswer: true)
      }
    }
    store.find(key)?.hold(until: nextFetch)
    store.complete(key, end: .error(error)) { .failed(round: round.number) }
  }

  /// Ends the lease without a fetch: there is something fresh in the store by now.
  func pass(_ entry: CacheEntry) {
    guard finish() else { return }
    complete(entry, tags: entry.tags.map(\.name))
  }

  /// Ends the lease without a fetch: what it would bring is known to be private by now.
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

  /// Whether this is the first time that the lease ends.
  private func finish() -> Bool { !isDone.exchange(true, ordering: .acquiringAndReleasing) }
}

/// The payload of a key whose answers are private.
private final class PassMark: CachePayload {
  var byteCount: Int { 0 }
}
