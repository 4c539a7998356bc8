// SPDX-License-Identifier: Apache-2.0

package import Reactor

// A node pushes what it makes to all others and gives it to the store, and applies what comes first. Each entry has a
// name, so that it is applied once; the log has an order, in which entries are applied that need one. The store is
// never waited for. Everything is decided here, by values: requests of the store, messages and timers are actions,
// their outcomes events. So a simulation runs the same code as a node.

/// The decisions of a node.
package struct FleetMachine: ~Copyable, Sendable {
  /// The node as it tells others.
  package internal(set) var report: NodeReport
  let timing: FleetTiming
  let times: FleetTiming.Nanoseconds
  /// Whether this node may purge the edges.
  let wantsEdges: Bool
  var random: FleetRandom
  package internal(set) var clock: FleetClock
  var store = StoreRequests()

  /// The last entry that was applied in order; the epoch is that of the history of the log that the node follows.
  package internal(set) var position: FleetPosition?
  var last: EntryID?
  /// The name of the entry at `position`; `nil` where that is not known.
  package var lastEntry: EntryID? { last }
  /// The number of entries that the store does not have.
  package var unrecorded: Int { outbox.count }
  var known = KnownEntries()
  var early = EarlyEntries()
  /// The number up to which the present history must be read to know which entries it lacks.
  var proof: Int64?
  /// The earlier history until then.
  var followed: FleetEpoch?
  /// Entries that are to be appended, in their order.
  var outbox: [FleetEntry] = []
  /// Entries of others that the store does not have, with the moment from which on this node gives them to it.
  var foreign: [EntryID: Instant] = [:]
  /// The last version of each zone of records.
  var versions: [String: Int64] = [:]

  var peers = FleetRoster()
  /// Entries whose acknowledgement is owed to the nodes that pushed them.
  var owed: [EntryID: Set<NodeID>] = [:]
  var tickets: [EntryID: EntryTicket] = [:]

  var changes = ServedChanges()
  var changing: [EntryID: Changing] = [:]

  /// The order to close the site or to open it that holds; `nil` where there was none.
  package private(set) var closing: FleetEntry?

  var lease = EdgeLease()
  /// Purges of edges without an outcome, in their order.
  var edgeJobs: [FleetEntry] = []
  /// The moment at which old editions are removed from the store, if this node has the lease then.
  var nextTidy: Instant
  var isLeaving = false
  /// The demands of this node, as shares of the limits.
  var demands: [String: Double] = [:]
  var nextShare = Instant.distantFuture
  var currency: FleetCurrency
  var nextPulse = Instant.distantFuture

  /// - Parameters:
  ///   - kept: the journal's entries in their order.
  ///   - peers: nodes that are known from before.
  ///   - time: the node's own time of day.
  package init(
    _ report: NodeReport,
    timing: FleetTiming = FleetTiming(),
    wantsEdges: Bool = true,
    kept: [JournalEntry] = [],
    peers: [NodeReport] = [],
    random: FleetRandom,
    at now: Instant,
    _ time: FleetInstant
  ) {
    clock = FleetClock(time, at: now)
    self.report = report
    self.timing = timing
    times = FleetTiming.Nanoseconds(timing)
    self.wantsEdges = wantsEdges
    self.random = random
    currency = FleetCurrency(at: now)
    nextTidy = now
    store.nextBeat = now
    if times.pulse != nil { nextPulse = now }
    if times.share != nil { nextShare = now }
    for peer in peers where peer.id != report.id {
      self.peers[peer.id] = FleetPeer(report: peer, seen: now)
    }
    remember(kept, now)
  }

  /// Handles an event, and adds what is to be done.
  package mutating func handle(
    _ event: FleetEvent,
    at now: Instant,
    _ actions: inout [FleetAction]
  ) {
    switch event {
    case .due: break
    case .beaten(let result, let sent): beaten(result, sent: sent, now, &actions)
    case .read(let result): read(result, now, &actions)
    case .appended(let result): appended(result, now, &actions)
    case .woken(let wake): woken(wake, now, &actions)
    case .message(let message, let sender): received(message, from: sender, now, &actions)
    case .kept(let ids): kept(ids, now, &actions)
    case .loaded(let edition, let outcome): loaded(edition, outcome, now, &actions)
    case .ordered(let order): ordered(order, now, &actions)
    }
    proceed(now, &actions)
  }

  /// Takes an order to close the site or to open it, unless a later one holds; false for one that has no effect.
  mutating func close(_ entry: FleetEntry) -> Bool {
    guard entry.isClosing, entry.isLater(than: closing) else { return false }
    closing = entry
    return true
  }

  /// Does what is due.
  private mutating func proceed(_ now: Instant, _ actions: inout [FleetAction]) {
    lease.stop(now, &actions)
    activate(now, &actions)
    if !changing.isEmpty { proceedChanges(now, &actions) }
    if !tickets.isEmpty { tendTickets(now, &actions) }
    if nextPulse <= now { pulse(now, &actions) }
    if nextShare <= now { share(now, &actions) }
    if lease.fence != nil, nextTidy <= now {
      nextTidy = now.later(times.tidy)
      actions.append(.tidy)
    }
    tendStore(now, &actions)
  }

  /// The moment at which something is due.
  package var deadline: Instant {
    var next = store.isBeating ? Instant.distantFuture : store.nextBeat
    if !store.isReading { next = min(next, store.nextPoll) }
    if let hearBy = store.hearBy { next = min(next, hearBy) }
    if !outbox.isEmpty, store.appending.isEmpty { next = min(next, store.nextAppend) }
    if let end = lease.end { next = min(next, end) }
    if lease.fence != nil { next = min(next, nextTidy) }
    next = min(next, changes.due, nextPulse, nextShare)
    for ticket in tickets.values {
      next = min(next, ticket.nextSend)
      if !ticket.isTold { next = min(next, ticket.bound) }
    }
    for change in changing.values { next = min(next, change.deadline) }
    return next
  }

  private mutating func ordered(
    _ order: FleetOrder,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    switch order {
    case .purge(let purge, let id, let order): make(.purge(purge), id, order: order, now, &actions)
    case .notice(let notice, let id): make(.commit(notice), id, now, &actions)
    case .change(let order): begin(order, now, &actions)
    case .withdraw(let withdrawal, let id): make(.withdrawal(withdrawal), id, now, &actions)
    case .edgePurge(let job, let id): make(.edgePurge(job), id, now, &actions)
    case .edgeOutcome(let job, let failure, let id):
      guard let fence = lease.fence else { return actions.append(.tell(.fenced(job))) }
      make(.edgeOutcome(EdgeOutcome(of: job, fence: fence, failure: failure)), id, now, &actions)
    case .close(let maintenance, let id): make(.closing(maintenance), id, now, &actions)
    case .remove(let node, let id): make(.removal(node), id, now, &actions)
    case .retry(let edition): retry(edition)
    case .drain(let isDraining):
      report.isDraining = isDraining
      store.nextBeat = now
    case .demand(let demands): demand(demands, now, &actions)
    case .counts(let counts):
      for peer in peers.seen(within: times.living, of: now) {
        actions.append(.send(.counts(counts), to: peer))
      }
    case .leave:
      isLeaving = true
      store.nextBeat = now
    }
  }
}
