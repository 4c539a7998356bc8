// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import HTTPCaching
import Reactor

// Those who want the same wait for one fetch. What comes of it they look for where answers are kept,
// and nowhere else: an answer that is not kept is shared with nobody. So the fetch only says that
// something has completed, under a key of its own that nothing but "these are private" is kept under.

/// Lets requests for the same wait for each other.
struct PassCoalescer {
  /// What becomes of somebody who wanted to wait.
  enum Outcome: Sendable {
    /// Fetch, and say what came of it.
    case lead(FetchLease)
    /// Look again.
    case completed
    /// Fetch for yourself, and keep the permit until that is done.
    case alone(SoloPermit?)
    case failed(any Error)
    case late
    case crowded
  }

  let coalescer: LoopCoalescer

  private var store: AnswerStore { coalescer.store }
  private var now: Int64 { coalescer.now }

  /// Waits for what somebody fetches, or gets the lease to fetch it.
  func enqueue(_ key: CacheKey, patience: Int64) async -> Outcome {
    if case .pass = store.peek(key, at: now) { return .alone(nil) }
    return await coalescer.wait(orElse: .failed(FetchAbandoned())) { waiting in
      coalescer.enqueue(
        key,
        patience: patience,
        lead: { waiting.value.resume(.lead($0)) },
        resume: { waiting.value.resume($0.outcome) }
      )
    }
  }

  /// Whether anybody waits besides the one who has the lease, and who waits for it as well.
  func othersWait(for lease: FetchLease) -> Bool { store.waiters(for: lease.key) > 1 }

  /// Gets the lease to refresh something; does nothing when somebody has it.
  func claim(_ key: CacheKey, _ lead: @escaping @Sendable (FetchLease) -> Void) {
    coalescer.enqueue(key, patience: 0, lead: lead, resume: { _ in })
  }

  /// Says that there is something to be found.
  func complete(_ lease: FetchLease) {
    let isOver = Lifetime(storedAt: now, freshUntil: now)
    lease.deliver(NewEntry(lease.key, Completion(), lifetime: isOver, privacy: .shared), at: now)
  }

  /// Says that what came is for its own client alone.
  func completeAlone(_ lease: FetchLease) {
    let isOver = Lifetime(storedAt: now, freshUntil: now)
    lease.deliver(NewEntry(lease.key, Completion(), lifetime: isOver, privacy: .visitor), at: now)
  }

  /// Says that nothing came.
  func fail(_ lease: FetchLease, _ error: any Error) {
    lease.fail(error, privacy: .shared, nextFetch: now)
  }
}

/// What is handed to those who wait: that they may look.
private final class Completion: CachePayload {
  var byteCount: Int { 0 }
}

extension WaitResult {
  fileprivate var outcome: PassCoalescer.Outcome {
    switch self {
    case .answer: .completed
    case .alone(let permit): .alone(permit)
    case .failed(let error): .failed(error)
    case .late: .late
    case .crowded: .crowded
    }
  }
}
