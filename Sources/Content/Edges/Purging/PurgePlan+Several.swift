// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// An answer with few tags has these alone, without their buckets (`EdgeTags`). So a purge of buckets would miss it, and
// what does not fit is widened to the tag of all documents, or to everything.

extension PurgePlan {
  /// The most tags, paths and prefixes that are sent as they are.
  private static let mostItems = 10_000

  /// The same with the requests of several purges, each tag and path once; `nil` for more than are worth it.
  package func sending(_ purges: [Purge]) -> PurgePlan? {
    var (tags, paths, prefixes) = (UniqueTexts(), UniqueTexts(), UniqueTexts())
    let strength = PurgePlan.strength(purges)
    for purge in purges {
      switch purge.target {
      case .tags(let named): tags.add(named)
      case .paths(let named, let others):
        paths.add(named)
        tags.add(others)
      case .prefix(let prefix): prefixes.add([prefix])
      case .everything: return sending([Purge.Target.everything], strength)
      }
      guard tags.all.count + paths.all.count + prefixes.all.count <= PurgePlan.mostItems else {
        return nil
      }
    }
    var targets = prefixes.all.map { Purge.Target.prefix($0) }
    if !paths.all.isEmpty {
      targets.append(.paths(paths.all, tags: tags.all))
    } else if !tags.all.isEmpty {
      targets.append(.tags(tags.all))
    }
    return sending(targets, strength)
  }

  /// The same with the fewest requests that purge all of these and more; `nil` where the edge has none.
  package func widened(_ purges: [Purge]) -> PurgePlan? {
    let areDocuments = purges.allSatisfy { purge in
      guard case .tags(let tags) = purge.target else { return false }
      return tags.allSatisfy(EdgeTags.isOfDocument)
    }
    let target = areDocuments ? Purge.Target.tags([EdgeTags.anyDocument]) : .everything
    guard var plan = sending([target], PurgePlan.strength(purges)) else { return nil }
    let scope = areDocuments ? "all documents" : "everything"
    let count = purges.count == 1 ? "this purge" : "\(purges.count) purges together"
    plan.add(
      note:
        "widened to \(scope), since the edge accepts \(rate?.perMinute ?? 0) requests a minute, too few for"
        + " \(count)"
    )
    return plan
  }

  private static func strength(_ purges: [Purge]) -> Purge.Strength {
    purges.allSatisfy(\.isSoft) ? .soft : .hard
  }
}

/// Texts in the order of their arrival, each once.
private struct UniqueTexts {
  private(set) var all: [String] = []
  private var known: Set<String> = []

  mutating func add(_ texts: [String]) {
    for text in texts where known.insert(text).inserted { all.append(text) }
  }
}
