// SPDX-License-Identifier: Apache-2.0

import Reactor

// A purge reaches the edges although a node has not acknowledged it. If that node then gave an edge what it kept from
// before, the edge would keep it for a whole lifetime. So a node vouches for its answers for a second and a half at a
// time, by a clock that goes on while its process stands still, and only while it knows to be up to date.

/// The knowledge of a node about being up to date.
struct FleetCurrency: Sendable {
  /// The time for which a look holds.
  static let term = Duration.milliseconds(1_500)
  /// The time for which entries may be known and not applied.
  private static let patience: Int64 = 1_000_000_000
  /// The time in which entries that the store does not have are sent again, and with it those that were missed.
  private static let resent: Int64 = 5_000_000_000
  /// The silence of all other nodes behind which a node without the store counts as cut off.
  static let silence: Int64 = 12_000_000_000

  /// The moment since which entries may have been missed: the start, or when the process stood still.
  private(set) var doubted: Instant?
  /// The number up to which the log must be applied for the doubt to end.
  private var proof: Int64?
  /// The moment since which entries are known that are not applied.
  private var behind: Instant?
  private var looked: Instant

  init(at now: Instant) {
    looked = now
    doubted = now
  }

  /// Takes note of an answer of the store.
  mutating func learn(head: Int64, sent: Instant) {
    if let doubted, proof == nil, doubted <= sent { proof = head }
  }

  /// Takes a look; true at once behind a time in which the process stood still.
  mutating func look(_ now: Instant) -> Bool {
    defer { looked = now }
    guard now.nanoseconds(since: looked) > Self.term.nanoseconds else { return false }
    doubted = now
    proof = nil
    return true
  }

  /// True for a node that is up to date.
  ///
  /// - Parameters:
  ///   - number: the last entry that was applied.
  ///   - isLate: true if more is known.
  ///   - isHeard: true if another node was heard since the doubt began, or if there is none; `nil` while the store
  ///     answers.
  mutating func isCurrent(
    _ number: Int64,
    isLate: Bool,
    isHeard: Bool?,
    _ now: Instant
  ) -> Bool {
    behind = isLate ? behind ?? now : nil
    if let proof, proof <= number { (doubted, self.proof) = (nil, nil) }
    if let doubted, isHeard == true, now.nanoseconds(since: doubted) > Self.resent {
      self.doubted = nil
    }
    return doubted == nil && behind.map { now.nanoseconds(since: $0) <= Self.patience } ?? true
  }
}

extension FleetMachine {
  /// True for a node that may vouch for its answers for a while.
  mutating func look(_ now: Instant) -> Bool {
    if currency.look(now) { store.nextBeat = now }
    let number = position?.number ?? 0
    let isCutOff = store.isAway && peers.areSilent(for: FleetCurrency.silence, now)
    let isHeard = currency.doubted.map { peers.isHeard(since: $0) } ?? true
    let isCurrent = currency.isCurrent(
      number,
      isLate: number < store.head || changes.isOverdue(now),
      isHeard: store.isAway ? isHeard : nil,
      now
    )
    return isCurrent && !isCutOff
  }
}
