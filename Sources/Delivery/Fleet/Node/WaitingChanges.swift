// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The ordered changes that wait for nodes to load their editions.
struct WaitingChanges: Sendable {
  private var changes: [EntryID: (order: ChangeOrder, deadline: Instant)] = [:]

  var isEmpty: Bool { changes.isEmpty }

  /// The moment at which one is over, whoever has loaded its edition.
  var due: Instant { changes.values.reduce(.distantFuture) { min($0, $1.deadline) } }

  func contains(_ id: EntryID) -> Bool { changes[id] != nil }

  mutating func add(_ order: ChangeOrder, until deadline: Instant) {
    changes[order.id] = (order, deadline)
  }

  /// Takes the changes whose editions enough nodes have loaded, and those whose time is over.
  ///
  /// - Parameters:
  ///   - nodes: the other nodes that are waited for.
  ///   - hasLoaded: true for an edition that this node has loaded.
  /// - Returns: The orders, with the reason for those that are refused.
  mutating func takeOver(
    _ now: Instant,
    _ nodes: [NodeReport],
    hasLoaded: (String) -> Bool
  ) -> [(order: ChangeOrder, refusal: String?)] {
    var over: [(order: ChangeOrder, refusal: String?)] = []
    for (id, change) in changes.sorted(by: { $0.key < $1.key }) {
      let (order, name) = (change.order, change.order.edition.name)
      let isOwn = hasLoaded(name)
      let ready =
        nodes.count { $0.loaded.contains(name) || $0.edition == name } + (isOwn ? 1 : 0)
      let needed = ((nodes.count + 1) * min(order.quorum, 100) + 99) / 100
      let isOver = change.deadline <= now
      if isOwn, ready >= needed || isOver && order.goesOn {
        over.append((order, nil))
      } else if isOver {
        over.append((order, "\(ready) nodes have loaded it, \(needed) were needed"))
      } else {
        continue
      }
      changes[id] = nil
    }
    return over
  }
}
