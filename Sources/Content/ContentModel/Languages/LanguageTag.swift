// SPDX-License-Identifier: Apache-2.0

// BCP 47 (RFC 5646) for choosing content. A tag is a value of sixteen bytes: language, script and
// region packed into one integer that sorts as they do, and one variant.
//
// Less than the standard is kept: extensions (`-u-`, `-t-`) and private use (`-x-`) are checked and
// dropped, since they concern formatting, not the choice of content; of several variants the first
// is kept; languages of four letters and more are refused, as none was ever registered. More is
// accepted: `_` for `-`, and the suffixes of POSIX and ICU names (`de_DE.UTF-8`,
// `de_DE@currency=EUR`). Extended languages become languages (`zh-yue` is `yue`), and grandfathered
// tags become their meaning. Deprecated subtags are replaced by `LanguageTag.canonical` in the
// module above, from CLDR's data.

/// A language tag: `de`, `zh-Hant-HK`, `ca-valencia`.
package struct LanguageTag: Hashable, Sendable {
  /// Longer tags are refused.
  package static let maximumBytes = 128

  /// Language, script and region in 46 bits, the language highest.
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

  /// Creates a tag from packed subtags.
  @inlinable
  package init(subtags: UInt64, variant: VariantCode = .unspecified) {
    self.subtags = subtags & 0x3FFF_FFFF_FFFF
    self.variant = variant
  }

  /// No language.
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
  /// Orders by language, then script, region and variant.
  package static func < (left: LanguageTag, right: LanguageTag) -> Bool {
    if left.subtags != right.subtags { return left.subtags < right.subtags }
    return left.variant.rawValue < right.variant.rawValue
  }
}

extension LanguageTag: CustomStringConvertible {
  /// The tag in the case that BCP 47 recommends: `zh-Hant-HK`.
  package var description: String {
    var text = language.description
    for subtag in [script.description, region.description, variant.description]
    where !subtag.isEmpty {
      text += "-" + subtag
    }
    return text
  }
}
