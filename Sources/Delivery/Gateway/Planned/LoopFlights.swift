// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Reactor
import Synchronization

/// Lets what lives on a loop wait for what is fetched once for all who want it.
final class LoopFlights {
  /// How a wait ended.
  struct Landing {
    let arrival: Arrival
    /// Whether it was this waiter's own fetch.
    let isOwn: Bool
  }

  /// Whether the fetch fell to a waiter.
  private final class Role: Sendable {
    let leads = Atomic(false)
  }

  let store: AnswerStore
  let core: LoopCore
  private let home: LoopHome
  private let late: LateWaiters

  init(_ store: AnswerStore, on core: LoopCore) {
    self.store = store
    self.core = core
    home = LoopHome(core.loop)
    late = LateWaiters(store, on: core)
  }

  /// The time of day by which answers are fresh, in milliseconds.
  var now: Int64 { core.wallMilliseconds }

  /// Waits for what somebody fetches under a key, at most so many milliseconds. `lead` begins the
  /// fetch if it falls to this waiter.
  func join(
    _ key: CacheKey,
    patience: Int64,
    lead: @escaping @Sendable (FlightDuty) -> Void
  ) async -> Landing {
    let role = Role()
    let arrival = await withCheckedContinuation { continuation in
      board(
        key,
        patience: patience,
        lead: { duty in
          role.leads.store(true, ordering: .relaxed)
          lead(duty)
        },
        resume: { continuation.resume(returning: $0) }
      )
    }
    return Landing(arrival: arrival, isOwn: role.leads.load(ordering: .relaxed))
  }

  /// The same for who is told by a call how the wait ended.
  func board(
    _ key: CacheKey,
    patience: Int64,
    lead: @escaping @Sendable (FlightDuty) -> Void,
    resume: @escaping @Sendable (Arrival) -> Void
  ) {
    late.look()
    let waiter = Waiter(at: home, until: now + patience, lead: lead, resume: resume)
    store.join(key, waiter, at: now)
  }
}
