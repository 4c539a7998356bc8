// SPDX-License-Identifier: Apache-2.0

import Reactor

extension FleetMachine {
  /// Takes over what the journal has.
  mutating func remember(_ kept: [JournalEntry], _ now: Instant) {
    for kept in kept {
      let entry = kept.entry
      if case .withdrawal(let withdrawal) = entry.content { _ = changes.withdraw(withdrawal) }
      _ = changes.close(entry)
      known.add(
        KnownEntry(
          entry: entry,
          position: kept.position,
          isApplied: kept.position != nil || entry.isImmediate,
          isKept: true,
          arrived: now
        )
      )
      if let place = kept.position {
        log.restore(entry.id, at: FleetPosition(place.number, of: kept.history ?? place.epoch))
        changes.consider(RecordedEntry(entry, at: place))
        var none: [FleetAction] = []
        lease.note(entry, &none)
      } else {
        outbox.add(entry)
      }
    }
    outbox.remove(known.placed)
    // A crash may have lost lines before the last one. The first beat finds out whether the store has that one still.
    if let position { store.missed = (max(1, position.number - Self.reread), store.beats) }
  }

  /// The number of entries before the last one that are read again after a start.
  private static let reread: Int64 = 1_000

  /// Makes an entry: pushes it to all, and gives it to the store.
  mutating func make(
    _ content: FleetEntry.Content,
    _ id: EntryID,
    order: String? = nil,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    guard known[id] == nil else { return }
    let made = clock.time(at: now)
    let entry = FleetEntry(content, id: id, node: report.id, made: made, order: order)
    tickets[id] = EntryTicket(
      // A change that the store does not have is none, and it refuses one that comes late.
      bound: now.later(entry.change == nil ? times.bound : times.changeDeadline),
      nextSend: now.later(times.resend),
      pause: times.resend
    )
    remember(entry, now)
    outbox.add(entry)
    store.nextAppend = min(store.nextAppend, now)
    if entry.isImmediate {
      for peer in targets { actions.append(.send(.entries([entry]), to: peer)) }
      applyOnce(entry, now, &actions)
    }
    keep(entry, at: nil, now, &actions)
  }

  private mutating func remember(_ entry: FleetEntry, _ now: Instant) {
    if known[entry.id] == nil { known.add(KnownEntry(entry: entry, arrived: now)) }
  }

  /// Writes an entry to the journal where it belongs there; others count as kept at once.
  private mutating func keep(
    _ entry: FleetEntry,
    at place: FleetPosition?,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    if entry.isKept {
      actions.append(.keep([JournalEntry(entry, at: place, in: log.historyOfStart)]))
    } else {
      kept([entry.id], now, &actions)
    }
  }

  /// Takes an entry that another node has pushed before the store had it.
  mutating func push(
    _ entry: FleetEntry,
    from sender: NodeID,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    if let present = known[entry.id], present.isApplied {
      // The acknowledgement was lost, or is still owed.
      if present.isKept {
        actions.append(.send(.received([entry.id]), to: sender))
      } else {
        outbox.owe(entry.id, to: sender)
      }
      return
    }
    guard entry.isImmediate else { return }
    remember(entry, now)
    outbox.owe(entry.id, to: sender)
    outbox.wait(for: entry.id, until: now.later(times.takeover))
    applyOnce(entry, now, &actions)
    keep(entry, at: nil, now, &actions)
  }

  /// Applies the next entry of the log.
  mutating func advance(
    _ entry: FleetEntry,
    to place: FleetPosition,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    let isNew = known[entry.id]?.isApplied != true
    remember(entry, now)
    known.found(entry.id)
    let wasRecorded = known[entry.id]?.position != nil
    known[entry.id]?.position = place
    known[entry.id]?.entry = entry
    log.advance(to: place.number, entry.id)
    outbox.recorded(entry.id)
    if tickets[entry.id]?.position == nil {
      tickets[entry.id]?.record(at: place, until: now.later(times.bound))
    }
    if isNew {
      applyOnce(entry, now, &actions)
      changes.consider(RecordedEntry(entry, at: place))
    } else if case .edgeOutcome = entry.content {
      // The purge may have been passed before, and be new.
      lease.note(entry, &actions)
    }
    if !wasRecorded || isNew, entry.isKept || tickets[entry.id]?.isKept == false {
      keep(entry, at: place, now, &actions)
    }
  }

  /// Does what an entry says, unless that was done.
  private mutating func applyOnce(
    _ entry: FleetEntry,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    guard known[entry.id]?.isApplied != true else { return }
    known[entry.id]?.isApplied = true
    switch entry.content {
    case .purge: actions.append(.apply(entry))
    case .commit(let notice): if known.learn(notice) { actions.append(.apply(entry)) }
    case .edition(let edition): load(edition, &actions)
    case .publication, .rollback, .rollout: break
    case .withdrawal(let withdrawal):
      if let action = changes.withdraw(withdrawal) { actions.append(action) }
    case .edgePurge, .edgeOutcome: lease.note(entry, &actions)
    case .closing: if changes.close(entry) { actions.append(.apply(entry)) }
    case .removal(let node):
      if peers.forget(node, silentFor: times.living, now) {
        actions.append(.keepPeers(peers.reports))
      }
    case .unknown(let kind, _):
      actions.append(.tell(.unknown(kind: kind)))
      if entry.isUnreadPurge { actions.append(.apply(entry)) }
    }
  }

  /// Acknowledges entries that are on the disk.
  mutating func kept(_ ids: [EntryID], _ now: Instant, _ actions: inout [FleetAction]) {
    for id in ids {
      known[id]?.isKept = true
      tickets[id]?.isKept = true
    }
    outbox.acknowledge(ids, &actions)
  }
}
