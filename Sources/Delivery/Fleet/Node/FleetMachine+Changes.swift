// SPDX-License-Identifier: Apache-2.0

import Reactor

extension FleetMachine {
  enum EditionState: Sendable, Equatable {
    case loading(FleetEdition)
    case ready
    /// It cannot be loaded, and is not tried again by itself.
    case refused(String)
    /// It is tried again at a moment.
    case later(FleetEdition, Instant)
  }

  /// What is served by changes of one kind: the last one whose instant has come, and those that are to come.
  struct Register: Sendable {
    var active: RecordedEntry?
    /// Later changes, with the local moments of their instants, the last in the order of the log at the end.
    var waiting: [(change: RecordedEntry, at: Instant?)] = []

    /// The moment at which one of the waiting changes may be made.
    func due(_ editions: [String: EditionState]) -> Instant {
      var next = Instant.distantFuture
      for waiting in waiting {
        guard let edition = waiting.change.entry.change?.edition else { continue }
        switch editions[edition.name] {
        case .ready: next = min(next, waiting.at ?? Instant(nanoseconds: 0))
        case .later(_, let moment): next = min(next, moment)
        case .loading, .refused, nil: break
        }
      }
      return next
    }
  }

  /// A change that waits for nodes to load its edition.
  struct Changing: Sendable {
    let order: ChangeOrder
    let deadline: Instant
  }

  private func isRollout(_ entry: FleetEntry) -> Bool {
    if case .rollout = entry.content { true } else { false }
  }

  /// Takes a change for one that is to be made, unless a later one was made already.
  mutating func consider(_ recorded: RecordedEntry) {
    guard recorded.entry.change != nil else { return }
    var register = isRollout(recorded.entry) ? rollout : served
    if register.active.map({ $0.order < recorded.order }) ?? true {
      let place = register.waiting.firstIndex { $0.change.order > recorded.order }
      register.waiting.insert((recorded, nil), at: place ?? register.waiting.count)
    }
    if isRollout(recorded.entry) { rollout = register } else { served = register }
  }

  /// Begins to load the edition of a change.
  mutating func load(_ entry: FleetEntry, _ now: Instant, _ actions: inout [FleetAction]) {
    guard let edition = entry.change?.edition else { return }
    load(edition, for: nil, now, &actions)
  }

  mutating func load(
    _ edition: FleetEdition,
    for asker: NodeID?,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    switch editions[edition.name] {
    case nil:
      editions[edition.name] = .loading(edition)
      actions.append(.load(edition))
    case .ready: tell(edition.name, nil, &actions)
    case .refused(let reason): tell(edition.name, reason, &actions)
    case .loading, .later: break
    }
  }

  private func tell(_ edition: String, _ failure: String?, _ actions: inout [FleetAction]) {
    for peer in targets {
      actions.append(.send(.loaded(edition: edition, failure: failure), to: peer))
    }
  }

  mutating func loaded(
    _ edition: String,
    _ outcome: LoadOutcome,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    guard case .loading(let wanted) = editions[edition] else { return }
    switch outcome {
    case .ready:
      editions[edition] = .ready
      if !report.loaded.contains(edition) { report.loaded.append(edition) }
      if report.loaded.count > 8 { report.loaded.removeFirst() }
      tell(edition, nil, &actions)
    case .refused(let reason):
      editions[edition] = .refused(reason)
      report.refused[edition] = reason
      actions.append(.tell(.refused(edition: edition, reason: reason)))
      tell(edition, reason, &actions)
    case .later: editions[edition] = .later(wanted, now.later(times.longestPause))
    }
  }

  mutating func retry(_ edition: String, _ now: Instant, _ actions: inout [FleetAction]) {
    guard case .refused = editions[edition] else { return }
    editions[edition] = nil
    report.refused[edition] = nil
    let changes = served.waiting + rollout.waiting
    let wanted = changes.lazy.compactMap { $0.change.entry.change?.edition }
      .first { $0.name == edition }
    if let wanted { load(wanted, for: nil, now, &actions) }
  }

  /// Serves what is due.
  mutating func activate(_ now: Instant, _ actions: inout [FleetAction]) {
    if !served.waiting.isEmpty { served = activated(served, now, &actions) }
    if !rollout.waiting.isEmpty { rollout = activated(rollout, now, &actions) }
  }

  private mutating func activated(
    _ register: Register,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) -> Register {
    var register = register
    var latest: Int?
    for index in register.waiting.indices {
      let change = register.waiting[index].change
      guard let edition = change.entry.change?.edition else { continue }
      let moment = register.waiting[index].at ?? moment(of: change, now)
      register.waiting[index].at = moment
      switch editions[edition.name] {
      case .ready: if moment ?? now <= now { latest = index }
      case .later(let wanted, let again) where again <= now:
        editions[edition.name] = .loading(wanted)
        actions.append(.load(wanted))
      case nil: load(edition, for: nil, now, &actions)
      case .loading, .later, .refused: break
      }
    }
    guard let latest else { return register }
    let change = register.waiting[latest].change
    register.waiting.removeFirst(latest + 1)
    register.active = change
    if !isRollout(change.entry) { report.edition = change.entry.change?.edition.name }
    actions.append(.activate(change.entry))
    return register
  }

  /// The local moment of a change's instant; `nil` where the clock is not known well enough, so that it is made on
  /// receipt.
  private func moment(of change: RecordedEntry, _ now: Instant) -> Instant? {
    guard let instant = change.entry.activation, let error = clock.error(at: now),
      error <= times.clockError / 1_000
    else { return nil }
    return clock.local(instant)
  }

  mutating func begin(_ order: ChangeOrder, _ now: Instant, _ actions: inout [FleetAction]) {
    guard changing[order.id] == nil, known[order.id] == nil else { return }
    changing[order.id] = Changing(order: order, deadline: now.later(order.patience.nanoseconds))
    make(.edition(order.edition), order.offer, now, &actions)
    // The offer is a means: nobody waits for its acknowledgement.
    tickets[order.offer]?.isTold = true
  }

  /// Makes changes whose editions were loaded by enough nodes.
  mutating func proceedChanges(_ now: Instant, _ actions: inout [FleetAction]) {
    for (id, change) in changing.sorted(by: { $0.key < $1.key }) {
      let order = change.order
      let nodes = expected(now)
      let ready = nodes.count {
        peers[$0]?.report.loaded.contains(order.edition.name) == true
          || peers[$0]?.report.edition == order.edition.name
      }
      let isOwn = editions[order.edition.name] == .ready
      let needed = ((nodes.count + 1) * min(max(order.quorum, 1), 100) + 99) / 100
      let isOver = change.deadline <= now
      if isOwn, ready + 1 >= needed || isOver && order.goesOn {
        changing[id] = nil
        let deadline = clock.time(at: now).later(
          byMilliseconds: times.changeDeadline / 1_000_000
        )
        let made = FleetChange(order.edition, lead: order.lead, deadline: deadline)
        switch order.kind {
        case .publication: make(.publication(made), id, now, &actions)
        case .rollback: make(.rollback(made), id, now, &actions)
        case .rollout(let share): make(.rollout(made, share: share), id, now, &actions)
        }
      } else if isOver {
        changing[id] = nil
        let reason = "\(isOwn ? ready + 1 : ready) nodes have loaded it, \(needed) were needed"
        actions.append(.tell(.failed(id, reason: reason)))
      }
    }
  }

  /// Gives up an entry that the store did not take.
  mutating func refused(
    _ entry: FleetEntry,
    _ reason: String,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    tickets[entry.id] = nil
    known[entry.id] = nil
    arrivals.removeAll { $0 == entry.id }
    actions.append(.tell(.failed(entry.id, reason: reason)))
  }
}
