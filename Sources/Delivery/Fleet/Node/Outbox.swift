// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The entries that a node owes to the store, and the acknowledgements that it owes to other nodes.
struct Outbox: Sendable {
  /// Entries that are to be appended, in their order.
  private(set) var entries: [FleetEntry] = []
  /// Entries of others that the store does not have, with the moment from which on this node gives them to it.
  private var foreign: [EntryID: Instant] = [:]
  /// Entries whose acknowledgement is owed to the nodes that pushed them.
  private var owed: [EntryID: Set<NodeID>] = [:]

  mutating func add(_ entry: FleetEntry) { entries.append(entry) }

  /// Adds entries that the store has lost.
  mutating func addAgain(_ lost: [FleetEntry]) {
    for entry in lost where !entries.contains(where: { $0.id == entry.id }) {
      entries.append(entry)
    }
  }

  mutating func remove(_ ids: Set<EntryID>) { entries.removeAll { ids.contains($0.id) } }

  /// Takes note that the store has an entry.
  mutating func recorded(_ id: EntryID) {
    foreign[id] = nil
    if !entries.isEmpty { entries.removeAll { $0.id == id } }
  }

  /// Waits until a moment for another node to give the store an entry.
  mutating func wait(for id: EntryID, until moment: Instant) { foreign[id] = moment }

  /// Takes what other nodes should have given to the store and have not.
  mutating func takeOver(_ known: borrowing KnownEntries, _ now: Instant) {
    guard !foreign.isEmpty else { return }
    for id in foreign.filter({ $0.value <= now }).keys {
      guard let entry = known[id]?.entry else { continue }
      foreign[id] = nil
      entries.append(entry)
    }
    entries.sort { ($0.made, $0.id) < ($1.made, $1.id) }
  }

  mutating func owe(_ id: EntryID, to node: NodeID) { owed[id, default: []].insert(node) }

  /// Acknowledges entries that are on the disk.
  mutating func acknowledge(_ ids: [EntryID], _ actions: inout [FleetAction]) {
    var replies: [NodeID: [EntryID]] = [:]
    for id in ids {
      for node in owed.removeValue(forKey: id) ?? [] { replies[node, default: []].append(id) }
    }
    for (node, ids) in replies.sorted(by: { $0.key < $1.key }) {
      actions.append(.send(.received(ids), to: node))
    }
  }
}
