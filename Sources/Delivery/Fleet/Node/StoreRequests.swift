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
  /// Whether the last beat was announced and is not heard yet.
  var isAnnounced = false
  /// The moment by which the own notification must be heard.
  var hearBy: Instant?
  var isHearing = false
  /// The beats so far.
  var beats = 0
  /// The last entry that the store is known to have.
  var head: Int64 = 0
  var wantsRead = false
  var isClockGood: Bool?
  var olderEpoch: FleetEpoch?
}

/// An entry that a node remembers.
struct KnownEntry: Sendable {
  var entry: FleetEntry
  /// Its place in the log; `nil` while the store does not have it.
  var position: FleetPosition?
  var isApplied = false
  /// Whether it is on the disk, if it belongs there.
  var isKept = false
  let arrived: Instant
}

/// Another node, as it is known here.
struct FleetPeer: Sendable {
  var report: NodeReport
  /// The last sign of life.
  var seen: Instant
  /// Its demands of shared limits in the last second.
  var demands: [String: Double] = [:]
}

/// An own entry until all have it.
struct EntryTicket: Sendable {
  var received: Set<NodeID> = []
  var isKept = false
  var position: FleetPosition?
  let bound: Instant
  var isTold = false
  var nextSend: Instant
  var pause: Int64
}
