// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Fleet
import Serving

extension AdminState {
  /// The fleet as this node knows it; `nil` for a gateway that is in none.
  var fleet: FleetState? { services.sites.lazy.compactMap(\.fleet?.node?.state).first }

  /// The members of an answer that say who has what was ordered; none where a site is in no fleet.
  static func members(of told: Acknowledgement?, _ site: SiteService) -> [(String, DataValue)] {
    guard let told else { return [] }
    let nodes = site.fleet?.node?.state.nodes ?? []
    let missing = told.missing.map { node in
      nodes.first { $0.report.id == node }?.report.name ?? "\(node)"
    }
    return [("fleet", .text("\(told)")), ("missing", .texts(missing))]
  }
}
