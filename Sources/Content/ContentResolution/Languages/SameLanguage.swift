// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The few tags that are taken for one language without being declared, as Apple's systems do.
enum SameLanguage {
  private static func language(_ name: String) -> LanguageCode {
    LanguageTag(name)?.language ?? .undetermined
  }

  private static let norwegian = language("no")
  private static let bokmal = language("nb")
  private static let nynorsk = language("nn")
  private static let chinese = language("zh")
  private static let cantonese = language("yue")

  /// What may be given for a normal tag: Norwegian in its forms, Chinese in the same script to who
  /// reads Cantonese.
  static func stand(ins tag: LanguageTag) -> [LanguageTag] {
    switch tag.language {
    case norwegian: [tag.with(language: bokmal), tag.with(language: nynorsk)]
    case bokmal: [tag.with(language: norwegian), tag.with(language: nynorsk)]
    case nynorsk: [tag.with(language: norwegian), tag.with(language: bokmal)]
    case cantonese:
      [tag.with(script: tag.maximized.script).with(language: chinese).normal]
    default: []
    }
  }

  /// The language that is written in a tag's form, whose texts may complete it.
  static func whole(of tag: LanguageTag) -> LanguageTag? {
    tag.language == bokmal || tag.language == nynorsk ? tag.with(language: norwegian) : nil
  }

  private static let australia = LanguageTag("en-AU")
  private static let newZealand = LanguageTag("en-NZ")

  /// The region next door, where it is published and the tag itself is not.
  static func neighbor(of tag: LanguageTag) -> LanguageTag? {
    tag == australia ? newZealand : nil
  }

  /// The region next door, which is nearer than the parent that CLDR gives.
  static func parent(of tag: LanguageTag) -> LanguageTag? {
    tag == newZealand ? australia : nil
  }

  /// The tags, without a region, of readers to whom one may be given.
  static func languages(near tag: LanguageTag) -> [LanguageTag] {
    switch tag.language {
    case norwegian, bokmal, nynorsk:
      [norwegian, bokmal, nynorsk].map { tag.with(language: $0) }
    case chinese:
      [tag.with(script: tag.maximized.script).with(language: cantonese).normal]
    default: []
    }
  }

  /// How Chinese in a script was named when tags had no scripts: `zh-TW`, `zh-CN`.
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
