// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The current names of deprecated subtags.
enum Aliases {
  static let rows: [(old: LanguageTag, today: LanguageTag)] =
    TableWords(AliasTable.languages).compactMap { word in
      guard let (from, to) = TableWords.sides(of: word),
        let old = LanguageTag(from), let today = LanguageTag(to)
      else { return nil }
      return (old, today)
    }

  /// Languages, alone and with a region.
  static let languages = SortedTable(
    rows.filter { $0.old.variant == .unspecified }.map { ($0.old.subtags, $0.today.subtags) }
  )

  private static let variantRows: [LanguageTag: LanguageTag] = Dictionary(
    rows.filter { $0.old.variant != .unspecified }.map { ($0.old, $0.today) },
    uniquingKeysWith: { first, _ in first }
  )

  static func variantRow(_ language: LanguageCode, _ variant: VariantCode) -> LanguageTag? {
    variantRows[LanguageTag(language: language, variant: variant)]
  }

  static let scripts = SortedTable(
    TableWords(AliasTable.scripts).compactMap { word in
      guard let (from, to) = TableWords.sides(of: word),
        let old = ScriptCode([UInt8](from.utf8).span), let today = ScriptCode([UInt8](to.utf8).span)
      else { return nil }
      return (UInt64(old.rawValue), UInt64(today.rawValue))
    }
  )

  static let variants: [VariantCode: VariantCode] = Dictionary(
    TableWords(AliasTable.variants).compactMap { word in
      guard let (from, to) = TableWords.sides(of: word),
        let old = VariantCode([UInt8](from.utf8).span),
        let today = VariantCode([UInt8](to.utf8).span)
      else { return nil }
      return (old, today)
    },
    uniquingKeysWith: { first, _ in first }
  )

  private static let dividedRegions: [RegionCode: [RegionCode]] = Dictionary(
    TableWords(AliasTable.regions).compactMap { word in
      guard let (from, to) = TableWords.sides(of: word), let old = RegionCode(text: from) else {
        return nil
      }
      return (old, to.split(separator: ",").compactMap { RegionCode(text: String($0)) })
    },
    uniquingKeysWith: { first, _ in first }
  )

  static let formerRegions = SortedTable(
    dividedRegions.keys.map { (UInt64($0.rawValue), 1) }
  )

  /// Returns the regions that replace a deprecated one; `nil` for others.
  static func regions(_ region: RegionCode) -> [RegionCode]? {
    formerRegions[UInt64(region.rawValue)] == nil ? nil : dividedRegions[region]
  }
}

extension RegionCode {
  /// Parses a code of a table.
  init?(text: String) {
    let bytes = [UInt8](text.utf8)
    self.init(bytes.span)
  }
}
