// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Serving

/// The order to serve an edition at all nodes of a fleet: `{"site": "shop"}` for what the files of this node say, or
/// `{"edition": "3b1f0c2a9d8e7f60"}` for one that is kept here.
struct FleetPublication: OperatorOrder {
  private static let example = #"{"site": "shop"}"#

  private let site: SiteChoice
  private let edition: String?

  init(_ body: [UInt8]) throws(PlainError) {
    let order = try OrderBody(
      body,
      keys: ["site", "edition"],
      example: Self.example,
      isOptional: true
    )
    site = try order.site()
    edition = try order.text("edition")
  }

  private func order(on state: AdminState) throws -> RollbackOrder {
    let site = try state.site(site)
    guard site.fleet != nil else {
      throw PlainError(
        "\(site.name) is in no fleet; its files are published as they change"
      )
    }
    return RollbackOrder(site: site.name, edition: edition)
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    try await order(on: state).preview(of: state)
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    try await order(on: state).perform(on: state, by: caller)
  }
}
