// SPDX-License-Identifier: Apache-2.0

import Fleet

/// The promises of a fleet, held against everything that happens in a simulation.
struct SimulationChecks {
  private(set) var violations: [String] = []
  /// The entry at each place of each history.
  private var places: [FleetPosition: EntryID] = [:]
  /// The first place of each entry, by which changes are ordered.
  private(set) var orders: [EntryID: FleetPosition] = [:]
  private(set) var acknowledged: Set<EntryID> = []
  var purges: [EntryID: MadePurge] = [:]
  /// The time at which a store took a step of a rollout last.
  private(set) var lastStep: Int64 = 0
  /// The ends of rollouts that were acknowledged, with the rollouts and the times.
  var ends: [EntryID: RolloutEnd] = [:]
  /// Rollouts that were withdrawn, and those of them that all nodes are known to have withdrawn.
  var withdrawals: [EntryID: RolloutWithdrawal] = [:]
  var withdrawn: [RolloutWithdrawal] = []
  /// The nodes that cannot load an edition, each with its name.
  var refusals: Set<String> = []
  private(set) var purgeTimes: [Int64] = []
  var activationTimes: [Int64] = []
  private let nodes: Int

  struct MadePurge {
    let time: Int64
    /// Whether nothing was wrong, and whether nothing but the store was.
    var isCalm: Bool
    var isStoreAway: Bool
  }

  struct RolloutEnd {
    let edition: String
    let began: Int64
    /// The time of the acknowledgement; `nil` before it.
    var told: Int64?
  }

  init(nodes: Int) { self.nodes = nodes }

  mutating func fail(_ violation: String) {
    if violations.count < 20 { violations.append(violation) }
  }

  /// All nodes have the same entry at the same place.
  mutating func agree(_ position: FleetPosition, _ id: EntryID, _ node: SimulatedNode) {
    if let known = places[position] {
      if known != id { fail("node \(node.number) has another entry at \(position.number)") }
    } else {
      places[position] = id
    }
  }

  mutating func applied(_ entry: FleetEntry, by node: SimulatedNode, at now: Int64) {
    if !node.applied.insert(entry.id).inserted {
      fail("node \(node.number) applies \(entry.id) twice")
    }
    if node.appliedAt[entry.id] == nil { node.appliedAt[entry.id] = now }
  }

  mutating func recorded(_ entries: ArraySlice<RecordedEntry>, fence: Fence?, at now: Int64) {
    for recorded in entries {
      if recorded.entry.isStep { lastStep = now }
      let id = recorded.entry.id
      orders[id] = min(orders[id] ?? recorded.order, recorded.order)
      if case .edgeOutcome(let outcome) = recorded.entry.content, recorded.entry.first == nil,
        outcome.fence != fence
      {
        fail("the store takes an outcome of a lease that is over")
      }
    }
  }

  /// An acknowledgement says the truth.
  mutating func acknowledge(
    _ told: Acknowledgement,
    by node: SimulatedNode,
    _ all: [SimulatedNode],
    isStored: Bool,
    isKept: Bool
  ) {
    if told.position != nil, !isStored { fail("\(told.entry) is told to be recorded and is not") }
    let holders = all.count {
      isKept ? $0.durable.contains(told.entry) : $0.appliedAt[told.entry] != nil
    }
    if isKept, told.nodes > holders {
      fail("\(told.entry) is told to be kept by \(told.nodes) nodes, and \(holders) keep it")
    }
    if told.nodes > 0 || told.position != nil { acknowledged.insert(told.entry) }
  }

  /// A change that was told to be without a record is not made: nothing was promised.
  mutating func withdraw(_ id: EntryID) {
    if orders[id] == nil { acknowledged.remove(id) }
  }

  /// The time in nanoseconds in which a purge reaches all nodes while nothing is wrong.
  private static let longestPurge: Int64 = 300_000_000

  /// Promises nothing of purges that are under way when something goes wrong.
  mutating func disturb(at now: Int64) {
    for (id, made) in purges where made.time > now - Self.longestPurge {
      purges[id]?.isCalm = false
      purges[id]?.isStoreAway = false
    }
  }

  mutating func measure(_ id: EntryID, _ made: MadePurge, _ reached: [Int64?]) {
    let late = reached.compactMap(\.self).map { $0 - made.time }.max() ?? 0
    let isComplete = reached.allSatisfy { $0 != nil }
    guard made.isCalm || made.isStoreAway else { return }
    if !isComplete || late > Self.longestPurge {
      fail(
        "the purge \(id) takes \(late / 1_000_000) ms\(made.isStoreAway ? " without the store" : "")"
      )
    }
    if made.isCalm { purgeTimes.append(late / 1_000) }
  }
}
