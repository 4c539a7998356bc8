// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import FileShapes
import Sites

/// No app that is out there gets a document or a row that it cannot draw.
struct DrawingCheck {
  private static let maximumCombinations = 100_000

  let linkage: Linkage

  func run(_ findings: inout Findings) {
    let versions = Set(linkage.site.apps.flatMap(\.versions)).sorted()
    guard !versions.isEmpty else { return }
    for (number, draft) in linkage.drafts.enumerated() {
      for (index, variant) in draft.variants.enumerated() {
        for use in uses(in: variant, of: draft) {
          guard let drawing = linkage.site.datatypes[use.name]?.versions else { continue }
          let unable = versions.filter { !drawing.contains($0) }
          check(use, index, of: number, unable, &findings)
        }
      }
    }
    checkNames(&findings)
  }

  /// Something that an app has to draw.
  private struct Use {
    let name: String
    let rows: UInt64
    let place: FilePlace
  }

  /// A variant itself, its rows, and the documents that stand in its body.
  private func uses(in variant: VariantDraft, of draft: DocumentDraft) -> [Use] {
    let own = Use(name: draft.datatype, rows: 0, place: draft.place(number: variant.position))
    let declared = variant.datatypes.map {
      Use(name: $0.name, rows: $0.rows, place: draft.place(number: $0.position))
    }
    let embedded = draft.links(of: variant).compactMap { link -> Use? in
      guard link.role == .embed, let number = linkage.number(of: link) else { return nil }
      let name = linkage.drafts[number].datatype
      return Use(name: name, rows: link.rows, place: draft.place(link.position))
    }
    return [own] + declared + embedded
  }

  private func check(
    _ use: Use,
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
          at: use.place,
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
    func check(_ name: String, at place: FilePlace) {
      guard known[name] == nil else { return }
      findings.error(
        .unknownName,
        at: place,
        "\"\(name)\" is no datatype of the site",
        suggestion: Suggestion.nearest(to: name, among: known.keys.sorted())
      )
    }
    for draft in linkage.drafts where draft.facts.isSound {
      check(draft.datatype, at: draft.place)
      for use in Set(draft.variants.flatMap(\.datatypes)) {
        check(use.name, at: draft.place(number: use.position))
      }
    }
  }
}
