// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel

// Those who want the same wait for one fetch. What comes of it they look for where answers are kept,
// and nowhere else: an answer that is not kept is shared with nobody. So a fetch only says that it has
// completed, under a key of its own that nothing but "these are private" is kept under.

extension FetchLease {
  /// Says that there is something to be found.
  func complete(at now: Int64) {
    let isOver = EntryLifetime(storedAt: now, freshUntil: now)
    deliver(NewEntry(key, Completion(), lifetime: isOver, privacy: .shared), at: now)
  }

  /// Says that what came is for its own client alone.
  func completeAlone(at now: Int64) {
    let isOver = EntryLifetime(storedAt: now, freshUntil: now)
    deliver(NewEntry(key, Completion(), lifetime: isOver, privacy: .visitor), at: now)
  }

  /// Says that nothing came.
  func fail(_ error: any Error, at now: Int64) {
    fail(error, privacy: .shared, nextFetch: now)
  }
}

/// Tells waiters to look the answer up again.
private final class Completion: CachePayload {
  var byteCount: Int { 0 }
}
