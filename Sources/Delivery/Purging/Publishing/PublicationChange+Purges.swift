// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import Edges
package import Editions
package import Sites

extension PublicationChange {
  /// When more documents than these change, all documents are purged: CDNs accept few tags in a request and
  /// few requests in a second.
  package static let maximumDocuments = 500

  /// The purges of all answers that the change made outdated.
  ///
  /// Documents that the emergency file withdraws are purged first, and hard: they must not be
  /// served again, even if nothing newer can be had. Everything else is purged softly.
  package func purges(of site: SiteSettings) -> [Purge] {
    let base = PublicationChange.basePath(of: site)
    var purges: [Purge] = []
    let paths = withdrawnPaths.map { Purge.Target.path("\(base)/\($0)") }
    let (tags, samples) = PublicationChange.reach(.some(withdrawn), site, base)
    if !paths.isEmpty || !tags.isEmpty {
      purges.append(
        Purge(
          paths.isEmpty ? .tags(tags) : .paths(paths, tags: tags),
          .hard,
          samples: samples
        )
      )
    }
    purges += withdrawnPrefixes.map {
      Purge(.prefix(Purge.Target.path("\(base)/\($0)")), .hard)
    }
    let (changedTags, changedSamples) = PublicationChange.reach(changed, site, base)
    if !changedTags.isEmpty {
      purges.append(Purge(.tags(changedTags), .soft, samples: changedSamples))
    }
    return purges
  }

  /// The tags of documents, and public paths of some of them.
  private static func reach(
    _ documents: Documents,
    _ site: SiteSettings,
    _ base: String
  ) -> (tags: [String], samples: [String]) {
    if case .some(let paths) = documents, paths.count <= maximumDocuments {
      let samples = paths.lazy.filter { !$0.utf8.contains(UInt8(ascii: "{")) }
        .prefix(PurgeMachine.Limits.maximumProbes).map { Purge.Target.path("\(base)/\($0)") }
      return (paths.map { EdgeTags.document($0) }, Array(samples))
    }
    return ([EdgeTags.anyDocument], [Purge.Target.path("\(base)/\(site.config)")])
  }

  /// The path of the base URL.
  private static func basePath(of site: SiteSettings) -> String {
    guard let scheme = site.baseURL.firstRange(of: "://") else { return site.baseURL }
    let rest = site.baseURL[scheme.upperBound...]
    return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
  }
}
