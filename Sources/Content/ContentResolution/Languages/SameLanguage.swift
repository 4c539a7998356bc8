// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The few languages that are treated as one without being declared, as on Apple's systems.
enum SameLanguage {
  private static func language(_ name: String) -> LanguageCode {
    LanguageTag(name)?.language ?? .undetermined
  }

  private static let norwegian = language("no")
  private static let bokmal = language("nb")
  private static let nynorsk = language("nn")
  private static let chinese = language("zh")
  private static let cantonese = language("yue")

  /// Returns the substitutes for a normal tag: the forms of Norwegian, and Chinese in the same
  /// script for Cantonese.
  static func substitutes(for tag: LanguageTag) -> [LanguageTag] {
    switch tag.language {
    case norwegian: [tag.with(language: bokmal), tag.with(language: nynorsk)]
    case bokmal: [tag.with(language: norwegian), tag.with(language: nynorsk)]
    case nynorsk: [tag.with(language: norwegian), tag.with(language: bokmal)]
    case cantonese:
      [tag.with(script: tag.maximized.script).with(language: chinese).normal]
    default: []
    }
  }

  /// Returns the macrolanguage, whose texts fill in missing ones.
  static func whole(of tag: LanguageTag) -> LanguageTag? {
    tag.language == bokmal || tag.language == nynorsk ? tag.with(language: norwegian) : nil
  }

  private static let australia = LanguageTag("en-AU")
  private static let newZealand = LanguageTag("en-NZ")

  /// Returns the closest region's tag, used if it is published and the tag itself is not.
  static func neighbor(of tag: LanguageTag) -> LanguageTag? {
    tag == australia ? newZealand : nil
  }

  /// Returns a closer parent than CLDR's.
  static func parent(of tag: LanguageTag) -> LanguageTag? {
    tag == newZealand ? australia : nil
  }

  /// Returns the tags without a region for which this one is a substitute.
  static func languages(near tag: LanguageTag) -> [LanguageTag] {
    switch tag.language {
    case norwegian, bokmal, nynorsk:
      [norwegian, bokmal, nynorsk].map { tag.with(language: $0) }
    case chinese:
      [tag.with(script: tag.maximized.script).with(language: cantonese).normal]
    default: []
    }
  }

  /// Returns the tag that named Chinese in a script before tags had scripts: `zh-TW`, `zh-CN`.
  static func formerName(of tag: LanguageTag) -> LanguageTag? {
    guard tag.language == chinese, tag.region == .unspecified else { return nil }
    return tag.with(region: tag.maximized.region)
  }
}

extension LanguageTag {
  func with(language: LanguageCode) -> LanguageTag {
    LanguageTag(language: language, script: script, region: region, variant: variant)
  }
}
