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

/// An own entry until all have it.
struct EntryTicket: Sendable {
  var received: Set<NodeID> = []
  var isKept = false
  private(set) var position: FleetPosition?
  /// The moment at which the acknowledgement is given, whoever is missing.
  private(set) var bound: Instant
  var isTold = false
  private var isFailed = false
  var nextSend: Instant
  var pause: Int64

  init(bound: Instant, nextSend: Instant, pause: Int64) {
    (self.bound, self.nextSend, self.pause) = (bound, nextSend, pause)
  }

  /// Takes note of the place in the store; the nodes that miss the entry are waited for until a moment at most.
  mutating func record(at place: FleetPosition, until moment: Instant) {
    position = place
    bound = min(bound, moment)
  }

  /// Takes note that the store has lost the entry.
  mutating func lose() { position = nil }

  /// True once there is nothing more to tell or to send.
  var isOver: Bool { isTold && (position != nil || isFailed) }

  /// The report that is to be given now: an acknowledgement when everything is done, or once behind the bound. A change
  /// that the store does not have by then has failed.
  mutating func report(
    of entry: FleetEntry,
    expecting nodes: [NodeID],
    _ now: Instant
  ) -> FleetReport? {
    let missing = nodes.filter { !received.contains($0) }
    let isComplete = missing.isEmpty && isKept && position != nil
    guard isComplete || !isTold && bound <= now else { return nil }
    isTold = true
    if entry.change != nil, position == nil {
      isFailed = true
      return .failed(entry.id, reason: "the store did not confirm it in time, and takes it no more")
    }
    return .acknowledged(
      Acknowledgement(
        entry: entry.id,
        position: position,
        nodes: received.count + (isKept ? 1 : 0),
        missing: missing
      )
    )
  }

  /// The message that brings the entry to nodes again; `nil` for one that the log alone orders, and does not have yet.
  func message(of entry: FleetEntry, in history: FleetEpoch?) -> PeerMessage? {
    if let position, let history {
      .recorded([RecordedEntry(entry, at: position)], in: history)
    } else if entry.isImmediate {
      .entries([entry])
    } else {
      nil
    }
  }
}
