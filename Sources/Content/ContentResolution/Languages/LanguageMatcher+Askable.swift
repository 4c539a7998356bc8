// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// Who repeats the matcher's decisions elsewhere has to know for which tags there are any. Outside of
// these languages, and with other scripts than these, a tag gets nothing; with another region than
// these it gets what it would get without one.

extension LanguageMatcher {
  /// The languages of tags that may get something, by the codes of today and of before.
  package var askableLanguages: [LanguageCode] {
    var languages = Set(heads.keys.map { LanguageTag(subtags: $0).language })
    languages.formUnion(published.map { $0.normal.language })
    // An alias may lead to another.
    for _ in 0..<3 {
      for row in Aliases.rows where languages.contains(row.today.language) {
        languages.insert(row.old.language)
      }
    }
    return languages.filter { $0 != .undetermined }.sorted { $0.rawValue < $1.rawValue }
  }

  /// The scripts with which a tag may get something; `Zzzz` says no more than none at all.
  package var askableScripts: [ScriptCode] {
    var scripts = Set(heads.keys.map { LanguageTag(subtags: $0).script })
    for language in askableLanguages {
      scripts.insert(LanguageTag(language: language).likelyScript)
    }
    let former = Aliases.scripts.keys.map { ScriptCode(rawValue: UInt32(truncatingIfNeeded: $0)) }
    scripts.formUnion(former)
    return scripts.filter { $0 != .unspecified }.sorted { $0.rawValue < $1.rawValue }
  }

  /// The countries that may make a difference, and of regions with numbers those that are used to
  /// write languages: of `en-840` and its like nobody is asked.
  package var askableRegions: [RegionCode] {
    let numbers = Set(["001", "150", "419"].compactMap { RegionCode(Array($0.utf8).span) })
      .union(published.map(\.region).filter(\.isNumeric))
    var regions = Regions.all.union(heads.keys.map { LanguageTag(subtags: $0).region })
    regions.formUnion(
      Aliases.formerRegions.keys.map { RegionCode(rawValue: UInt16(truncatingIfNeeded: $0)) }
    )
    if let unknown = LikelySubtags.unknownRegion { regions.insert(unknown) }
    return regions.filter { !$0.isNumeric && $0 != .unspecified }.union(numbers).sorted()
  }

  /// What a visitor gets who wants this and nothing else.
  package func language(for tag: LanguageTag) -> LanguageIndex? {
    chain(for: DesiredLanguages([tag])).first
  }
}

extension LanguageMatcher {
  /// Whether a language with a script may get something, with a region or without one.
  package func mayGetSomething(_ tag: LanguageTag) -> Bool {
    let base = tag.normal.withoutRegion.subtags
    return heads.keys.contains { LanguageTag(subtags: $0).withoutRegion.subtags == base }
      || Aliases.rows.contains { $0.old.language == tag.language && $0.old.region != .unspecified }
  }
}
