// SPDX-License-Identifier: Apache-2.0

/// An event of a coalesced fetch.
enum CoalescingEvent {
  /// A waiter wants to join; it has seen all purges up to `seen`.
  case join(Waiter, number: Int, seen: PurgeEpoch)
  case leave(number: Int)
  /// A round brought an answer for all; `purge` is the purge that hit it meanwhile, if any.
  case completed(round: Int, purge: PurgeMark?, next: FetchRound)
  /// A round brought a private answer, or was skipped because the answer is known to be private.
  case completedAlone(round: Int, hasAnswer: Bool)
  case failed(round: Int)
  /// A lease was dropped before its round had finished.
  case abandoned(round: Int, next: FetchRound)
  /// A waiter that fetched for itself has returned its permit.
  case permitReturned
  case passed(instant: Int64)
}

/// The effects that the caller has to carry out.
struct CoalescingEffects {
  /// Waiters whose wait ends, with the outcome of each.
  var ended: [(waiter: Waiter, outcome: Outcome)] = []
  /// The next round and the waiter who leads it.
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
  /// Number that no other round has.
  let number: Int
  /// Purge epoch at which the round began.
  let begun: PurgeEpoch
}
