// SPDX-License-Identifier: Apache-2.0

import Reactor

/// Another node, as it is known here.
struct FleetPeer: Sendable {
  var report: NodeReport
  /// The last sign of life.
  var seen: Instant
  /// True where this node has told it its name and address, without which it waits for the store's next list.
  var isGreeted = false
  /// Its demands of shared limits, as shares of them.
  var demands: [String: Double] = [:]
  /// The moment at which it said so.
  var demanded: Instant?

  /// Notes that the node has an edition ready, or the reason for which it cannot.
  mutating func loaded(_ edition: String, _ failure: String?) {
    if let failure {
      report.refused[edition] = failure
    } else if !report.loaded.contains(edition) {
      report.loaded.append(edition)
    }
  }

  /// Takes another report of the node; true where its name or address has changed.
  mutating func take(_ report: NodeReport) -> Bool {
    let isOther = (self.report.name, self.report.address) != (report.name, report.address)
    self.report = report
    if isOther { isGreeted = false }
    return isOther
  }
}

/// The other nodes of a fleet, as far as a node knows them.
struct FleetRoster: Sendable {
  private(set) var nodes: [NodeID: FleetPeer] = [:]

  subscript(id: NodeID) -> FleetPeer? {
    get { nodes[id] }
    set { nodes[id] = newValue }
  }

  /// The nodes to which something is pushed, in the order of their numbers.
  var targets: [NodeID] { nodes.keys.sorted() }

  /// The last reports of the nodes, in the same order.
  var reports: [NodeReport] { targets.compactMap { nodes[$0]?.report } }

  /// Notes a sign of life; a node that no list had yet is called by its number.
  mutating func heard(_ node: NodeID, _ now: Instant) {
    nodes[node, default: FleetPeer(report: NodeReport(node, name: "\(node)"), seen: now)].seen = now
  }

  /// Tells the name and address of a node to those that may have no list of the store yet that has them.
  mutating func greet(as own: NodeReport, _ actions: inout [FleetAction]) {
    for node in targets where nodes[node]?.isGreeted == false {
      nodes[node]?.isGreeted = true
      actions.append(.send(.greeting(own), to: node))
    }
  }

  /// The nodes that gave a sign of life within a number of nanoseconds before a moment, or later.
  func seen(within age: Int64, of moment: Instant) -> [NodeID] {
    nodes.filter { moment.nanoseconds(since: $0.value.seen) < age }.map(\.key).sorted()
  }

  /// True where there are nodes, and none gave a sign of life within a number of nanoseconds.
  func areSilent(for age: Int64, _ now: Instant) -> Bool {
    !nodes.isEmpty && seen(within: age, of: now).isEmpty
  }

  /// True where a node was heard since a moment, or there is none.
  func isHeard(since moment: Instant) -> Bool {
    nodes.isEmpty || nodes.values.contains { $0.seen > moment }
  }

  /// The parts of shared limits that are left to a node, of those that others want.
  ///
  /// - Parameters:
  ///   - own: what the node wants itself, as shares of the limits.
  ///   - age: the nanoseconds behind which a demand of another node is over.
  func parts(of own: [String: Double], within age: Int64, of now: Instant) -> [String: Double] {
    var wanted: [String: [Double]] = [:]
    for peer in nodes.values {
      guard let demanded = peer.demanded, now.nanoseconds(since: demanded) < age else { continue }
      for (limit, demand) in peer.demands { wanted[limit, default: []].append(demand) }
    }
    return wanted.reduce(into: [:]) {
      $0[$1.key] = LimitShare.part(own: own[$1.key] ?? 0, others: $1.value)
    }
  }

  /// Forgets a node that has been silent for a number of nanoseconds; true if there was one.
  mutating func forget(_ node: NodeID, silentFor age: Int64, _ now: Instant) -> Bool {
    guard let peer = nodes[node], now.nanoseconds(since: peer.seen) >= age else { return false }
    nodes[node] = nil
    return true
  }

  /// Takes the list of the store; true where nodes or their addresses have changed.
  ///
  /// - Parameters:
  ///   - time: the store's time of the list.
  ///   - age: the nanoseconds without a sign of life behind which a node goes that the store does not list.
  mutating func learn(
    _ listed: [ListedNode],
    besides own: NodeID,
    at time: FleetInstant,
    _ now: Instant,
    forgetting age: Int64
  ) -> Bool {
    var isChanged = false
    for node in listed where node.report.id != own {
      let silence = max(0, time.microseconds - node.beaten.microseconds)
      let seen = Instant(nanoseconds: now.nanoseconds - min(silence, 1 << 50) * 1_000)
      if let place = nodes.index(forKey: node.report.id) {
        isChanged = nodes.values[place].take(node.report) || isChanged
        nodes.values[place].seen = max(nodes.values[place].seen, seen)
      } else {
        isChanged = true
        nodes[node.report.id] = FleetPeer(report: node.report, seen: seen)
      }
    }
    guard nodes.count > listed.count - 1 else { return isChanged }
    let names = Set(listed.map(\.report.id))
    let count = nodes.count
    nodes = nodes.filter {
      names.contains($0.key) || now.nanoseconds(since: $0.value.seen) < age
    }
    return isChanged || nodes.count < count
  }
}
