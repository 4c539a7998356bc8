// SPDX-License-Identifier: Apache-2.0

package import Bytes
import Reactor

extension FleetNode {
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
    let id = Self.newID()
    return try await wait(for: id, .remove(node.report.id, id))
  }
}
