// SPDX-License-Identifier: Apache-2.0

import Fleet
import Reactor
import SeededTesting
import Testing

@Suite struct `The share of a limit` {
  private static func parts(_ demands: [Double], of limit: Double) -> [Double] {
    demands.indices.map { index in
      var others = demands
      let own = others.remove(at: index)
      return LimitShare(limit).part(own: own, others: others)
    }
  }

  @Test func `Five nodes that all want more take equal parts`() {
    #expect(
      Self.parts(Array(repeating: 900, count: 5), of: 1_000) == Array(repeating: 200, count: 5)
    )
  }

  @Test func `A node takes what the others leave`() {
    let parts = Self.parts([1_000, 0, 100, 100, 100], of: 1_000)
    #expect(parts[0] == 650)
    #expect(parts.reduce(0, +) == 1_000)
  }

  @Test func `A node alone takes everything, and one of which nothing is known counts as equal`() {
    #expect(LimitShare(1_000).part(own: 5_000, others: []) == 1_000)
    #expect(LimitShare(1_000).part(own: 5_000, others: [nil]) == 500)
  }

  @Test func `Parts never exceed the limit, and none is starved`() {
    var random = SeededNumbers(7)
    for _ in 0..<2_000 {
      let count = Int.random(in: 1...12, using: &random)
      let demands = (0..<count).map { _ in Double.random(in: 0...2_000, using: &random) }
      let parts = Self.parts(demands, of: 1_000)
      #expect(parts.reduce(0, +) <= 1_000.001)
      for part in parts { #expect(part >= 1_000 / Double(count) * 0.249) }
      // Together they let as much through as the limit allows.
      let passed = zip(parts, demands).reduce(0) { $0 + min($1.0, $1.1) }
      #expect(passed >= min(1_000, demands.reduce(0, +)) * 0.75)
    }
  }

  @Test func `The limit of five nodes holds, and again two seconds after three are lost`() {
    var timing = FleetTiming()
    timing.pulse = .milliseconds(500)
    let reports = (1...5).map { NodeReport(NodeID($0), name: "node-\($0)") }
    var network = Network()
    for report in reports {
      network.nodes.append(
        Network.Node(report, timing, reports, at: Instant(nanoseconds: 0))
      )
    }
    var random = SeededNumbers(9)
    for tick in 0..<600 {
      let now = Instant(nanoseconds: Int64(tick) * 100_000_000)
      let living = tick < 300 ? 5 : 2
      // Every second each node tells what it wanted.
      let demands =
        tick.isMultiple(of: 10)
        ? (0..<living).map { _ in Double.random(in: 550...700, using: &random) } : []
      network.step(living, demands, at: now)
      let passed = network.nodes.prefix(living).reduce(0.0) { sum, node in
        sum + min(550, node.machine.part(of: LimitShare(1_000), named: "orders", at: now))
      }
      if tick > 20, tick < 300 || tick >= 320 { #expect(950...1_050 ~= passed, "\(tick)") }
    }
  }
}

/// Machines that hear each other at once, and a store that is never there.
private struct Network {
  final class Node {
    var machine: FleetMachine
    var actions: [FleetAction] = []

    init(_ report: NodeReport, _ timing: FleetTiming, _ all: [NodeReport], at now: Instant) {
      machine = FleetMachine(
        report,
        timing: timing,
        peers: all,
        random: FleetRandom(report.id.number),
        at: now
      )
    }
  }

  var nodes: [Node] = []

  func step(_ living: Int, _ demands: [Double], at now: Instant) {
    for (node, demand) in zip(nodes, demands) {
      node.machine.handle(.ordered(.demand(["orders": demand])), at: now, &node.actions)
    }
    for node in nodes.prefix(living) { node.machine.handle(.due, at: now, &node.actions) }
    for node in nodes.prefix(living) {
      let actions = node.actions
      node.actions.removeAll()
      for case .send(let message, let id) in actions where id.number <= UInt64(living) {
        let peer = nodes[Int(id.number) - 1]
        let sender = node.machine.report.id
        peer.machine.handle(.message(message, from: sender), at: now, &peer.actions)
      }
    }
  }
}
