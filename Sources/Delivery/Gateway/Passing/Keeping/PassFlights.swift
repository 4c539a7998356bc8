// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import HTTPCaching
import Reactor

// Those who want the same wait for one fetch. What comes of it they look for where answers are kept,
// and nowhere else: an answer that is not kept is shared with nobody. So the flight only says that
// something has landed, under a key of its own that nothing but "these are private" is kept under.

/// Lets requests for the same wait for each other.
struct PassFlights {
  /// What becomes of somebody who wanted to wait.
  enum Boarding: Sendable {
    /// Fetch, and say what came of it.
    case lead(FlightDuty)
    /// Look again.
    case landed
    /// Fetch for yourself, and keep the permit until that is done.
    case alone(SoloPermit?)
    case failed(any Error)
    case late
    case crowded
  }

  let flights: LoopFlights

  private var store: AnswerStore { flights.store }
  private var now: Int64 { flights.now }

  /// Waits for what somebody fetches, or gets the duty to fetch it.
  func board(_ key: CacheKey, patience: Int64) async -> Boarding {
    if case .pass = store.peek(key, at: now) { return .alone(nil) }
    return await flights.wait(orElse: .failed(FetchAbandoned())) { seat in
      flights.board(
        key,
        patience: patience,
        lead: { seat.value.take(.lead($0)) },
        resume: { seat.value.take($0.boarding) }
      )
    }
  }

  /// Whether anybody waits besides the one who has the duty, and who waits in its flight as well.
  func othersWait(for duty: FlightDuty) -> Bool { store.waiters(for: duty.key) > 1 }

  /// Gets the duty to refresh something; does nothing when somebody has it.
  func claim(_ key: CacheKey, _ lead: @escaping @Sendable (FlightDuty) -> Void) {
    flights.board(key, patience: 0, lead: lead, resume: { _ in })
  }

  /// Says that there is something to be found.
  func land(_ duty: FlightDuty) {
    let isOver = Lifetime(storedAt: now, freshUntil: now)
    duty.deliver(NewEntry(duty.key, Landing(), lifetime: isOver, privacy: .shared), at: now)
  }

  /// Says that what came is for its own client alone.
  func landAlone(_ duty: FlightDuty) {
    let isOver = Lifetime(storedAt: now, freshUntil: now)
    duty.deliver(NewEntry(duty.key, Landing(), lifetime: isOver, privacy: .visitor), at: now)
  }

  /// Says that nothing came.
  func fail(_ duty: FlightDuty, _ error: any Error) {
    duty.fail(error, privacy: .shared, nextFetch: now)
  }
}

/// What is handed to those who wait: that they may look.
private final class Landing: CachePayload {
  var byteCount: Int { 0 }
}

extension Arrival {
  fileprivate var boarding: PassFlights.Boarding {
    switch self {
    case .answer: .landed
    case .alone(let permit): .alone(permit)
    case .failed(let error): .failed(error)
    case .late: .late
    case .crowded: .crowded
    }
  }
}
