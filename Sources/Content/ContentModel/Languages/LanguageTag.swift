// SPDX-License-Identifier: Apache-2.0

// BCP 47 (RFC 5646) for choosing content. A tag is a value of sixteen bytes: language, script and
// region packed into one integer that sorts as they do, and one variant.
//
// What we keep less of than the standard: extensions (`-u-`, `-t-`) and private use (`-x-`) are
// checked and dropped, since they say how to format and not what to read; of several variants the
// first is kept; languages of four letters and more are refused, as none was ever registered.
// What we accept more: `_` for `-`, and the tails of POSIX and ICU names (`de_DE.UTF-8`,
// `de_DE@currency=EUR`). Extended languages become languages (`zh-yue` is `yue`), the tags that
// RFC 5646 grandfathers become what it says they mean. What a subtag is called today is a question
// for data: `LanguageTag.canonical` in the module above answers it.

/// The name of a language as it is written somewhere: `de`, `zh-Hant-HK`, `ca-valencia`.
package struct LanguageTag: Hashable, Sendable {
  /// A longer tag is refused.
  package static let maximumBytes = 128

  /// Language, script and region, the language in the highest of 46 bits.
  package let subtags: UInt64
  package let variant: VariantCode

  package init(
    language: LanguageCode,
    script: ScriptCode = .unspecified,
    region: RegionCode = .unspecified,
    variant: VariantCode = .unspecified
  ) {
    subtags =
      UInt64(language.rawValue) << 31 | UInt64(script.rawValue) << 11 | UInt64(region.rawValue)
    self.variant = variant
  }

  /// The tag whose `subtags` these are.
  @inlinable
  package init(subtags: UInt64, variant: VariantCode = .unspecified) {
    self.subtags = subtags & 0x3FFF_FFFF_FFFF
    self.variant = variant
  }

  /// No language at all.
  package static let undetermined = LanguageTag(language: .undetermined)

  package var language: LanguageCode { LanguageCode(rawValue: UInt16(subtags >> 31)) }

  package var script: ScriptCode {
    ScriptCode(rawValue: UInt32(truncatingIfNeeded: subtags >> 11 & 0xF_FFFF))
  }

  package var region: RegionCode {
    RegionCode(rawValue: UInt16(truncatingIfNeeded: subtags & 0x7FF))
  }

  package func with(script: ScriptCode) -> LanguageTag {
    LanguageTag(language: language, script: script, region: region, variant: variant)
  }

  package func with(region: RegionCode) -> LanguageTag {
    LanguageTag(language: language, script: script, region: region, variant: variant)
  }

  /// The tag without its variant.
  package var withoutVariant: LanguageTag { LanguageTag(subtags: subtags) }
}

extension LanguageTag: Comparable {
  /// The order of languages, then scripts, then regions, then variants.
  package static func < (left: LanguageTag, right: LanguageTag) -> Bool {
    if left.subtags != right.subtags { return left.subtags < right.subtags }
    return left.variant.rawValue < right.variant.rawValue
  }
}

extension LanguageTag: CustomStringConvertible {
  /// In the case that BCP 47 recommends: `zh-Hant-HK`.
  package var description: String {
    var text = language.description
    for subtag in [script.description, region.description, variant.description]
    where !subtag.isEmpty {
      text += "-" + subtag
    }
    return text
  }
}
