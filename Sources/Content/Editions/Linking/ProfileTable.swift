// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import Localization
import Sites

/// The profiles of all documents, each kept once.
struct ProfileTable {
  private(set) var profiles: [DocumentProfile] = []
  private(set) var profileOfDocument: [UInt32] = []

  /// The numbers that a profile follows from.
  private struct Parts: Hashable {
    let kind: Int
    let coverage: UInt32
    let facts: ShapeIndex?
    let lacksTranslations: Bool
  }

  init(_ linkage: Linkage) {
    var numbers: [DocumentProfile: UInt32] = [:]
    var known: [Parts: UInt32] = [:]
    profileOfDocument.reserveCapacity(linkage.drafts.count)
    for number in linkage.drafts.indices {
      let parts = Parts(
        kind: linkage.kinds.kind(of: number),
        coverage: linkage.coverages.numberOfDocument[number],
        facts: linkage.factShape(ofDocument: number),
        lacksTranslations: linkage.lacksTranslations(number)
      )
      if let profile = known[parts] {
        profileOfDocument.append(profile)
        continue
      }
      let shapes = linkage.shapes(ofDocument: number)
      let profile = DocumentProfile(
        shape: shapes.document,
        rows: shapes.rows,
        facts: parts.facts,
        coverage: linkage.coverages[number],
        refuses: linkage.kinds.all[parts.kind].refuses,
        standIn: parts.lacksTranslations ? linkage.texts.source : nil
      )
      let index = numbers[profile] ?? UInt32(profiles.count)
      if index == profiles.count {
        numbers[profile] = index
        profiles.append(profile)
      }
      known[parts] = index
      profileOfDocument.append(index)
    }
  }
}
