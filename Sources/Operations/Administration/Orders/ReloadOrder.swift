// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Serving

/// The sites to reload: all by default, or `{"site": "shop"}`.
struct ReloadOrder: OperatorOrder {
  let site: SiteChoice

  init(_ body: [UInt8]) throws(PlainError) {
    guard !body.isEmpty else {
      site = .unsaid
      return
    }
    guard let value = try? DataValue(reading: body.span, as: .json),
      case .dictionary(let order) = value.content
    else {
      throw PlainError("the body is no JSON object; expected {\"site\": …} or none")
    }
    if let other = order.members.first(where: { $0.key != "site" }) {
      throw PlainError("\"\(other.key)\" is unknown; expected site")
    }
    guard let choice = SiteChoice(order["site"]) else {
      throw PlainError(SiteChoice.expectation)
    }
    site = choice
  }

  func preview(of state: AdminState) throws -> OrderPreview {
    let names = try state.services.chosen(site, meansAll: true).map(\.name)
    return OrderPreview([
      "The files of \(names.joined(separator: ", ")) would be read again, and published where they have"
        + " changed and have no error."
    ])
  }

  func perform(on state: AdminState, by caller: Operator) throws -> [UInt8] {
    try state.reload(site, by: caller)
  }
}
