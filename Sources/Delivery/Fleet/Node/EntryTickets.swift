// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The own entries that not all nodes and the store are known to have.
struct EntryTickets: Sendable {
  private var tickets: [EntryID: EntryTicket] = [:]

  var isEmpty: Bool { tickets.isEmpty }

  subscript(id: EntryID) -> EntryTicket? {
    get { tickets[id] }
    _modify { yield &tickets[id] }
  }

  /// The moment at which something is to be sent or told.
  var due: Instant {
    tickets.values.reduce(.distantFuture) { due, ticket in
      min(due, ticket.nextSend, ticket.isTold ? .distantFuture : ticket.bound)
    }
  }

  /// Takes note that a node has entries.
  mutating func received(_ ids: [EntryID], by node: NodeID) {
    for id in ids { tickets[id]?.received.insert(node) }
  }

  /// Forgets the places of entries in an earlier history: in the present one, others may be there.
  mutating func unplace(after number: Int64, _ known: inout KnownEntries) {
    for (id, ticket) in tickets {
      guard let place = ticket.position, place.number > number else { continue }
      // The store's answer may have come before the entry was read.
      known[id]?.position = place
      tickets[id]?.lose()
      // What is not kept is not given back, either.
      if known[id]?.entry.isKept != true { tickets[id] = nil }
    }
  }

  /// Tells of entries that all have or whose time is over, and sends others again.
  ///
  /// - Parameters:
  ///   - expected: the nodes whose acknowledgement is waited for, of all that entries are sent to.
  ///   - history: that of the log which the node follows.
  ///   - longest: the longest pause before an entry is sent again.
  mutating func tend(
    _ known: borrowing KnownEntries,
    _ expected: [NodeID],
    of targets: [NodeID],
    in history: FleetEpoch?,
    longest: Int64,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    for (id, ticket) in tickets.sorted(by: { $0.key < $1.key }) {
      guard let entry = known[id]?.entry else {
        tickets[id] = nil
        continue
      }
      var ticket = ticket
      if let report = ticket.report(of: entry, expecting: expected, now) {
        actions.append(.tell(report))
      }
      if ticket.isOver {
        // Who has not acknowledged it reads it from the store.
        tickets[id] = nil
        continue
      }
      if ticket.nextSend <= now {
        if let message = ticket.message(of: entry, in: history) {
          for peer in targets where !ticket.received.contains(peer) {
            actions.append(.send(message, to: peer))
          }
        }
        ticket.pause = min(ticket.pause * 2, longest)
        ticket.nextSend = now.later(ticket.pause)
      }
      tickets[id] = ticket
    }
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
