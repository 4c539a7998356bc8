// SPDX-License-Identifier: Apache-2.0

extension AnswerStore {
  /// What a round has come to.
  enum RoundEnd {
    case entry(CacheEntry)
    case error(any Error)
    case nothing
  }

  /// Tells the flight of a key what happened, and then those who waited what it means for them.
  func land(_ key: CacheKey, end: RoundEnd, _ event: () -> FlightEvent) {
    let effects = flights.handle(event, for: key)
    resume(effects.ended.map { ($0.waiter, arrival(of: $0.outcome, for: key, end)) })
    guard let (round, leader) = effects.next else { return }
    let duty = duty(key, round)
    leader.home.run { leader.lead(duty) }
  }

  private func arrival(
    of outcome: FlightEffects.Outcome,
    for key: CacheKey,
    _ end: RoundEnd
  ) -> Arrival {
    switch (outcome, end) {
    case (.alone, _): .alone(SoloPermit(key, of: self))
    case (.late, _): .late
    case (.crowded, _): .crowded
    case (_, .entry(let entry)): .answer(entry)
    case (_, .error(let error)): .failed(error)
    case (_, .nothing): .failed(FetchAbandoned())
    }
  }

  /// Ends the waiting of some, each at home; one call for all who are at home in the same place.
  func resume(_ ended: [(waiter: Waiter, arrival: Arrival)]) {
    guard ended.count > 1 else {
      if let only = ended.first {
        flights.tally.count(only.arrival.item)
        only.waiter.home.run { only.waiter.resume(only.arrival) }
      }
      return
    }
    var groups: [ObjectIdentifier: [(waiter: Waiter, arrival: Arrival)]] = [:]
    for one in ended {
      groups[ObjectIdentifier(one.waiter.home), default: []].append(one)
      flights.tally.count(one.arrival.item)
    }
    for group in groups.values {
      group.first?.waiter.home.run {
        for one in group { one.waiter.resume(one.arrival) }
      }
    }
  }

  /// What the next round of a flight would be.
  func nextRound() -> FetchRound { FetchRound(number: flights.number(), begun: purgeEpoch) }

  func duty(_ key: CacheKey, _ round: FetchRound) -> FlightDuty {
    flights.tally.count(.rounds)
    return FlightDuty(key, round, of: self)
  }

  /// Ends the waiting of a newcomer where it is at home already.
  func resumeHere(_ effects: FlightEffects, for key: CacheKey) {
    for one in effects.ended {
      let arrival = arrival(of: one.outcome, for: key, .nothing)
      flights.tally.count(arrival.item)
      one.waiter.resume(arrival)
    }
  }
}

extension Arrival {
  fileprivate var item: FlightTally.Item {
    switch self {
    case .answer: .answered
    case .alone: .alone
    case .failed: .disappointed
    case .late: .late
    case .crowded: .crowded
    }
  }
}
