// SPDX-License-Identifier: Apache-2.0

import Bytes
import Fleet
import Gateway
import Reactor
import SeededTesting
import Testing

/// Nodes with the real machines and rate limiters, on a virtual clock and a network that loses and delays messages. The
/// store is never there.
private struct LimitedFleet {
  private final class Node {
    let limiter = RateLimiter(sharedBy: HashSeed(1, 2))
    var machine: FleetMachine
    var actions: [FleetAction] = []

    init(_ report: NodeReport, _ timing: FleetTiming, _ all: [NodeReport], at now: Instant) {
      machine = FleetMachine(
        report,
        timing: timing,
        peers: all,
        random: FleetRandom(report.id.number),
        at: now,
        FleetInstant(microseconds: now.nanoseconds / 1_000)
      )
    }
  }

  private var nodes: [Node] = []
  private var messages: [(at: Int64, message: PeerMessage, from: Int, to: Int)] = []
  private var random = SeededNumbers(5)
  private(set) var now: Int64 = 1_000_000_000
  /// The number of nodes that live; the last ones die first.
  var living: Int
  private let requests: Int
  private let window: Int64

  init(_ count: Int, requests: Int, window: Int64) {
    var timing = FleetTiming()
    timing.share = .milliseconds(500)
    let reports = (1...count).map { NodeReport(NodeID(UInt64($0)), name: "node-\($0)") }
    for report in reports {
      // They did not begin at the same time.
      let begin = Instant(nanoseconds: now + Int64(report.id.number) * 77_000_000)
      nodes.append(Node(report, timing, reports, at: begin))
    }
    living = count
    self.requests = requests
    self.window = window
  }

  /// Goes on by a millisecond.
  mutating func step() {
    now += 1_000_000
    let due = messages.filter { $0.at <= now }
    messages.removeAll { $0.at <= now }
    for due in due where due.to < living {
      handle(.message(due.message, from: NodeID(UInt64(due.from) + 1)), due.to)
    }
    for index in 0..<living where nodes[index].machine.deadline.nanoseconds <= now {
      handle(.due, index)
    }
  }

  private mutating func handle(_ event: FleetEvent, _ index: Int) {
    let node = nodes[index]
    node.machine.handle(event, at: Instant(nanoseconds: now), &node.actions)
    let actions = node.actions
    node.actions.removeAll()
    for action in actions {
      switch action {
      case .send(let message, let id):
        guard Int.random(in: 0..<20, using: &random) > 0 else { continue }
        let at = now + Int64.random(in: 1_000_000...30_000_000, using: &random)
        messages.append((at, message, index, Int(id.number) - 1))
      case .share(let parts, let nodes, _):
        let own = parts.map { (UInt64($0, radix: 16) ?? 0, $1) }
        let demands = node.limiter.exchange(
          Dictionary(uniqueKeysWithValues: own),
          among: nodes,
          at: now
        )
        let told = demands.map { (String($0, radix: 16), $1) }
        handle(.ordered(.demand(Dictionary(uniqueKeysWithValues: told))), index)
      default: break
      }
    }
  }

  /// Asks a node; true if it admits the request.
  func ask(_ index: Int, _ client: String = "a") -> Bool {
    let limiter = nodes[index].limiter
    let limit = limiter.limit("pay", requests: requests, windowNanoseconds: window)
    return limiter.count(Array(client.utf8).span, against: limit, now: now) == .admitted
  }

  /// Lets a client ask for so many milliseconds; each node is chosen as often as its weight says. Returns the number
  /// of admitted requests of each second.
  mutating func run(_ seconds: Int, perSecond rate: Int, weights: [Int] = []) -> [Int] {
    var admitted: [Int] = []
    var owed = 0
    for _ in 0..<seconds {
      var count = 0
      for _ in 0..<1_000 {
        step()
        owed += rate
        while owed >= 1_000 {
          owed -= 1_000
          if ask(chosen(weights)) { count += 1 }
        }
      }
      admitted.append(count)
    }
    return admitted
  }

  private mutating func chosen(_ weights: [Int]) -> Int {
    guard !weights.isEmpty else { return Int.random(in: 0..<living, using: &random) }
    var place = Int.random(in: 0..<weights.reduce(0, +), using: &random)
    for (index, weight) in weights.enumerated() {
      if place < weight { return index }
      place -= weight
    }
    return 0
  }
}

@Suite struct `A rate limit that nodes share` {
  private static let second: Int64 = 1_000_000_000

  @Test(arguments: [[], [20, 1, 1, 1, 1], [5, 5, 1, 1, 1]])
  func `The limit of five nodes holds, and again two seconds after three are lost`(
    _ weights: [Int]
  ) {
    var fleet = LimitedFleet(5, requests: 1_000, window: Self.second)
    _ = fleet.run(5, perSecond: 3_000, weights: weights)
    let admitted = fleet.run(25, perSecond: 3_000, weights: weights)
    // Nodes that ask for less than their part let through what comes by chance.
    let error = weights.isEmpty ? 50 : 100
    for admitted in admitted { #expect(1_000 - error...1_000 + error ~= admitted) }
    #expect(980...1_020 ~= admitted.reduce(0, +) / admitted.count)
    fleet.living = 2
    _ = fleet.run(2, perSecond: 3_000)
    #expect(fleet.run(2, perSecond: 3_000).allSatisfy { 900...1_100 ~= $0 })
    for admitted in fleet.run(20, perSecond: 3_000) { #expect(950...1_050 ~= admitted) }
  }

  @Test func `A client that comes to one node has the whole limit there, whatever others do`() {
    var fleet = LimitedFleet(3, requests: 100, window: Self.second)
    for _ in 0..<10 {
      for _ in 0..<1_000 {
        fleet.step()
        // Others exhaust their limits at the other nodes.
        _ = fleet.ask(1, "b")
        _ = fleet.ask(2, "c")
        if fleet.now.isMultiple(of: 12_000_000) { #expect(fleet.ask(0)) }
      }
    }
    // It comes to another node, which learns within a moment that it is there alone.
    var refused = 0
    for _ in 0..<5_000 {
      fleet.step()
      if fleet.now.isMultiple(of: 12_000_000), !fleet.ask(1) { refused += 1 }
    }
    #expect(refused < 100)
    for _ in 0..<5_000 {
      fleet.step()
      if fleet.now.isMultiple(of: 12_000_000) { #expect(fleet.ask(1)) }
    }
  }

  @Test func `A limit of many seconds holds for the whole fleet`() {
    var fleet = LimitedFleet(5, requests: 60, window: 60 * Self.second)
    // The first minute may have all limits at once.
    _ = fleet.run(120, perSecond: 10)
    let admitted = fleet.run(600, perSecond: 10).reduce(0, +)
    #expect(570...630 ~= admitted)
  }

  @Test func `A gateway alone keeps nothing of what its clients want`() {
    let limiter = RateLimiter()
    let limit = limiter.limit("pay", requests: 1, windowNanoseconds: Self.second)
    for now in 0..<10 { _ = limiter.count([1].span, against: limit, now: Int64(now)) }
    #expect(limiter.exchange([:], among: 1, at: 0).isEmpty)
    #expect(limiter.exchange([:], among: 1, at: Self.second).isEmpty)
  }
}
