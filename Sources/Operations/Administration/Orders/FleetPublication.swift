// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import FileShapes
import Measure
import Serving

/// The order to serve an edition at all nodes of a fleet.
struct FleetPublication: OperatorOrder {
  static let definition = OrderDefinition(
    "publish",
    at: .fleetPublish,
    .rollback,
    "Serves an edition at all nodes of a fleet.",
    Shape.object(FleetPublication()) {
      Member(
        "edition",
        \.edition,
        .text,
        "Edition that is kept here; what the files of this node say, without it.",
        examples: ["3b1f0c2a9d8e7f60"]
      )
      Member.site(\.site)
    }
  )

  private var site = SiteChoice.unsaid
  private var edition: String?

  private func order(on state: AdminState) throws -> RollbackOrder {
    let site = try state.site(site)
    guard site.fleet != nil else {
      throw PlainError("\(site.name) is in no fleet; its files are published as they change")
    }
    return RollbackOrder(site: .named(site.name), edition: edition)
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    try await order(on: state).preview(of: state)
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    try await order(on: state).perform(on: state, by: caller)
  }
}
