// SPDX-License-Identifier: Apache-2.0

package import Reactor

extension FleetMachine {
  /// The nodes to which something is pushed, in the order of their numbers.
  var targets: [NodeID] { peers.targets }

  /// The nodes whose acknowledgement is waited for: those that gave a sign of life not long ago, and while the store
  /// is away, those that did before.
  func expected(_ now: Instant) -> [NodeID] {
    peers.seen(within: times.expected, of: store.awaySince ?? now)
  }

  /// The number of living nodes, with this one.
  package func livingNodes(at now: Instant) -> Int {
    1 + peers.seen(within: times.living, of: now).count
  }

  /// The parts of shared limits that are left to this node.
  package func parts(at now: Instant) -> [String: Double] {
    peers.parts(of: demands, within: times.demandAge, of: now)
  }

  /// Tells others at once what this node wants of shared limits.
  mutating func demand(
    _ demands: [String: Double],
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    let isNews = !demands.isEmpty || !self.demands.isEmpty
    self.demands = demands
    guard isNews else { return }
    for peer in peers.seen(within: times.living, of: now) {
      actions.append(.send(.pulse(demands), to: peer))
    }
  }

  mutating func share(_ now: Instant, _ actions: inout [FleetAction]) {
    guard let pause = times.share else { return }
    nextShare = now.later(pause)
    actions.append(.share(parts(at: now), nodes: livingNodes(at: now), isCurrent: look(now)))
  }

  mutating func pulse(_ now: Instant, _ actions: inout [FleetAction]) {
    guard let pause = times.pulse else { return }
    nextPulse = now.later(pause)
    for peer in targets { actions.append(.send(.pulse(demands), to: peer)) }
  }

  mutating func received(
    _ message: PeerMessage,
    from sender: NodeID,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    peers.heard(sender, now)
    switch message {
    case .greeting(let report):
      guard report.id == sender else { return }
      if peers[sender]?.take(report) == true { actions.append(.keepPeers(peers.reports)) }
    case .entries(let entries):
      for entry in entries { push(entry, from: sender, now, &actions) }
    case .recorded(let entries, let epoch):
      var done: [EntryID] = []
      for recorded in entries {
        let id = recorded.entry.id
        if let present = known[id], present.isApplied, present.isKept {
          done.append(id)
        } else {
          outbox.owe(id, to: sender)
        }
      }
      if !done.isEmpty { actions.append(.send(.received(done), to: sender)) }
      take(entries, in: epoch, now, &actions)
    case .received(let ids): tickets.received(ids, by: sender)
    case .loaded(let edition, let failure): peers[sender]?.loaded(edition, failure)
    case .pulse(let demands):
      peers[sender]?.demands = demands
      peers[sender]?.demanded = now
    case .counts(let counts): actions.append(.counted(counts))
    }
  }
}
