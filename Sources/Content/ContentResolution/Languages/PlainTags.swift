// SPDX-License-Identifier: Apache-2.0

import ContentModel

// Most visitors send tags such as `de` and `en-US`, which are already normal. Two bits tell, where
// computing the normal form takes half a dozen searches.

/// Recognises tags without script and variant that are already normal.
enum PlainTags {
  /// A bit for each language that no alias replaces, with or without a region, and that no region
  /// changes to another likely script.
  private static let languages: BitTable = {
    var plain = BitTable(count: 1 << 15, allSet: true)
    plain.remove(0)
    for key in Aliases.languages.keys {
      plain.remove(Int(LanguageTag(subtags: key).language.rawValue))
    }
    for key in LikelySubtags.tags.keys {
      let tag = LanguageTag(subtags: key)
      if tag.script == .unspecified, tag.maximized.script != tag.likelyScript {
        plain.remove(Int(tag.language.rawValue))
      }
    }
    return plain
  }()

  /// A bit for each current region.
  private static let regions: BitTable = {
    var plain = BitTable(count: 1 << 11, allSet: true)
    for key in Aliases.formerRegions.keys { plain.remove(Int(key)) }
    return plain
  }()

  static func contains(_ tag: LanguageTag) -> Bool {
    tag.script.rawValue == 0 && tag.variant.rawValue == 0
      && languages[Int(tag.language.rawValue)] && regions[Int(tag.region.rawValue)]
  }
}

/// A bit set.
struct BitTable: Sendable {
  private var words: [UInt64]

  init(count: Int, allSet: Bool) {
    words = Array(repeating: allSet ? .max : 0, count: (count + 63) / 64)
  }

  subscript(number: Int) -> Bool { words[number >> 6] >> UInt64(number & 63) & 1 == 1 }

  mutating func remove(_ number: Int) { words[number >> 6] &= ~(1 << UInt64(number & 63)) }
}
