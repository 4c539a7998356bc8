// SPDX-License-Identifier: Apache-2.0

import ContentResolution

/// The profiles of all documents, each kept once.
struct ProfileTable {
  private(set) var profiles: [DocumentProfile] = []
  private(set) var profileOfDocument: [UInt32] = []

  init(_ linkage: Linkage) {
    var numbers: [DocumentProfile: UInt32] = [:]
    profileOfDocument.reserveCapacity(linkage.drafts.count)
    for (number, draft) in linkage.drafts.enumerated() {
      let profile = DocumentProfile(
        shape: linkage.shape(ofDocument: number),
        rows: draft.variants.map { $0.rows.map { linkage.shape(of: $0) } },
        facts: linkage.factRules[number].map { linkage.shape(of: $0) },
        coverage: linkage.coverages[number],
        refuses: draft.refuses
      )
      let known = numbers[profile] ?? UInt32(profiles.count)
      if known == profiles.count {
        numbers[profile] = known
        profiles.append(profile)
      }
      profileOfDocument.append(known)
    }
  }
}
