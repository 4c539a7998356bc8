// SPDX-License-Identifier: Apache-2.0

import Bytes
import FileShapes
import HTTPValues
import Serving
import Sites

/// The members of an order that choose an edition.
struct CandidateKeys: Sendable {
  private var edition: String?
  private var folder: String?

  static func members<Order: Sendable>(
    in path: any WritableKeyPath<Order, CandidateKeys> & Sendable
  ) -> [Member<Order>] {
    let members: [Member<CandidateKeys>] = [
      Member(
        "edition",
        \.edition,
        .letters(1...100),
        "Kept edition; what the files say, without it.",
        examples: ["3b1f0c2a9d8e7f60"]
      ),
      Member(
        "folder",
        \.folder,
        .letters(1...4_096),
        "Whole path of a folder with \(SiteSettings.path) on the machine of the service.",
        examples: ["/srv/draft"]
      ),
    ]
    return members.map { $0.inside(path) }
  }

  func choice() throws(PlainError) -> CandidateChoice {
    switch (edition, folder) {
    case (nil, nil): return .files
    case (let edition?, nil): return .edition(edition)
    case (nil, let folder?):
      guard folder.hasPrefix("/") else {
        throw PlainError(
          "\"folder\" is \"\(folder.prefix(100))\"; expected the whole path of a folder with "
            + "\(SiteSettings.path) on the machine of the service"
        )
      }
      return .folder(folder)
    case (_?, _?): throw PlainError("there are \"edition\" and \"folder\"; expected one of them")
    }
  }
}

extension CandidateChoice {
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
  func checkRole(of caller: Operator, to verb: String) throws(Refusal) {
    guard case .folder = self, caller.role < .admin else { return }
    throw Refusal(
      .forbidden,
      "reading another folder needs the role admin; this operator has the role "
        + "\(caller.role.rawValue), and may \(verb) a kept edition"
    )
  }
}
