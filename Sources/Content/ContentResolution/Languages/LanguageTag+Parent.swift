// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// UTS 35, part 1, section 4.1.3 (parent locales), including the rule for scripts: a tag whose
// script is not the likely one of its language has the root as parent, so that no fallback changes
// the script.

/// Parents that differ from the tag without its last subtag.
enum ParentLocales {
  private static let parents = SortedTable(
    sequence(state: TableWords(ParentLocaleTable.parents)) { words in
      words.next().map { ($0, words.head) }
    }.compactMap { child, parent in
      guard let child = LanguageTag(child) else { return nil }
      return (child.subtags, LanguageTag(parent)?.subtags ?? 0)
    }
  )

  static func parent(of tag: LanguageTag) -> LanguageTag? {
    parents[tag.subtags].map { LanguageTag(subtags: $0) }
  }
}

extension LanguageTag {
  /// The next fallback; `nil` at the root.
  package var parent: LanguageTag? {
    if variant != .unspecified { return withoutVariant }
    if let parent = ParentLocales.parent(of: self) {
      return parent == .undetermined ? nil : parent
    }
    if region != .unspecified { return with(region: .unspecified) }
    guard script != .unspecified, script == likelyScript else { return nil }
    return LanguageTag(language: language)
  }

  /// The tags that fill in what is missing in this one, nearest first, within its language.
  package var fallbacks: [LanguageTag] {
    var found: [LanguageTag] = []
    var next = normal.parent
    while let tag = next, tag.language == normal.language {
      found.append(tag.normal)
      next = tag.parent
    }
    return found
  }

  /// The usual script of the language.
  var likelyScript: ScriptCode { LikelySubtags.full(language)?.script ?? .unspecified }

  /// The canonical form for comparison: the script is present only where it is not the language's
  /// likely one, the region where the tag has it. `zh-TW` is `zh-Hant-TW`, `en-Latn-GB` is `en-GB`.
  package var normal: LanguageTag {
    PlainTags.contains(self) ? self : workedOutNormal
  }

  var workedOutNormal: LanguageTag {
    let tag = canonical
    let script = tag.maximized.script
    return tag.with(script: script == tag.likelyScript ? .unspecified : script)
  }
}
