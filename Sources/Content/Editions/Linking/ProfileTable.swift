// SPDX-License-Identifier: Apache-2.0

import ContentResolution

/// The profiles of all documents, each kept once.
struct ProfileTable {
  private(set) var profiles: [DocumentProfile] = []
  private(set) var profileOfDocument: [UInt32] = []

  init(_ linkage: Linkage) {
    var numbers: [DocumentProfile: UInt32] = [:]
    /// Those of kinds whose documents need no other languages than their own.
    var profileOfKind = [UInt32?](repeating: nil, count: linkage.kinds.all.count)
    profileOfDocument.reserveCapacity(linkage.drafts.count)
    for number in linkage.drafts.indices {
      let kind = linkage.kinds.kind(of: number)
      let coverage = linkage.coverages[number]
      let isOwn = coverage == linkage.ownCoverage(ofDocument: number)
      if isOwn, let known = profileOfKind[kind] {
        profileOfDocument.append(known)
        continue
      }
      let shapes = linkage.shapes(ofDocument: number)
      let profile = DocumentProfile(
        shape: shapes.document,
        rows: shapes.rows,
        facts: shapes.facts,
        coverage: coverage,
        refuses: linkage.kinds.all[kind].refuses
      )
      let known = numbers[profile] ?? UInt32(profiles.count)
      if known == profiles.count {
        numbers[profile] = known
        profiles.append(profile)
      }
      if isOwn { profileOfKind[kind] = known }
      profileOfDocument.append(known)
    }
  }
}
