// SPDX-License-Identifier: Apache-2.0

import Bytes

extension AnswerStore {
  /// The result of a round.
  enum RoundEnd {
    case entry(CacheEntry)
    case error(any Error)
    case nothing
  }

  /// Passes the end of a round to the fetch of a key, and its outcome to the waiters. Per-waiter
  /// values are made only if there are waiters.
  func complete(
    _ key: CacheKey,
    end: @autoclosure () -> RoundEnd,
    _ event: () -> CoalescingEvent
  ) {
    let effects = shard(of: key).handle(event, for: key)
    if !effects.ended.isEmpty {
      let end = end()
      resume(effects.ended.map { ($0.waiter, waitResult(of: $0.outcome, for: key, end)) })
    }
    guard let (round, leader) = effects.next else { return }
    let lease = lease(key, round)
    leader.executor.run { leader.lead(lease) }
  }

  private func waitResult(
    of outcome: CoalescingEffects.Outcome,
    for key: CacheKey,
    _ end: RoundEnd
  ) -> WaitResult {
    switch (outcome, end) {
    case (.alone, _): .alone(SoloPermit(key, of: self))
    case (.late, _): .late
    case (.crowded, _): .crowded
    case (_, .entry(let entry)): .answer(entry)
    case (_, .error(let error)): .failed(error)
    case (_, .nothing): .failed(PlainError.fetchAbandoned)
    }
  }

  /// Ends the waits of some waiters, each on its executor, with one call for each executor.
  func resume(_ ended: [(waiter: Waiter, waitResult: WaitResult)]) {
    guard ended.count > 1 else {
      if let only = ended.first {
        coalesced.count(only.waitResult.item)
        only.waiter.executor.run { only.waiter.resume(only.waitResult) }
      }
      return
    }
    var groups: [ObjectIdentifier: [(waiter: Waiter, waitResult: WaitResult)]] = [:]
    for one in ended {
      groups[ObjectIdentifier(one.waiter.executor), default: []].append(one)
      coalesced.count(one.waitResult.item)
    }
    for group in groups.values {
      group.first?.waiter.executor.run {
        for one in group { one.waiter.resume(one.waitResult) }
      }
    }
  }

  /// The next round of a fetch.
  func nextRound() -> FetchRound { FetchRound(number: newNumber(), begun: purgeEpoch) }

  func lease(_ key: CacheKey, _ round: FetchRound) -> FetchLease {
    coalesced.count(.rounds)
    return FetchLease(key, round, of: self)
  }

  /// Ends the wait of a newcomer on whose executor this runs.
  func resumeHere(_ effects: CoalescingEffects, for key: CacheKey) {
    for one in effects.ended {
      let waitResult = waitResult(of: one.outcome, for: key, .nothing)
      coalesced.count(waitResult.item)
      one.waiter.resume(waitResult)
    }
  }
}

extension WaitResult {
  fileprivate var item: CoalescingTally.Item {
    switch self {
    case .answer: .answered
    case .alone: .alone
    case .failed: .disappointed
    case .late: .late
    case .crowded: .crowded
    }
  }
}
