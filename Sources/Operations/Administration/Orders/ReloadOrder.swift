// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import FileShapes
import Serving

/// The order to read the files of sites again.
struct ReloadOrder: OperatorOrder {
  static let definition = OrderDefinition(
    "reload",
    at: "/reload",
    .reload,
    "Reads the files of a site again, of all unless one is named.",
    Shape.object(ReloadOrder()) { Member.site(\.site) }
  )

  private var site = SiteChoice.unsaid

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
