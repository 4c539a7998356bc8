// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel

// Requests for the same target wait for one fetch. They look for its outcome in the response store
// only: an answer that is not stored there is shared with nobody. So a fetch only signals that it
// has completed, under a separate key that has no other entries than marks of private targets.

extension FetchLease {
  /// Signals that the store has an answer.
  func complete(at now: Int64) {
    let isOver = EntryLifetime(storedAt: now, freshUntil: now)
    deliver(NewEntry(key, Completion(), lifetime: isOver, privacy: .shared), at: now)
  }

  /// Signals that the answer is private.
  func completeAlone(at now: Int64) {
    let isOver = EntryLifetime(storedAt: now, freshUntil: now)
    deliver(NewEntry(key, Completion(), lifetime: isOver, privacy: .visitor), at: now)
  }

  /// Signals that the fetch has failed.
  func fail(_ error: any Error, at now: Int64) {
    fail(error, privacy: .shared, nextFetch: now)
  }
}

/// Tells waiters to look the answer up again.
private final class Completion: CachePayload {
  var byteCount: Int { 0 }
}
