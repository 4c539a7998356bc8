// SPDX-License-Identifier: Apache-2.0

import Bytes
import Synchronization

/// Outcome of a wait for a fetch.
package enum WaitResult: Sendable {
  /// The answer to serve.
  case answer(CacheEntry)
  /// The answer is private to another caller: the waiter has to fetch for itself and to keep the
  /// permit until it has.
  case alone(SoloPermit)
  /// The fetch failed; a stale entry may stand in.
  case failed(any Error)
  /// The deadline has passed. The fetch goes on.
  case late
  /// Too many wait for this key already.
  case crowded
}

extension PlainError {
  /// A fetch was begun and dropped by everybody.
  static let fetchAbandoned = PlainError("nobody finished the fetch that was waited for")
}

/// Permission to fetch for oneself. It passes to the next waiter when it is ended, or dropped.
package final class SoloPermit: Sendable {
  private let key: CacheKey
  private let store: AnswerStore
  private let isEnded = Atomic(false)

  init(_ key: CacheKey, of store: AnswerStore) {
    self.key = key
    self.store = store
  }

  deinit { end() }

  /// Passes the permission on, once.
  package func end() {
    guard !isEnded.exchange(true, ordering: .relaxed) else { return }
    store.complete(key, end: .nothing) { .permitReturned }
  }
}
