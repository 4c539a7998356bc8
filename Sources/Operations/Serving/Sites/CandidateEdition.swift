// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import Editions
import Gateway
import Sites

/// The edition that an order is about: what the site's files say, one that is kept, or that of another folder.
package enum CandidateChoice: Sendable, Equatable {
  case files
  case edition(String)
  /// A folder with Content and Locales on the machine of the service, such as the checkout of a branch.
  case folder(String)
}

/// An edition that might be published.
package struct CandidateEdition: Sendable {
  package let edition: Edition
  let source: any SiteSource
  /// The files that it is made of; `nil` for a kept edition.
  let files: EditionFiles?
}

extension SiteService {
  /// Compiles the edition of a choice. This takes long.
  package func candidate(_ choice: CandidateChoice) throws(PlainError) -> CandidateEdition {
    switch choice {
    case .files:
      return try compiled(SiteFolder(folder), "what the files say has errors", see: "see /content")
    case .edition(let name):
      guard let source = editionHistory.source(of: name) else {
        throw PlainError("there is no edition \(name) of \(self.name)")
      }
      let new = try compiled(
        source,
        "edition \(name) has errors",
        see: "`portico editions` lists others"
      )
      return CandidateEdition(edition: new.edition, source: source, files: nil)
    case .folder(let folder):
      guard SiteOptions.hasSite(folder) else {
        throw PlainError(
          "there is no \(SiteSettings.path) in \(folder) on the machine of the service"
        )
      }
      return try compiled(
        SiteFolder(folder),
        "the site in \(folder) has errors",
        see: "`portico check --site \(folder)` names them"
      )
    }
  }

  private func compiled(
    _ source: any SiteSource,
    _ fault: String,
    see place: String
  ) throws(PlainError) -> CandidateEdition {
    var compiler = SiteCompiler(source, .complete)
    guard let edition = compiler.compile().edition else {
      throw PlainError("\(fault) and cannot be served; \(place)")
    }
    return CandidateEdition(edition: edition, source: source, files: compiler.files)
  }

  /// Compiles a kept edition.
  func kept(_ name: String) throws(PlainError) -> Edition { try candidate(.edition(name)).edition }
}
