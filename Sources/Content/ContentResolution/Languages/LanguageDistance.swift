// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// UTS 35, part 1, section 4.4 (language matching): the distance is the sum of the distances of
// languages, scripts and regions, each by the first row that covers the pair. The matcher uses the
// regions' distance only; full distances are shown to editors who declare steps.

/// The distance of an offered language from a wanted one: 0 is the same, 80 unrelated.
package enum LanguageDistance {
  /// Returns the distance of two tags, completed with likely subtags.
  package static func between(desired: LanguageTag, supported: LanguageTag) -> Int {
    let desired = desired.canonical.maximized
    let supported = supported.canonical.maximized
    return language(desired, supported) + script(desired, supported) + region(desired, supported)
  }

  private static func language(_ desired: LanguageTag, _ supported: LanguageTag) -> Int {
    guard desired.language != supported.language else { return 0 }
    let pair = DistanceTable.Pair(
      desired: LanguageTag(language: desired.language),
      supported: LanguageTag(language: supported.language)
    )
    return DistanceTable.shared.pairs[pair] ?? DistanceTable.defaultLanguage
  }

  private static func script(_ desired: LanguageTag, _ supported: LanguageTag) -> Int {
    guard desired.script != supported.script else { return 0 }
    let pair = DistanceTable.Pair(
      desired: desired.withoutRegion,
      supported: supported.withoutRegion
    )
    return DistanceTable.shared.pairs[pair] ?? DistanceTable.defaultScript
  }

  /// Returns the distance of the regions of two full tags.
  static func region(_ desired: LanguageTag, _ supported: LanguageTag) -> Int {
    guard desired.region != supported.region else { return 0 }
    guard desired.language == supported.language else { return DistanceTable.defaultRegion }
    for row in DistanceTable.shared.regions
    where row.covers(desired: desired, supported: supported) {
      return row.distance
    }
    return DistanceTable.defaultRegion
  }
}

extension LanguageTag {
  var withoutRegion: LanguageTag { LanguageTag(language: language, script: script) }
}
