// SPDX-License-Identifier: Apache-2.0

package import CodeGeneration
package import ContentModel
import ContentResolution
import DataFiles
package import Sites

/// Tells which parts of documents a version of an app may get.
struct VersionView {
  /// More are not tried: then the version may get everything.
  private static let maximumCombinations = 100_000

  private let linkage: Linkage
  /// `nil` where the name of the app does not matter.
  private let app: String?
  private let version: AppVersion

  /// A visitor with the version who gets a part of a document.
  enum Reader {
    case example(Combinations.Element)
    /// There are too many kinds of visitors to try.
    case anybody
  }

  init(_ linkage: Linkage, _ app: String?, _ version: AppVersion) {
    (self.linkage, self.app, self.version) = (linkage, app, version)
  }

  /// A visitor who gets a variant with the rows of some rules; `nil` if no visitor with the version does.
  func reader(of number: Int, variant: Int, rows: UInt64) -> Reader? {
    let combinations = Combinations(
      of: linkage.allShapes(ofDocument: number),
      in: linkage.shapes
    )
    guard combinations.count <= VersionView.maximumCombinations else { return .anybody }
    var found: Reader?
    combinations.tryEach { element in
      var element = element
      element.audience[.app] = linkage.space.atom(ofVersion: version)
      if let app { element.audience[.appName] = linkage.space.atom(ofAppName: app) }
      guard let view = linkage.view(of: number, for: element), view.variant == variant,
        rows & ~view.rows == 0
      else { return true }
      found = .example(element)
      return false
    }
    return found
  }

  /// The rules of the rows around a dictionary with a datatype.
  func rows(around use: ContentUse, inVariant variant: Int, of draft: DocumentDraft) -> UInt64 {
    draft.variants[variant].datatypes.first { row in
      draft.place(number: row.position).position == use.position && row.name == use.datatype
    }?.rows ?? 0
  }
}

extension Edition {
  /// The documents that a version of an app may get, each with the dictionaries in the bodies that it may get.
  ///
  /// - Parameter version: `nil` for all versions.
  package func contentUses(
    of version: (app: String, version: AppVersion)?
  ) throws -> [(draft: DocumentDraft, uses: [ContentUse])] {
    let datatypes = Dictionary(drafts.map { ($0.path, $0.datatype) }) { first, _ in first }
    let view = try version.map { version in
      VersionView(
        try Linkage(
          site: site,
          drafts: drafts,
          unread: UnreadDocuments([]),
          texts: texts,
          matcher: matcher
        ),
        version.app,
        version.version
      )
    }
    return try drafts.indices.map { number in
      let draft = drafts[number]
      let types = DocumentTypes(of: try sources[number].value(), draft, in: site) { datatypes[$0] }
      let uses = types.variants.enumerated().flatMap { variant, uses in
        guard let view else { return uses }
        return uses.filter { use in
          let rows = view.rows(around: use, inVariant: variant, of: draft)
          return view.reader(of: number, variant: variant, rows: rows) != nil
        }
      }
      return (draft, uses)
    }
    .filter { !$0.uses.isEmpty }
  }
}
