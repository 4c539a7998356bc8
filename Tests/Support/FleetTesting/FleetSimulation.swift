// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Fleet
import Reactor

/// An hour of a fleet on a virtual clock, network, store and disk: the machines are the real ones, and everything else
/// is as bad as a seed says. The same seed makes the same hour, byte for byte.
package final class FleetSimulation {
  /// Its large cases are boxed: they lie in the queue, and are moved there.
  indirect enum Event {
    case due(Int)
    case request(Int, process: Int, Request, sent: Instant)
    case handle(Int, process: Int, FleetEvent)
    case wakes(FleetWake, store: Int)
    case message(PeerMessage, from: Int, to: Int)
    case written(Int, process: Int, [JournalEntry])
    case load(Int, process: Int, FleetEdition)
    case edgeDone(Int, process: Int, EntryID)
    case scripted(Step)
  }

  enum Request {
    case beat(Beat)
    case read(from: Int64, limit: Int)
    case append([FleetEntry])
  }

  package let seed: UInt64
  package let fault: PlantedFault?
  let end: Int64
  var random: FleetRandom
  var queue = EventQueue<Event>()
  var nodes: [SimulatedNode] = []
  /// The present primary and those before it.
  var stores: [FleetStoreModel]
  /// The store that each node reaches.
  var storeOf: [Int]
  /// What the store's clock is ahead of time, in microseconds.
  let storeBase: Int64 = 1_795_000_000_000_000
  var storeSkew: Int64 = 0
  var weather = Weather()
  var snapshots: [Int: FleetStoreModel] = [:]
  var now: Int64 = 0
  var actions: [FleetAction] = []
  var checks: SimulationChecks
  var digest: UInt64 = 0xcbf2_9ce4_8422_2325
  var events = 0
  private let keepsTrace: Bool
  package private(set) var trace: [String] = []
  var made: UInt64 = 0
  var changes: Set<EntryID> = []

  /// What is wrong at present.
  struct Weather {
    /// The nodes that do not reach the store; all while it is away.
    var cutOff: Set<Int> = []
    var isStoreAway = false
    /// In a thousand.
    var lostWakes: UInt64 = 0
    var lateWakes: UInt64 = 0
    var lostMessages: UInt64 = 0
    var unknownCommits: UInt64 = 0
    var holes: UInt64 = 0
    /// The nodes on the other side of a partition of the network.
    var island: Set<Int> = []
    /// The times of the last change to the worse, and of the last one that nodes or the store had.
    var changed: Int64 = -1_000_000_000_000
    var lastAway: Int64 = -1_000_000_000_000
  }

  package struct Script: Sendable {
    package var seconds: Int64 = 3_600
    package var hasFaults = true
    package var hasOrders = true
    package var nodes: Int?

    package init() {}
  }

  package init(
    seed: UInt64,
    fault: PlantedFault? = nil,
    _ script: Script = Script(),
    keepsTrace: Bool = false
  ) {
    self.seed = seed
    self.fault = fault
    self.keepsTrace = keepsTrace
    end = script.seconds * 1_000_000_000
    var random = FleetRandom(seed &* 0x9E37_79B9 &+ 1)
    var store = FleetStoreModel(identity: 1)
    store.ignoresNames = fault == .namesForgotten
    store.ignoresFences = fault == .fencesIgnored
    stores = [store]
    let count = script.nodes ?? Int(3 + random.next() % 3)
    storeOf = Array(repeating: 0, count: count)
    checks = SimulationChecks(nodes: count)
    for number in 0..<count {
      let base = Int64(random.next() % 1_000_000_000_000)
      let drift = Int64(random.next() % 61) - 30
      nodes.append(SimulatedNode(number, base: base, drift: drift))
    }
    self.random = random
    plan(script)
  }

  /// Runs to the end, and returns the violations.
  package func run() -> Outcome {
    for node in nodes {
      node.start(seed: random.next(), at: 0)
      settle(node)
    }
    while let (time, event) = queue.pop(until: end) {
      now = time
      events += 1
      handle(event)
    }
    now = end
    checkEnd()
    return Outcome(
      violations: checks.violations,
      digest: digest,
      events: events,
      requests: nodes.map(\.requests),
      purgeTimes: checks.purgeTimes,
      activationTimes: checks.activationTimes
    )
  }

  package struct Outcome: Sendable, Equatable {
    package let violations: [String]
    package let digest: UInt64
    package let events: Int
    package let requests: [Int]
    /// The microseconds in which purges reached all nodes while nothing was wrong.
    package let purgeTimes: [Int64]
    /// The microseconds behind its instant at which nodes made a change while nothing was wrong.
    package let activationTimes: [Int64]
  }

  // Randomness

  func chance(_ thousandths: UInt64) -> Bool {
    thousandths > 0 && random.next() % 1_000 < thousandths
  }

  func between(_ low: Int64, _ high: Int64) -> Int64 {
    low + Int64(random.next() % UInt64(high - low + 1))
  }

  func milliseconds(_ low: Int64, _ high: Int64) -> Int64 {
    between(low * 1_000, high * 1_000) * 1_000
  }

  func id() -> EntryID {
    made += 1
    return EntryID(seed, made)
  }

  var storeTime: FleetInstant {
    FleetInstant(microseconds: storeBase + storeSkew + now / 1_000)
  }

  func note(_ kind: StaticString, _ node: Int, _ detail: @autoclosure () -> String = "") {
    mix(UInt64(bitPattern: now))
    mix(UInt64(node) << 8 | UInt64(kind.utf8CodeUnitCount))
    if keepsTrace { trace.append("\(now) \(node) \(kind) \(detail())") }
  }

  private func mix(_ value: UInt64) { digest = (digest ^ value) &* 0x100_0000_01b3 }

  // Events

  private func handle(_ event: Event) {
    switch event {
    case .due(let number):
      let node = nodes[number]
      guard node.isUp, node.armed <= now else { return }
      guard now >= node.pausedUntil else { return queue.push(event, at: node.pausedUntil) }
      node.armed = .max
      deliver(.due, to: node)
    case .request(let number, let process, let request, let sent):
      guard nodes[number].process == process else { return }
      serve(request, of: nodes[number], sent: sent)
    case .handle(let number, let process, let event):
      let node = nodes[number]
      guard node.isUp, node.process == process else { return }
      guard now >= node.pausedUntil else {
        return queue.push(.handle(number, process: process, event), at: node.pausedUntil)
      }
      deliver(event, to: node)
    case .wakes(let wake, let store):
      for node in nodes where storeOf[node.number] == store && reachesStore(node.number) {
        guard node.isUp, now >= node.pausedUntil, !chance(weather.lostWakes) else { continue }
        if chance(weather.lateWakes) {
          let late = FleetEvent.woken(wake)
          queue.push(
            .handle(node.number, process: node.process, late),
            at: now + milliseconds(100, 3_000)
          )
        } else {
          deliver(.woken(wake), to: node)
        }
      }
    case .message(let message, let sender, let number):
      let node = nodes[number]
      guard node.isUp else { return }
      guard now >= node.pausedUntil else { return queue.push(event, at: node.pausedUntil) }
      if fault == .pushIgnored, number == 0, case .entries = message { return }
      deliver(.message(message, from: NodeID(UInt64(sender) + 1)), to: node)
    case .written(let number, let process, let entries):
      let node = nodes[number]
      guard node.isUp, node.process == process else { return }
      if fault != .journalUnwritten {
        node.journal += entries
        for entry in entries { node.durable.insert(entry.entry.id) }
      }
      guard now >= node.pausedUntil else {
        let kept = FleetEvent.kept(entries.map(\.entry.id))
        return queue.push(.handle(number, process: process, kept), at: node.pausedUntil)
      }
      deliver(.kept(entries.map(\.entry.id)), to: node)
    case .load(let number, let process, let edition):
      let node = nodes[number]
      guard node.isUp, node.process == process else { return }
      let outcome: LoadOutcome =
        !reachesStore(number)
        ? .later
        : checks.refusals.contains("\(number) \(edition.name)") ? .refused("a test") : .ready
      queue.push(.handle(number, process: process, .loaded(edition.name, outcome)), at: now)
    case .edgeDone(let number, let process, let job):
      let node = nodes[number]
      guard node.isUp, node.process == process else { return }
      guard now >= node.pausedUntil else { return queue.push(event, at: node.pausedUntil) }
      // A holder that stood still goes on with what it was about to do.
      guard node.fence != nil else { return }
      note("edges", number, "\(job)")
      deliver(.ordered(.edgeOutcome(job: job, failure: nil, id())), to: node)
    case .scripted(let step): perform(step)
    }
  }

  /// Lets a node handle an event, and does what it asks for.
  func deliver(_ event: FleetEvent, to node: SimulatedNode) {
    node.machine.handle(event, at: node.local(now), &actions)
    settle(node)
  }

  private func settle(_ node: SimulatedNode) {
    if !actions.isEmpty {
      for action in actions { perform(action, of: node) }
      actions.removeAll(keepingCapacity: true)
    }
    if let position = node.machine.position, position != node.position {
      node.position = position
      if let last = node.machine.lastEntry { checks.agree(position, last, node) }
    }
    let next = max(now, node.time(node.machine.deadline))
    if next < node.armed {
      node.armed = next
      queue.push(.due(node.number), at: next)
    }
  }

  func reachesStore(_ node: Int) -> Bool {
    !weather.cutOff.contains(node) && (!weather.isStoreAway || storeOf[node] != stores.count - 1)
  }

  func reaches(_ a: Int, _ b: Int) -> Bool {
    weather.island.contains(a) == weather.island.contains(b)
  }
}
