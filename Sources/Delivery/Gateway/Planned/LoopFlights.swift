// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Reactor

/// Lets what lives on a loop wait for what is fetched once for all who want it.
final class LoopFlights {
  /// How a wait ended.
  struct Landing {
    let arrival: Arrival
    /// Whether it was this waiter's own fetch.
    let isOwn: Bool
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

  /// Waits for what somebody fetches under a key, at most so many milliseconds, or until the client
  /// leaves. `lead` begins the fetch if it falls to this waiter.
  func join(
    _ key: CacheKey,
    patience: Int64,
    lead: @escaping @Sendable (FlightDuty) -> Void
  ) async -> Landing {
    let leader = LoopConfined(Leader(), to: core.loop.number)
    let arrival = await wait(orElse: .failed(FetchAbandoned())) { seat in
      board(
        key,
        patience: patience,
        lead: { duty in
          // A duty that nobody takes passes to who waits next.
          guard !seat.value.isEmpty else { return }
          leader.value.isOwn = true
          lead(duty)
        },
        resume: { seat.value.take($0) }
      )
    }
    return Landing(arrival: arrival, isOwn: leader.value.isOwn)
  }

  /// Whether the fetch fell to a waiter.
  private final class Leader {
    var isOwn = false
  }

  /// Waits until the seat that `board` was given is told how the wait ended. A task that is cancelled,
  /// since its client has left, leaves too, and gets `left`.
  func wait<Outcome: Sendable>(
    orElse left: Outcome,
    _ board: (LoopConfined<FlightSeat<Outcome>>) -> WaiterTicket
  ) async -> Outcome {
    let seat = LoopConfined(FlightSeat<Outcome>(), to: core.loop.number)
    let loop = core.loop
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        seat.value.sit(continuation)
        seat.value.ticket = board(seat)
      }
    } onCancel: {
      loop.execute { seat.value.leave(left) }
    }
  }

  /// The same for who is told by a call how the wait ended.
  @discardableResult
  func board(
    _ key: CacheKey,
    patience: Int64,
    lead: @escaping @Sendable (FlightDuty) -> Void,
    resume: @escaping @Sendable (Arrival) -> Void
  ) -> WaiterTicket {
    late.look()
    let waiter = Waiter(at: home, until: now + patience, lead: lead, resume: resume)
    return store.join(key, waiter, at: now)
  }
}

/// Where a task waits that is told one thing. It lives on a loop.
final class FlightSeat<Outcome: Sendable> {
  private var continuation: CheckedContinuation<Outcome, Never>?
  var ticket: WaiterTicket?

  /// Whether nobody waits here any more.
  var isEmpty: Bool { continuation == nil }

  func sit(_ continuation: CheckedContinuation<Outcome, Never>) {
    self.continuation = continuation
  }

  /// Ends the wait.
  func take(_ outcome: Outcome) { continuation.take()?.resume(returning: outcome) }

  /// Ends the wait before its time.
  func leave(_ outcome: Outcome) {
    guard !isEmpty, ticket?.leave() == true else { return }
    take(outcome)
  }
}
