// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import ContentModel
package import DataFiles
import Reactor

extension FleetNode {
  /// Makes a purge everywhere. Returns when all nodes and the store have it, or behind the bound of the timing with
  /// who has.
  ///
  /// - Parameter order: the operator's order in JSON, if one gave it.
  package func purge(
    _ purge: Purge,
    order: String? = nil
  ) async throws(PlainError) -> Acknowledgement {
    try await obeyed { .purge(purge, $0, order: order) }
  }

  /// Lets the holder of the lease purge the edges.
  package func purgeEdges(_ job: EdgePurge) async throws(PlainError) -> Acknowledgement {
    try await obeyed { .edgePurge(job, $0) }
  }

  /// Closes the site everywhere, with a maintenance in the words of the emergency file, or opens it with `nil`.
  package func close(_ maintenance: DataValue?) async throws(PlainError) -> Acknowledgement {
    try await obeyed { .close(maintenance, $0) }
  }

  /// Lets nobody have the edition of a rollout any more, as a purge is made: at once, with or without the store.
  package func withdraw(
    _ withdrawal: RolloutWithdrawal
  ) async throws(PlainError) -> Acknowledgement {
    try await obeyed { .withdraw(withdrawal, $0) }
  }

  /// Lets all nodes forget one that is gone for good, by its name or number; throws for one that lives.
  package func remove(_ name: String) async throws(PlainError) -> Acknowledgement {
    let (nodes, own) = (state.nodes, state.own)
    let found = nodes.filter { $0.report.name == name || "\($0.report.id)" == name }
    guard let node = found.first else {
      let isOwn = own.name == name || "\(own.id)" == name
      let names = nodes.map(\.report.name).joined(separator: ", ")
      throw PlainError(
        isOwn
          ? "\(name) is this node, which lives; expected one that is gone"
          : "the node is \(name); expected another one of the fleet: \(names)"
      )
    }
    guard found.count == 1 else {
      let numbers = found.map { "\($0.report.id)" }.joined(separator: ", ")
      throw PlainError(
        "\(found.count) nodes are called \(name); expected the number of one: \(numbers)"
      )
    }
    guard node.silence > timing.living.nanoseconds / 1_000_000 else {
      throw PlainError(
        "\(name) lives: its last sign of life is \(node.silence / 1_000) s ago; expected a silence of at least "
          + "\(timing.living.nanoseconds / 1_000_000_000) s"
      )
    }
    return try await obeyed { .remove(node.report.id, $0) }
  }
}
