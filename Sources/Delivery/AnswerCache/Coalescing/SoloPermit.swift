// SPDX-License-Identifier: Apache-2.0

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
