// SPDX-License-Identifier: Apache-2.0

import Fleet

extension FleetSimulation {
  /// The time for which everything is well before the end.
  static var calmEnd: Int64 { 180_000_000_000 }

  func told(_ report: FleetReport, by node: SimulatedNode) {
    switch report {
    case .acknowledged(let told):
      note("told", node.number, "\(told.entry) \(told)")
      let withdrawal = checks.withdrawals[told.entry]
      let isKept = checks.purges[told.entry] != nil || withdrawal != nil
      if let withdrawal, told.nodes == nodes.count { checks.withdrawn.append(withdrawal) }
      if told.position != nil { checks.ends[told.entry]?.told = now }
      checks.acknowledge(
        told,
        by: node,
        nodes,
        isStored: stores.contains { $0.has(told.entry) }
          || snapshots.values.contains { $0.has(told.entry) }
          || checks.orders[told.entry] != nil,
        isKept: isKept
      )
    case .failed(let id, let reason):
      note("failed", node.number, "\(id) \(reason)")
      checks.withdraw(id)
    case .refused(let edition, _):
      node.refused.insert(edition)
      if fault == .refusedAgain {
        queue.push(
          .handle(node.number, process: node.process, .ordered(.retry(edition: edition))),
          at: now + 1_000_000
        )
      }
    case .epoch(_, let offered): note("epoch", node.number, "\(offered)")
    case .fenced(let id): note("fenced", node.number, "\(id)")
    case .store, .olderStore, .clock, .hearing, .unknown: break
    }
  }

  /// A change is later than the one before, and is made at its instant.
  func activated(
    _ entry: FleetEntry,
    _ withdrawal: RolloutWithdrawal?,
    by node: SimulatedNode
  ) {
    let before = entry.isStep ? node.rollout : node.served
    let isAgain = withdrawal != nil && before?.id == entry.id
    if !isAgain, let before, let old = checks.orders[before.id], let new = checks.orders[entry.id],
      !RecordedEntry(entry, at: new).holds(over: RecordedEntry(before, at: old))
    {
      checks.fail("node \(node.number) goes back to an older change")
    }
    if entry.isStep {
      (node.rollout, node.isWithdrawn) = (entry, withdrawal != nil)
    } else {
      node.served = entry
    }
    checkWithdrawals(node)
    guard !isAgain, let instant = entry.activation else { return }
    let due = (instant.microseconds - storeBase) * 1_000
    // The clocks of two servers differ by some milliseconds.
    let isKnown = node.machine.clock.error(at: node.local(now)).map { $0 <= 25_000 } ?? false
    if isKnown, now < due - 45_000_000 {
      checks.fail("node \(node.number) makes a change \((due - now) / 1_000_000) ms too early")
    }
    if weather.changed < now - 30_000_000_000, entry.first == nil, now - due < 1_000_000_000 {
      checks.activationTimes.append(max(0, now - due) / 1_000)
    }
  }

  /// One node has the lease, as far as its process runs and its store is the present one.
  func checkHolders() {
    let holders = nodes.filter {
      $0.isUp && $0.pausedUntil <= now && $0.fence?.epoch == stores.last?.epoch
    }
    if holders.count(where: { $0.fence != nil }) > 1 {
      checks.fail("\(holders.count) nodes have the lease at \(now)")
    }
  }

  /// At the end everything has arrived everywhere.
  func checkEnd() {
    guard let store = stores.last else { return }
    var seen: Set<EntryID> = []
    for recorded in store.log where !seen.insert(recorded.entry.id).inserted {
      checks.fail("the log has \(recorded.entry.id) twice")
    }
    for node in nodes {
      if node.machine.position != store.head {
        checks.fail(
          "node \(node.number) is at \(node.machine.position?.number ?? -1) of \(store.head.number)"
        )
      }
      if node.machine.unrecorded > 0 {
        checks.fail("node \(node.number) has \(node.machine.unrecorded) entries unrecorded")
      }
    }
    for id in checks.acknowledged.sorted() where !store.has(id) && isPurgeOrChange(id) {
      checks.fail("\(id) was acknowledged and is not in the log")
    }
    for (id, made) in checks.purges.sorted(by: { $0.key < $1.key }) {
      if checks.acknowledged.contains(id) {
        for node in nodes where node.appliedAt[id] == nil {
          checks.fail("node \(node.number) never made the purge \(id)")
        }
      }
      checks.measure(id, made, nodes.map { $0.appliedAt[id] })
    }
    checkServed(store)
    checkClosings(store)
    checkEdges(store)
  }

  private func isPurgeOrChange(_ id: EntryID) -> Bool {
    checks.purges[id] != nil || checks.withdrawals[id] != nil || changes.contains(id)
  }

  private func checkServed(_ store: FleetStoreModel) {
    for isRollout in [false, true] {
      let last = store.log.filter { recorded in
        recorded.entry.isStep == isRollout && recorded.entry.change != nil
      }.max { $1.holds(over: $0) }
      guard let last else { continue }
      for node in nodes where !isRefused(last.entry, by: node) {
        let own = isRollout ? node.rollout : node.served
        if own?.id != last.entry.id {
          checks.fail("node \(node.number) serves another change than the last one")
        }
        if isRollout, node.isWithdrawn != nodes[0].isWithdrawn, own?.id == nodes[0].rollout?.id {
          checks.fail("node \(node.number) has the rollout withdrawn, or not, unlike others")
        }
      }
    }
  }

  private func checkClosings(_ store: FleetStoreModel) {
    let last = store.log.map(\.entry).filter(\.isClosing).max { $1.isLater(than: $0) }
    for node in nodes where node.closing?.id != last?.id {
      checks.fail("node \(node.number) obeys another order to close the site than the last one")
    }
  }

  private func checkEdges(_ store: FleetStoreModel) {
    var open: Set<EntryID> = []
    for recorded in store.log {
      switch recorded.entry.content {
      case .edgePurge: open.insert(recorded.entry.id)
      case .edgeOutcome(let outcome): open.remove(outcome.job)
      default: break
      }
    }
    if !open.isEmpty { checks.fail("purges of edges have no outcome: \(open.sorted())") }
  }
}
