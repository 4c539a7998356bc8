// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// The tags for which the matcher can have a result, for exported edge configurations. With other
// languages or scripts a tag has none; with other regions it has the result of the tag without a
// region.

extension LanguageMatcher {
  /// The languages of tags that may match, with their deprecated codes.
  package var askableLanguages: [LanguageCode] {
    var languages = Set(matches.keys.map { LanguageTag(subtags: $0).language })
    languages.formUnion(published.map { $0.normal.language })
    // An alias may lead to another.
    for _ in 0..<3 {
      for row in Aliases.rows where languages.contains(row.today.language) {
        languages.insert(row.old.language)
      }
    }
    return languages.filter { $0 != .undetermined }.sorted { $0.rawValue < $1.rawValue }
  }

  /// The scripts of tags that may match; `Zzzz` means none.
  package var askableScripts: [ScriptCode] {
    var scripts = Set(matches.keys.map { LanguageTag(subtags: $0).script })
    for language in askableLanguages {
      scripts.insert(LanguageTag(language: language).likelyScript)
    }
    let former = Aliases.scripts.keys.map { ScriptCode(rawValue: UInt32(truncatingIfNeeded: $0)) }
    scripts.formUnion(former)
    return scripts.filter { $0 != .unspecified }.sorted { $0.rawValue < $1.rawValue }
  }

  /// The countries that may make a difference, and the numeric regions that are used in language
  /// tags, not `en-840` and its like.
  package var askableRegions: [RegionCode] {
    let numbers = Set(["001", "150", "419"].compactMap { RegionCode(Array($0.utf8).span) })
      .union(published.map(\.region).filter(\.isNumeric))
    var regions = Regions.all.union(matches.keys.map { LanguageTag(subtags: $0).region })
    regions.formUnion(
      Aliases.formerRegions.keys.map { RegionCode(rawValue: UInt16(truncatingIfNeeded: $0)) }
    )
    if let unknown = LikelySubtags.unknownRegion { regions.insert(unknown) }
    return regions.filter { !$0.isNumeric && $0 != .unspecified }.union(numbers).sorted()
  }

  /// Returns the language for a visitor who asks for this one only.
  package func language(for tag: LanguageTag) -> LanguageIndex? {
    chain(for: DesiredLanguages([tag])).first
  }
}

extension LanguageMatcher {
  /// Returns whether a language with a script may match, with or without a region.
  package func mayGetSomething(_ tag: LanguageTag) -> Bool {
    let base = tag.normal.withoutRegion.subtags
    return matches.keys.contains { LanguageTag(subtags: $0).withoutRegion.subtags == base }
      || Aliases.rows.contains { $0.old.language == tag.language && $0.old.region != .unspecified }
  }
}
