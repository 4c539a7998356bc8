// SPDX-License-Identifier: Apache-2.0

package import Edges
package import Editions
package import Sites

/// One purge that a publication causes.
package struct PurgeNotice: Sendable, Equatable {
  /// When more documents than these change, all documents are purged: CDNs accept few tags in a request and
  /// few requests in a second.
  package static let maximumDocuments = 500

  package let target: PurgeTarget
  package let isSoft: Bool
  /// Paths at which the purge is proved.
  package let samples: [String]

  package init(target: PurgeTarget, isSoft: Bool, samples: [String]) {
    self.target = target
    self.isSoft = isSoft
    self.samples = samples
  }
}

extension PublicationChange {
  /// The purges of all answers that the change made outdated.
  ///
  /// What the emergency file withdraws is purged first, and hard: it must not be served again, even where
  /// nothing newer can be had. Everything else is purged softly.
  package func notices(of site: SiteSettings) -> [PurgeNotice] {
    let base = PublicationChange.basePath(of: site)
    var notices: [PurgeNotice] = []
    let paths = withdrawnPaths.map { PurgeTarget.path("\(base)/\($0)") }
    let (tags, samples) = PublicationChange.reach(.some(withdrawn), site, base)
    if !paths.isEmpty || !tags.isEmpty {
      notices.append(
        PurgeNotice(
          target: paths.isEmpty ? .tags(tags) : .paths(paths, tags: tags),
          isSoft: false,
          samples: samples
        )
      )
    }
    notices += withdrawnPrefixes.map {
      PurgeNotice(target: .prefix(PurgeTarget.path("\(base)/\($0)")), isSoft: false, samples: [])
    }
    let (changedTags, changedSamples) = PublicationChange.reach(changed, site, base)
    if !changedTags.isEmpty {
      notices.append(
        PurgeNotice(target: .tags(changedTags), isSoft: true, samples: changedSamples)
      )
    }
    return notices
  }

  /// The tags of documents, and public paths of some of them.
  private static func reach(
    _ documents: Documents,
    _ site: SiteSettings,
    _ base: String
  ) -> (tags: [String], samples: [String]) {
    if case .some(let paths) = documents, paths.count <= PurgeNotice.maximumDocuments {
      let samples = paths.lazy.filter { !$0.utf8.contains(UInt8(ascii: "{")) }
        .prefix(PurgeLimits.maximumProbes).map { PurgeTarget.path("\(base)/\($0)") }
      return (paths.map { EdgeTags.document($0) }, Array(samples))
    }
    return ([EdgeTags.anyDocument], [PurgeTarget.path("\(base)/\(site.config)")])
  }

  /// The path of the base URL.
  private static func basePath(of site: SiteSettings) -> String {
    guard let scheme = site.baseURL.firstRange(of: "://") else { return site.baseURL }
    let rest = site.baseURL[scheme.upperBound...]
    return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
  }
}
