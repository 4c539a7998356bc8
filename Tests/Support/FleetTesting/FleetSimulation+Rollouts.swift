// SPDX-License-Identifier: Apache-2.0

import Fleet

// Orders about rollouts are given at any node, as that node knows the rollout: so two nodes may begin one, or take the
// same step, at the same moment, and one may go on while another one ends it.

extension FleetSimulation {
  /// From one comparison to the next.
  static var comparisons: Int64 { 5_000_000_000 }
  /// The time behind which connected nodes serve the same, while nothing else is wrong, and otherwise.
  private static var bounds: (calm: Int64, usual: Int64) { (3_000_000_000, 20_000_000_000) }

  /// Begins a rollout at a node, goes on with the one that it knows, or ends it.
  func roll() {
    // Some orders are given at two nodes at once.
    for _ in 0..<(chance(300) ? 2 : 1) {
      guard let node = someone() else { return }
      var change = FleetEdition("rolled-out-\(made)", manifest: FleetSamples.edition.manifest)
      var step = RolloutStep(began: now / 1_000_000_000, number: 0, share: 100)
      var isStart = true
      if case .rollout(let present, let last)? = node.rollout?.content {
        if last.isOver {
          step = RolloutStep(began: max(step.began, last.began + 1), number: 0, share: 100)
        } else {
          isStart = false
          change = present.edition
          if chance(150) {
            withdraw(RolloutWithdrawal(began: last.began, edition: change.name, reason: ""), node)
            continue
          }
          let isOver = chance(300)
          let share = isOver ? 0 : min(10_000, last.share + 1_000)
          let number = last.number + 1
          step = RolloutStep(began: last.began, number: number, share: share, isOver: isOver)
        }
      }
      if isStart, chance(100) {
        checks.refusals.insert("\(random.next() % UInt64(nodes.count)) \(change.name)")
      }
      var order = ChangeOrder(.rollout(step), change, id: id(), offer: id())
      order.quorum = isStart ? 100 : 0
      changes.insert(order.id)
      if step.isOver {
        checks.ends[order.id] = .init(edition: change.name, began: step.began, told: nil)
      }
      note("step", node.number, "\(order.id) \(step.number) \(step.share)")
      deliver(.ordered(.change(order)), to: node)
    }
  }

  private func withdraw(_ withdrawal: RolloutWithdrawal, _ node: SimulatedNode) {
    let id = id()
    checks.withdrawals[id] = withdrawal
    checks.ends[id] = .init(edition: withdrawal.edition, began: withdrawal.began, told: nil)
    note("withdraw", node.number, "\(id)")
    deliver(.ordered(.withdraw(withdrawal, id)), to: node)
  }

  /// What all nodes are known to have withdrawn no one of them gives to anybody, with or without the store.
  func checkWithdrawals(_ node: SimulatedNode) {
    guard case .rollout(let change, let step)? = node.rollout?.content, !node.isWithdrawn,
      step.share > 0,
      checks.withdrawn.contains(where: {
        $0.began == step.began && $0.edition == change.edition.name
      })
    else { return }
    checks.fail("node \(node.number) serves the edition of a rollout that it has withdrawn")
  }

  /// Takes note of the nodes that run and reach the present store.
  func noteConnections() {
    for node in nodes {
      let isWell =
        node.isUp && storeOf[node.number] == stores.count - 1 && reachesStore(node.number)
      if !isWell { node.wellSince = .max } else if node.wellSince == .max { node.wellSince = now }
    }
  }

  /// Nodes that have been connected for a while serve the same step, and none of a rollout that was ended.
  func compareRollouts() {
    let isCalm =
      weather.changed < now - 30_000_000_000 && weather.lostWakes == 0
      && weather.lostMessages == 0 && weather.lateWakes == 0
    let before = now - (isCalm ? Self.bounds.calm : Self.bounds.usual)
    let connected = nodes.filter { $0.wellSince <= before }
    for end in checks.ends where end.value.told.map({ $0 <= before }) ?? false {
      guard stores.last?.has(end.key) == true else { continue }
      for node in connected {
        guard case .rollout(let change, let step)? = node.rollout?.content, step.share > 0,
          !node.isWithdrawn, change.edition.name == end.value.edition, step.began == end.value.began
        else { continue }
        checks.fail("node \(node.number) serves the edition of a rollout that was ended at \(now)")
      }
    }
    guard checks.lastStep <= before else { return }
    let last = connected.compactMap(\.rollout).max { first, second in
      guard let order = checks.orders[first.id], let other = checks.orders[second.id] else {
        return false
      }
      return RecordedEntry(second, at: other).holds(over: RecordedEntry(first, at: order))
    }
    guard let last else { return }
    for node in connected where node.rollout?.id != last.id && !isRefused(last, by: node) {
      checks.fail("node \(node.number) serves another step of a rollout than others at \(now)")
    }
  }

  /// True for a change that a node cannot make, since it cannot load its edition.
  func isRefused(_ entry: FleetEntry, by node: SimulatedNode) -> Bool {
    if case .rollout(_, let step) = entry.content, step.isOver { return false }
    return checks.refusals.contains("\(node.number) \(entry.change?.edition.name ?? "")")
  }

  /// The same entry, with the end of a rollout as one of its steps.
  static func withoutEnd(_ entry: FleetEntry) -> FleetEntry {
    guard case .rollout(let change, let step) = entry.content, step.isOver else { return entry }
    let other = RolloutStep(began: step.began, number: step.number, share: 5_000)
    return FleetEntry(
      .rollout(change, other),
      id: entry.id,
      node: entry.node,
      made: entry.made,
      first: entry.first,
      activation: entry.activation
    )
  }
}
