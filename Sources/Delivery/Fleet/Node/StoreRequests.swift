// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The requests of the store that are under way, and when the next ones are due.
struct StoreRequests: Sendable {
  var isBeating = false
  var isReading = false
  /// The entries that are being appended.
  var appending: [FleetEntry] = []
  var isAway = false
  var awaySince: Instant?
  var failures = 0
  var nextBeat = Instant(nanoseconds: 0)
  var nextAppend = Instant(nanoseconds: 0)
  var nextPoll = Instant.distantFuture
  /// True from the notification of the last beat until the node hears it.
  var isAnnounced = false
  /// The moment by which the own notification must be heard.
  var hearBy: Instant?
  var isHearing = false
  /// The beats so far.
  var beats = 0
  /// The last entry that the store is known to have.
  var head: Int64 = 0
  var wantsRead = false
  /// The least place of own entries that the node has passed without them, and the number of beats before that was
  /// noted.
  var missed: (number: Int64, beats: Int)?
  var isClockGood: Bool?
  var olderEpoch: FleetEpoch?

  /// Takes note of a request that failed.
  mutating func failed(
    _ error: FleetStoreError,
    _ now: Instant,
    _ pause: Int64,
    _ actions: inout [FleetAction]
  ) {
    failures = min(failures + 1, 16)
    guard !isAway else { return }
    isAway = true
    awaySince = now
    nextBeat = min(nextBeat, now.later(pause))
    actions.append(.tell(.store(isAway: true, reason: error.message)))
  }

  mutating func succeeded(
    _ now: Instant,
    behind position: FleetPosition?,
    _ actions: inout [FleetAction]
  ) {
    failures = 0
    guard isAway else { return }
    isAway = false
    awaySince = nil
    nextAppend = now
    if let position, position.number < head { wantsRead = true }
    actions.append(.tell(.store(isAway: false, reason: "")))
  }

  /// Takes note of the history of a store; true for an older one than that of the node, which counts as away.
  mutating func isOlder(
    _ epoch: FleetEpoch,
    than position: FleetPosition?,
    _ now: Instant,
    _ pause: Int64,
    _ actions: inout [FleetAction]
  ) -> Bool {
    guard let position, epoch < position.epoch else {
      olderEpoch = nil
      return false
    }
    if olderEpoch != epoch { actions.append(.tell(.olderStore(epoch))) }
    olderEpoch = epoch
    failed(FleetStoreError(.away, "it is of an older history"), now, pause, &actions)
    return true
  }

  /// Takes note of a notification that was not heard in time.
  mutating func tendHearing(_ now: Instant, _ actions: inout [FleetAction]) {
    guard let hearBy, hearBy <= now else { return }
    self.hearBy = nil
    if isHearing { actions.append(.tell(.hearing(false))) }
    isHearing = false
    nextPoll = now
  }

  mutating func heard(_ actions: inout [FleetAction]) {
    hearBy = nil
    isAnnounced = false
    if !isHearing { actions.append(.tell(.hearing(true))) }
    isHearing = true
    nextPoll = .distantFuture
  }

  /// Tells once when the clock is not known well enough, in microseconds.
  mutating func judge(_ error: Int64, limit: Int64, _ actions: inout [FleetAction]) {
    if error > limit, isClockGood != false {
      actions.append(.tell(.clock(errorMicroseconds: error)))
    }
    isClockGood = error <= limit
  }
}
