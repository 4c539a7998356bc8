// SPDX-License-Identifier: Apache-2.0

extension AnswerStore {
  /// Waits for what is fetched for a key. The first who comes gets the duty to fetch, here and now;
  /// all who come until it has landed share it. Called where the waiter is at home.
  @discardableResult
  package func join(_ key: CacheKey, _ waiter: Waiter, at now: Int64) -> WaiterTicket {
    let number = flights.number()
    let boarding = flights.board(waiter, number: number, for: key, seen: purgeEpoch)
    let ticket = WaiterTicket(key: key, number: number, store: self)
    guard let round = boarding.round else {
      resumeHere(boarding.effects, for: key)
      return ticket
    }
    let duty = duty(key, round)
    // Somebody else's fetch may have landed between the lookup and now.
    switch peek(key, at: now) {
    case .fresh(let entry): duty.pass(entry)
    case .pass: duty.passAlone()
    default: waiter.lead(duty)
    }
    return ticket
  }

  /// The duty to fetch what was not there, for a caller who does not wait for others; nothing when
  /// somebody has it, or has just done it.
  package func claim(_ key: CacheKey, at now: Int64) -> FlightDuty? {
    guard let round = flights.claim(key, at: purgeEpoch) else { return nil }
    let duty = duty(key, round)
    switch peek(key, at: now) {
    case .fresh(let entry): duty.pass(entry)
    case .pass: duty.passAlone()
    default: return duty
    }
    return nil
  }

  /// The duty to refresh a stale entry, for one caller; nothing when somebody has it.
  func claimRefresh(of entry: CacheEntry, at now: Int64) -> FlightDuty? {
    let epoch = purgeEpoch
    guard let round = flights.claim(entry.key, at: epoch) else { return nil }
    let duty = duty(entry.key, round)
    guard case .fresh(let newer) = peek(entry.key, at: now) else { return duty }
    duty.pass(newer)
    return nil
  }

  /// How many wait for what is fetched for a key.
  package func waiters(for key: CacheKey) -> Int { flights.waiters(for: key) }

  /// Lets those go who have waited until their deadline. Somebody calls it every few milliseconds.
  package func releaseLate(at now: Int64) {
    resume(flights.expire(at: now).ended.map { ($0.waiter, .late) })
  }

  /// What has become of fetches.
  package var flightStatistics: FlightStatistics {
    var sum = FlightStatistics()
    (sum.flights, sum.waiters) = flights.counts
    sum.rounds = flights.tally[.rounds]
    sum.landed = flights.tally[.landed]
    sum.landedAlone = flights.tally[.landedAlone]
    sum.failed = flights.tally[.failed]
    sum.abandoned = flights.tally[.abandoned]
    sum.answered = flights.tally[.answered]
    sum.alone = flights.tally[.alone]
    sum.late = flights.tally[.late]
    sum.crowded = flights.tally[.crowded]
    sum.disappointed = flights.tally[.disappointed]
    return sum
  }
}
