// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import FileShapes
import Fleet
import Measure
import Serving

/// The order to forget a node of a fleet that is gone for good.
struct NodeRemoval: OperatorOrder {
  static let definition = OrderDefinition(
    "remove-node",
    at: .fleetRemove,
    .drain,
    "Forgets a node of a fleet that is gone for good.",
    Shape.object(NodeRemoval()) {
      Member(
        "node",
        \.node,
        .text,
        isRequired: true,
        "Name or number of the node, as GET /nodes has them.",
        examples: ["berlin-2"]
      )
      Member.site(\.site)
    }
  )

  private var site = SiteChoice.unsaid
  private var node = ""

  func preview(of state: AdminState) async throws -> OrderPreview {
    OrderPreview([
      "No node would list \(node), wait for it or alert about it any more. If it begins again, it is known again."
    ])
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let site = try state.site(site)
    guard let fleet = site.fleet?.node else {
      throw PlainError("\(site.name) is in no fleet, and has no nodes to remove")
    }
    let told = try await fleet.remove(node)
    state.record(.drain, "the node \(node) is removed from the fleet", kind: "fleet", by: caller)
    return DataValue.members([
      ("site", .text(site.name)), ("node", .text(node)), ("fleet", .text("\(told)")),
    ]).json
  }
}
