// SPDX-License-Identifier: Apache-2.0

import Serving
import Sites

extension CandidateChoice {
  /// The keys of an order that choose it.
  static let keys = ["edition", "folder"]
  private static let names = 1...100
  private static let paths = 1...4_096

  init(_ order: OrderBody) throws(OrderFault) {
    let edition = try order.text(
      "edition",
      in: CandidateChoice.names,
      expected: "the name of an edition"
    )
    let folder = try order.text(
      "folder",
      in: CandidateChoice.paths,
      expected: CandidateChoice.folderExpected
    )
    switch (edition, folder) {
    case (nil, nil): self = .files
    case (let edition?, nil): self = .edition(edition)
    case (nil, let folder?):
      guard folder.hasPrefix("/") else {
        throw OrderFault(
          message:
            "\"folder\" is \"\(folder.prefix(100))\"; expected \(CandidateChoice.folderExpected)"
        )
      }
      self = .folder(folder)
    case (_?, _?):
      throw OrderFault(message: "there are \"edition\" and \"folder\"; expected one of them")
    }
  }

  private static let folderExpected =
    "the whole path of a folder with \(SiteSettings.path) on the machine of the service"
}
