// SPDX-License-Identifier: Apache-2.0

/// How waiting ends.
package enum WaitResult: Sendable {
  /// Serve this.
  case answer(CacheEntry)
  /// What was fetched is for its first client alone: fetch for yourself, and keep the permit until
  /// you have.
  case alone(SoloPermit)
  /// The fetch failed; a stale entry may stand in.
  case failed(any Error)
  /// The deadline has passed. The fetch goes on.
  case late
  /// Too many wait for this key already.
  case crowded
}

/// Nobody finished a fetch that was begun.
package struct FetchAbandoned: Error, Sendable {
  package init() {}
}

extension FetchAbandoned: CustomStringConvertible {
  package var description: String { "nobody finished the fetch that was waited for" }
}

/// The permission to fetch for oneself; the next one gets it when this one is let go.
package final class SoloPermit: Sendable {
  private let key: CacheKey
  private let store: AnswerStore

  init(_ key: CacheKey, of store: AnswerStore) {
    self.key = key
    self.store = store
  }

  deinit { store.complete(key, end: .nothing) { .permitReturned } }
}
