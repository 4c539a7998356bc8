// SPDX-License-Identifier: Apache-2.0

import Reactor

extension FleetMachine {
  mutating func load(_ edition: FleetEdition, _ actions: inout [FleetAction]) {
    if let verdict = changes.load(edition, &actions) { tell(verdict, &actions) }
  }

  private func tell(_ verdict: ServedChanges.Verdict, _ actions: inout [FleetAction]) {
    let message = PeerMessage.loaded(edition: verdict.edition, failure: verdict.failure)
    for peer in targets { actions.append(.send(message, to: peer)) }
  }

  mutating func loaded(
    _ edition: String,
    _ outcome: LoadOutcome,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    let again = now.later(times.longestPause)
    guard let verdict = changes.loaded(edition, outcome, again: again) else { return }
    if let reason = verdict.failure {
      report.refused[edition] = reason
      actions.append(.tell(.refused(edition: edition, reason: reason)))
    } else {
      if !report.loaded.contains(edition) { report.loaded.append(edition) }
      if report.loaded.count > 8 { report.loaded.removeFirst() }
    }
    tell(verdict, &actions)
  }

  /// Makes the changes that are due.
  mutating func activate(_ now: Instant, _ actions: inout [FleetAction]) {
    guard changes.due <= now || changes.hasUnknown else { return }
    let error = clock.error(at: now) ?? .max
    let clock = error <= times.clockError / 1_000 ? clock : nil
    changes.activate(now, &actions) { clock?.local($0) }
    report.edition = changes.edition
    report.rollout = changes.rolloutText
  }

  mutating func begin(_ order: ChangeOrder, _ now: Instant, _ actions: inout [FleetAction]) {
    guard !changing.contains(order.id), known[order.id] == nil else { return }
    guard order.quorum > 0 else { return make(order, now, &actions) }
    changing.add(order, until: now.later(order.patience.nanoseconds))
    make(.edition(order.edition), order.offer, now, &actions)
    // The offer is a means: nobody waits for its acknowledgement.
    tickets[order.offer]?.isTold = true
  }

  private mutating func make(
    _ order: ChangeOrder,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    let deadline = clock.time(at: now).later(byMilliseconds: times.changeDeadline / 1_000_000)
    make(order.content(deadline: deadline), order.id, now, &actions)
  }

  /// Makes changes whose editions were loaded by enough nodes.
  mutating func proceedChanges(_ now: Instant, _ actions: inout [FleetAction]) {
    let (nodes, changes) = (expected(now).compactMap { peers[$0]?.report }, changes)
    let over = changing.takeOver(now, nodes) { changes.editions[$0] == .ready }
    for (order, refusal) in over {
      if let refusal {
        actions.append(.tell(.failed(order.id, reason: refusal)))
      } else {
        make(order, now, &actions)
      }
    }
  }

  /// Gives up an entry that the store did not take.
  mutating func refused(_ entry: FleetEntry, _ reason: String, _ actions: inout [FleetAction]) {
    tickets[entry.id] = nil
    known.remove(entry.id)
    actions.append(.tell(.failed(entry.id, reason: reason)))
  }
}

extension ChangeOrder {
  /// The entry that the order makes, once enough nodes have loaded its edition.
  fileprivate func content(deadline: FleetInstant) -> FleetEntry.Content {
    let change = FleetChange(edition, lead: lead, deadline: deadline)
    return switch kind {
    case .publication: .publication(change)
    case .rollback: .rollback(change)
    case .rollout(let step): .rollout(change, step)
    }
  }
}
