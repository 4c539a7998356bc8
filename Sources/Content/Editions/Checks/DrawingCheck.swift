// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import FileShapes

/// No app that is out there gets a document or a row that it cannot draw.
struct DrawingCheck {
  private static let maximumCombinations = 100_000

  let linkage: Linkage

  func run(_ findings: inout Findings) {
    let versions = Set(linkage.site.apps.flatMap(\.versions)).sorted()
    guard !versions.isEmpty else { return }
    for number in linkage.drafts.indices {
      let facts = linkage.kinds.all[linkage.kinds.kind(of: number)]
      for (index, variant) in facts.variants.enumerated() {
        let own = DatatypeUse(name: facts.datatype, rows: 0, position: variant.position)
        for use in [own] + variant.datatypes + embedded(variant) {
          guard let drawing = linkage.site.datatypes[use.name]?.versions else { continue }
          let unable = versions.filter { !drawing.contains($0) }
          check(use, index, of: number, unable, &findings)
        }
      }
    }
    checkNames(&findings)
  }

  /// The documents that stand in a body, which an app draws as well.
  private func embedded(_ variant: VariantDraft) -> [DatatypeUse] {
    variant.links.compactMap { link in
      guard link.role == .embed, let number = linkage.number(of: link) else { return nil }
      let name = linkage.drafts[number].datatype
      return DatatypeUse(name: name, rows: link.rows, position: link.position)
    }
  }

  private func check(
    _ use: DatatypeUse,
    _ variant: Int,
    of number: Int,
    _ versions: [AppVersion],
    _ findings: inout Findings
  ) {
    let draft = linkage.drafts[number]
    let combinations = Combinations(
      of: linkage.allShapes(ofDocument: number),
      in: linkage.shapes
    )
    guard combinations.count <= DrawingCheck.maximumCombinations else { return }
    for version in versions {
      combinations.tryEach { element in
        var element = element
        element.audience[.app] = linkage.space.atom(ofVersion: version)
        guard let view = linkage.view(of: number, for: element), view.variant == variant,
          use.rows & ~view.rows == 0
        else { return true }
        var parties: [Finding.Party] = []
        if let registered = linkage.site.datatypes[use.name]?.place {
          parties.append(Finding.Party(registered, "the versions that can draw it"))
        }
        findings.error(
          .cannotDraw,
          at: draft.place(use.position),
          "version \(version) of the app gets \"\(use.name)\" in \"\(draft.path)\" and cannot draw "
            + "it, for example \(linkage.words.description(of: element))",
          parties: parties
        )
        return false
      }
    }
  }

  /// Where datatypes are registered, a name that is not is a mistake.
  private func checkNames(_ findings: inout Findings) {
    let known = linkage.site.datatypes
    guard !known.isEmpty else { return }
    let unknown = linkage.kinds.all.map { facts in
      let own = DatatypeUse(name: facts.datatype, rows: 0, position: .start)
      return Set([own] + facts.variants.flatMap(\.datatypes)).filter { known[$0.name] == nil }
    }
    for (number, draft) in linkage.drafts.enumerated() {
      for use in unknown[linkage.kinds.kind(of: number)] {
        findings.error(
          .unknownName,
          at: draft.place(use.position),
          "\"\(use.name)\" is no datatype of the site",
          suggestion: Suggestion.nearest(to: use.name, among: known.keys.sorted())
        )
      }
    }
  }
}
