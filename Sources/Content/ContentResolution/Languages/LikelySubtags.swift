// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// UTS 35, part 1, section 4.3 (likely subtags), in the order of the data's own tests: a script says
// more than a region (`und-Taml-LK` is Tamil, though Sinhala is more likely in Sri Lanka). `Zzzz`
// and `ZZ` count as absent. A tag that no row covers stays as it is, where the text has an error,
// since a visitor may ask for a language that CLDR lacks.

/// The script and region that a tag implies.
enum LikelySubtags {
  /// The full subtags by language.
  private static let languages = LikelyLanguages(LikelyLanguageTable.languages)

  static let tags = SortedTable(
    TableWords(LikelyTagTable.tags).compactMap { word in
      guard let (from, to) = TableWords.sides(of: word),
        let key = LanguageTag(from), let value = LanguageTag(to)
      else { return nil }
      return (key.subtags, value.subtags)
    }
  )

  static let unknownScript = ScriptCode([0x5A, 0x7A, 0x7A, 0x7A].span)
  static let unknownRegion = RegionCode([0x5A, 0x5A].span)

  /// Returns the full tag of a language alone.
  static func full(_ language: LanguageCode) -> LanguageTag? {
    guard language != .undetermined else { return row(language, .unspecified, .unspecified) }
    return languages[language]
  }

  static func row(
    _ language: LanguageCode,
    _ script: ScriptCode,
    _ region: RegionCode
  ) -> LanguageTag? {
    tags[LanguageTag(language: language, script: script, region: region).subtags]
      .map { LanguageTag(subtags: $0) }
  }
}

extension LanguageTag {
  /// The tag completed with the likely script and region.
  package var maximized: LanguageTag {
    let script = self.script == LikelySubtags.unknownScript ? .unspecified : self.script
    let region = self.region == LikelySubtags.unknownRegion ? .unspecified : self.region
    guard language == .undetermined || script == .unspecified || region == .unspecified else {
      return self
    }
    guard let full = LanguageTag.likely(language, script, region) else {
      return LanguageTag(language: language, script: script, region: region, variant: variant)
    }
    return LanguageTag(
      language: language == .undetermined ? full.language : language,
      script: script == .unspecified ? full.script : script,
      region: region == .unspecified ? full.region : region,
      variant: variant
    )
  }

  /// Returns the most specific row: with script and region, with one of them, the language alone,
  /// the script alone.
  private static func likely(
    _ language: LanguageCode,
    _ script: ScriptCode,
    _ region: RegionCode
  ) -> LanguageTag? {
    let hasScript = script != .unspecified
    let hasRegion = region != .unspecified
    if hasScript, hasRegion, let row = LikelySubtags.row(language, script, region) { return row }
    if hasScript, let row = LikelySubtags.row(language, script, .unspecified) { return row }
    if hasRegion, let row = LikelySubtags.row(language, .unspecified, region) { return row }
    if let row = LikelySubtags.full(language) { return row }
    return hasScript ? LikelySubtags.row(.undetermined, script, .unspecified) : nil
  }
}
