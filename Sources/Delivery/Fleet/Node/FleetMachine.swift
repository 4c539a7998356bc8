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

  var log = FollowedLog()
  /// The last entry that was applied in order.
  package var position: FleetPosition? { log.position }
  /// The name of the entry at `position`; `nil` where that is not known.
  package var lastEntry: EntryID? { log.last }
  /// The number of entries that the store does not have.
  package var unrecorded: Int { outbox.entries.count }
  var known = KnownEntries()
  var outbox = Outbox()

  var peers = FleetRoster()
  var tickets = EntryTickets()

  var changes = ServedChanges()
  var changing = WaitingChanges()

  var lease: EdgeLease
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
    lease = EdgeLease(at: now)
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

  /// Does what is due.
  private mutating func proceed(_ now: Instant, _ actions: inout [FleetAction]) {
    lease.stop(now, &actions)
    activate(now, &actions)
    if !changing.isEmpty { proceedChanges(now, &actions) }
    if !tickets.isEmpty {
      let (expected, targets, history) = (expected(now), targets, position?.epoch)
      let longest = times.longestPause
      tickets.tend(known, expected, of: targets, in: history, longest: longest, now, &actions)
    }
    if nextPulse <= now { pulse(now, &actions) }
    if nextShare <= now { share(now, &actions) }
    lease.tidy(now, pause: times.tidy, &actions)
    tendStore(now, &actions)
  }

  /// The moment at which something is due.
  package var deadline: Instant {
    var next = store.isBeating ? Instant.distantFuture : store.nextBeat
    if !store.isReading { next = min(next, store.nextPoll) }
    if let hearBy = store.hearBy { next = min(next, hearBy) }
    if unrecorded > 0, store.appending.isEmpty { next = min(next, store.nextAppend) }
    next = min(next, lease.due, changes.due, nextPulse, nextShare)
    if !tickets.isEmpty { next = min(next, tickets.due) }
    return min(next, changing.due)
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
    case .retry(let edition): if changes.forget(refused: edition) { report.refused[edition] = nil }
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
