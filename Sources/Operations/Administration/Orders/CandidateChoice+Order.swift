// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Serving
import Sites

extension CandidateChoice {
  /// The keys of an order that choose it.
  static let keys = ["edition", "folder"]
  private static let names = 1...100
  private static let paths = 1...4_096

  init(_ order: OrderBody) throws(PlainError) {
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
        throw PlainError(
          "\"folder\" is \"\(folder.prefix(100))\"; expected \(CandidateChoice.folderExpected)"
        )
      }
      self = .folder(folder)
    case (_?, _?):
      throw PlainError("there are \"edition\" and \"folder\"; expected one of them")
    }
  }

  /// The choice in a sentence.
  var subject: String {
    switch self {
    case .files: "what the files say"
    case .edition(let name): "edition \(name)"
    case .folder(let folder): "the site in \(folder)"
    }
  }

  /// Another folder is read for administrators only.
  ///
  /// - Parameter verb: what others may do with a kept edition.
  func checkRole(of caller: Operator, to verb: String) throws(AdminReport.Refusal) {
    guard case .folder = self, caller.role < .admin else { return }
    throw AdminReport.Refusal(
      .forbidden,
      "reading another folder needs the role admin; this operator has the role "
        + "\(caller.role.rawValue), and may \(verb) a kept edition"
    )
  }

  private static let folderExpected =
    "the whole path of a folder with \(SiteSettings.path) on the machine of the service"
}
