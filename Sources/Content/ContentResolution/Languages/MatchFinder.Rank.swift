// SPDX-License-Identifier: Apache-2.0

import ContentModel

extension MatchFinder {
  /// The closeness of a published language to a wanted one of the same language and script; less is
  /// nearer. The tag is the last criterion, so that ranks are distinct and independent of the order
  /// of files.
  struct Rank: Comparable {
    /// The criteria, the most important first.
    private let parts: [Int]
    private let tag: LanguageTag

    init(_ candidate: LanguageTag, for wanted: LanguageTag) {
      let full = candidate.maximized
      let isParadigm = DistanceTable.shared.paradigms.contains(candidate.withoutVariant)
      let isLikely = LikelySubtags.full(candidate.language)?.region == full.region
      let isWithin =
        Regions.contains(full.region, wanted.region) || Regions.contains(wanted.region, full.region)
      var depth = 0
      var ancestor = candidate.parent
      while let next = ancestor {
        depth += 1
        ancestor = next.parent
      }
      parts = [
        candidate.variant == .unspecified ? 0 : 1,
        LanguageDistance.region(wanted, full),
        isWithin ? 0 : 1,
        isParadigm ? 0 : 1,
        isLikely ? 0 : 1,
        Regions.nearness(wanted.region, full.region),
        depth,
      ]
      tag = candidate
    }

    static func < (left: Rank, right: Rank) -> Bool {
      for (one, other) in zip(left.parts, right.parts) where one != other { return one < other }
      return left.tag < right.tag
    }
  }
}
