// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// All flights, by their keys. Locks are held while a flight decides, never while anybody is called.
final class Flights: Sendable {
  private static let parts = 16

  private final class Part: Sendable {
    let flights = Mutex<[CacheKey: Flight]>([:])
  }

  let limits: FlightLimits
  let tally = FlightTally()
  private let parts = (0..<Flights.parts).map { _ in Part() }
  private let numbers = Atomic(0)

  init(limits: FlightLimits) { self.limits = limits }

  /// A number that nobody else has; a later one is larger.
  func number() -> Int { numbers.add(1, ordering: .relaxed).newValue }

  private func part(of key: CacheKey) -> Part {
    parts[Int(truncatingIfNeeded: key.hash) & (Flights.parts - 1)]
  }

  /// Tells the flight of a key; nothing when there is none. The event is made while nobody can join
  /// or leave.
  func handle(_ event: () -> FlightEvent, for key: CacheKey) -> FlightEffects {
    part(of: key).flights.withLock { flights in
      // Taken out, since most flights are over then, and changed in place only by who joins.
      guard var flight = flights.removeValue(forKey: key) else { return FlightEffects() }
      let effects = flight.handle(event())
      if !effects.isOver { flights[key] = flight }
      return effects
    }
  }

  /// Joins the flight of a key, or begins one with the newcomer as its leader.
  func board(
    _ waiter: Waiter,
    number: Int,
    for key: CacheKey,
    seen epoch: PurgeEpoch
  ) -> (effects: FlightEffects, round: FetchRound?) {
    part(of: key).flights.withLock { flights in
      let join = FlightEvent.join(waiter, number: number, seen: epoch)
      if let place = flights.index(forKey: key) {
        return (flights.values[place].handle(join), nil)
      }
      let round = FetchRound(number: self.number(), begun: epoch)
      var flight = Flight(round, leader: number, limits: limits)
      let effects = flight.handle(join)
      flights[key] = flight
      return (effects, round)
    }
  }

  /// Begins a flight that nobody waits for; nothing when there is one.
  func claim(_ key: CacheKey, at epoch: PurgeEpoch) -> FetchRound? {
    part(of: key).flights.withLock { flights in
      guard flights[key] == nil else { return nil }
      let round = FetchRound(number: self.number(), begun: epoch)
      flights[key] = Flight(round, leader: nil, limits: limits)
      return round
    }
  }

  func waiters(for key: CacheKey) -> Int {
    part(of: key).flights.withLock { $0[key]?.waiters ?? 0 }
  }

  /// Tells all flights that time has passed.
  func expire(at now: Int64) -> FlightEffects {
    var sum = FlightEffects()
    for part in parts {
      part.flights.withLock { flights in
        for index in flights.values.indices {
          sum.ended += flights.values[index].handle(.passed(instant: now)).ended
        }
      }
    }
    return sum
  }

  /// How many flights there are, and how many wait for them.
  var counts: (flights: Int, waiters: Int) {
    parts.reduce(into: (0, 0)) { sum, part in
      part.flights.withLock { flights in
        sum.0 += flights.count
        sum.1 += flights.values.reduce(0) { $0 + $1.waiters }
      }
    }
  }
}
