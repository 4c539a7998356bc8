// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// The sites to reload: all by default, or `{"site": "shop"}`.
struct ReloadOrder {
  let site: SiteChoice

  init(_ body: [UInt8]) throws(NoSiteChosen) {
    guard !body.isEmpty else {
      site = .unsaid
      return
    }
    guard let value = try? DataValue(reading: body.span, as: .json),
      case .dictionary(let order) = value.content
    else {
      throw NoSiteChosen(message: "the body is no JSON object; expected {\"site\": …} or none")
    }
    if let other = order.members.first(where: { $0.key != "site" }) {
      throw NoSiteChosen(message: "\"\(other.key)\" is unknown; expected site")
    }
    guard let choice = SiteChoice(order["site"]) else {
      throw NoSiteChosen(message: SiteChoice.expectation)
    }
    site = choice
  }
}
