// SPDX-License-Identifier: Apache-2.0

import ContentModel

// Accept-Language (RFC 9110 section 12.5.4): languages by weight, equal ones in their order. A
// malformed member is skipped alone. `*` accepts anything, so what follows is ignored and the
// site's default is as good. Weights may have more than three decimals, since some clients print
// floating point numbers; any other malformed weight invalidates its member.

extension DesiredLanguages {
  /// Bytes beyond these are ignored, with a member that they cut.
  package static let maximumBytes = 512

  /// Parses an Accept-Language field.
  package init(acceptLanguage bytes: Span<UInt8>) {
    self.init()
    var ranking = Ranking()
    let end = min(bytes.count, DesiredLanguages.maximumBytes)
    var start = 0
    while start < end {
      guard let comma = ASCII.firstIndex(of: UInt8(ascii: ","), in: bytes, start..<end) else {
        if end == bytes.count { read(bytes, start..<end, into: &ranking) }
        break
      }
      read(bytes, start..<comma, into: &ranking)
      start = comma + 1
    }
    for index in 0..<ranking.count where ranking.weight(at: index) > ranking.anything {
      wanted.append(ranking.tag(at: index))
    }
  }

  private mutating func read(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    into ranking: inout Ranking
  ) {
    let semicolon = ASCII.firstIndex(of: UInt8(ascii: ";"), in: bytes, range) ?? range.upperBound
    let name = ASCII.trimmed(bytes, range.lowerBound..<semicolon)
    var weight = 1_000
    if semicolon < range.upperBound {
      guard let stated = Weight.read(bytes, semicolon + 1..<range.upperBound) else { return }
      weight = stated
    }
    if name.count == 1, bytes[name.lowerBound] == UInt8(ascii: "*") {
      ranking.noteAnything(weight: weight)
    } else if let tag = LanguageTag(bytes.extracting(name)), tag != .undetermined {
      if weight == 0 {
        excluded.append(tag)
      } else {
        ranking.insert(tag, weight: weight)
      }
    }
  }
}

/// The best languages so far, by weight.
private struct Ranking {
  private var tags = SIMD8<UInt64>()
  private var variants = SIMD8<UInt64>()
  /// A thousand times the weight, and in the lowest bits a number that is higher for earlier
  /// languages.
  private var ranks = SIMD8<Int>()
  private(set) var count = 0
  private var seen = 0
  /// The rank of `*`; languages below it are ignored.
  private(set) var anything = -1

  func tag(at index: Int) -> LanguageTag {
    LanguageTag(subtags: tags[index], variant: VariantCode(rawValue: variants[index]))
  }

  func weight(at index: Int) -> Int { ranks[index] }

  private mutating func rank(_ weight: Int) -> Int {
    seen += 1
    return weight << 16 - seen
  }

  mutating func noteAnything(weight: Int) {
    let rank = rank(weight)
    if weight > 0 { anything = max(anything, rank) }
  }

  mutating func insert(_ tag: LanguageTag, weight: Int) {
    let rank = rank(weight)
    var place = count
    while place > 0, ranks[place - 1] < rank { place -= 1 }
    guard place < LanguageList.maximumCount else { return }
    var index = min(count, LanguageList.maximumCount - 1)
    while index > place {
      tags[index] = tags[index - 1]
      variants[index] = variants[index - 1]
      ranks[index] = ranks[index - 1]
      index -= 1
    }
    tags[place] = tag.subtags
    variants[place] = tag.variant.rawValue
    ranks[place] = rank
    count = min(count + 1, LanguageList.maximumCount)
  }
}
