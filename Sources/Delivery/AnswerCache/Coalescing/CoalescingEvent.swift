// SPDX-License-Identifier: Apache-2.0

/// An event of a coalesced fetch.
enum CoalescingEvent {
  /// Somebody wants to wait, having seen all purges up to `seen`.
  case join(Waiter, number: Int, seen: PurgeEpoch)
  case leave(number: Int)
  /// A round brought something for all, of which `purge` hit what was asked for after it.
  case completed(round: Int, purge: PurgeMark?, next: FetchRound)
  /// A round brought something for its own waiter alone, or was not made because it would.
  case completedAlone(round: Int, hasAnswer: Bool)
  case failed(round: Int)
  /// Nobody finishes a round.
  case abandoned(round: Int, next: FetchRound)
  /// Somebody who fetched alone is done.
  case permitReturned
  case passed(instant: Int64)
}

/// The effects that the caller has to carry out.
struct CoalescingEffects {
  /// How the waiting of some ends.
  var ended: [(waiter: Waiter, outcome: Outcome)] = []
  /// The next round, and who begins it.
  var next: (round: FetchRound, leader: Waiter)?
  /// Whether the fetch is to be forgotten.
  var isOver = false

  enum Outcome {
    case answer
    case alone
    case failure
    case abandonment
    case late
    case crowded
    case left
  }
}

/// One attempt of a coalesced fetch.
struct FetchRound: Sendable, Equatable {
  /// Told apart from all others.
  let number: Int
  /// The epoch of the purges when it began.
  let begun: PurgeEpoch
}
