// SPDX-License-Identifier: Apache-2.0

import ContentModel

// Every process reads this table at its start, so it is read byte by byte, without a text for each of its 8,000
// languages, and looked up by number, without sorting.

/// The likely script and region of languages.
struct LikelyLanguages: Sendable {
  private var endings: [(script: ScriptCode, region: RegionCode)] = []
  /// By language, the number of its ending, counted from one; zero for a language that the table lacks.
  private var numbers = [UInt16](repeating: 0, count: 1 << 15)

  /// Reads groups such as `Latn_DE: de ksh`.
  init(_ table: String) {
    let bytes = Array(table.utf8)
    var start = 0
    while start < bytes.count {
      var end = start
      var packed: UInt16 = 0
      while end < bytes.count, bytes[end] > 0x20 {
        packed = packed &<< 5 | UInt16(bytes[end] & 0x1F)
        end += 1
      }
      switch end - start {
      case 0: break
      case 2: numbers[Int(packed &<< 5)] = UInt16(truncatingIfNeeded: endings.count)
      case 3: numbers[Int(packed)] = UInt16(truncatingIfNeeded: endings.count)
      default:
        let head = String(decoding: bytes[start..<end - 1], as: UTF8.self)
        if let tag = LanguageTag("und_" + head) { endings.append((tag.script, tag.region)) }
      }
      start = end + 1
    }
  }

  subscript(language: LanguageCode) -> LanguageTag? {
    let number = Int(numbers[Int(language.rawValue)])
    guard number > 0 else { return nil }
    let ending = endings[number - 1]
    return LanguageTag(language: language, script: ending.script, region: ending.region)
  }
}
