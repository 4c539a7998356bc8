// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// UTS 35, part 1, annex C (canonicalization), for our subset of tags: language rows with a variant
// first, then with a region, then alone; a row fills in only what the tag leaves out. Of a region
// that was divided, the part where the language is at home is taken, otherwise the first.

extension LanguageTag {
  /// The tag with current subtags: `iw` is `he`, `sh` is `sr-Latn`, `de-DD` is `de-DE`.
  package var canonical: LanguageTag {
    var tag = self
    // An alias may lead to another, in CLDR never to a third.
    for _ in 0..<3 {
      guard let next = tag.languageToday else { break }
      tag = next
    }
    if tag.script != .unspecified, let script = Aliases.scripts[UInt64(tag.script.rawValue)] {
      tag = tag.with(script: ScriptCode(rawValue: UInt32(truncatingIfNeeded: script)))
    }
    if tag.region != .unspecified, let region = tag.regionToday { tag = tag.with(region: region) }
    if tag.variant != .unspecified, let variant = Aliases.variants[tag.variant] {
      tag = LanguageTag(subtags: tag.subtags, variant: variant)
    }
    return tag
  }

  private var languageToday: LanguageTag? {
    if variant != .unspecified {
      if let row = Aliases.variantRow(language, variant) { return filled(from: row) }
      if let row = Aliases.variantRow(.undetermined, variant) { return filled(from: row) }
    }
    if region != .unspecified,
      let row = Aliases.languages[LanguageTag(language: language, region: region).subtags]
    {
      return LanguageTag(subtags: row, variant: variant)
    }
    guard let row = Aliases.languages[LanguageTag(language: language).subtags] else { return nil }
    return LanguageTag(subtags: row).completed(by: self)
  }

  /// Returns the tag without its variant, filled in from the `row` that replaces it.
  private func filled(from row: LanguageTag) -> LanguageTag {
    LanguageTag(
      language: row.language == .undetermined ? language : row.language,
      script: script == .unspecified ? row.script : script,
      region: region == .unspecified ? row.region : region,
      variant: row.variant
    )
  }

  /// Returns this language, preferring the script, region and variant of `tag` to its own.
  private func completed(by tag: LanguageTag) -> LanguageTag {
    LanguageTag(
      language: language,
      script: tag.script == .unspecified ? script : tag.script,
      region: tag.region == .unspecified ? region : tag.region,
      variant: tag.variant
    )
  }

  private var regionToday: RegionCode? {
    guard let parts = Aliases.regions(region) else { return nil }
    if parts.count > 1 {
      let home = with(region: .unspecified).maximized.region
      if parts.contains(home) { return home }
    }
    return parts.first
  }
}
