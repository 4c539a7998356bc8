// SPDX-License-Identifier: Apache-2.0

// Visitors send few distinct Accept-Language fields. This cache maps a field to the matcher's
// result: a set-associative cache with eight entries a set and CLOCK eviction. Fields are compared
// in full, so that none is mistaken for another; the seed prevents chosen collisions.

/// A cache of matched Accept-Language fields, one for each event loop and matcher.
package struct LanguageCache: ~Copyable {
  /// The most fields cached.
  package static let maximumEntries = 4_096
  /// Longer fields are not cached.
  package static let maximumFieldBytes = 128

  private static let setCount = maximumEntries / 8

  private let seed: UInt64
  private var hashes: [UInt64]
  private var chains: [LanguageChain]
  private var lengths: [UInt8]
  private var texts: [UInt8]
  /// CLOCK's used bits, one for each entry of a set.
  private var used: [UInt8]
  private var hands: [UInt8]

  package private(set) var hits = 0
  package private(set) var misses = 0

  package init(seed: UInt64 = .random(in: .min ... .max)) {
    self.seed = seed
    hashes = Array(repeating: 0, count: LanguageCache.maximumEntries)
    chains = Array(repeating: .empty, count: LanguageCache.maximumEntries)
    lengths = Array(repeating: 0, count: LanguageCache.maximumEntries)
    texts = Array(
      repeating: 0,
      count: LanguageCache.maximumEntries * LanguageCache.maximumFieldBytes
    )
    used = Array(repeating: 0, count: LanguageCache.setCount)
    hands = Array(repeating: 0, count: LanguageCache.setCount)
  }

  /// Returns the languages for a visitor who sends this field and no list of the app's own.
  package mutating func chain(
    forAcceptLanguage field: Span<UInt8>,
    matcher: borrowing LanguageMatcher
  ) -> LanguageChain {
    guard field.count > 0 else { return .empty }
    guard field.count <= LanguageCache.maximumFieldBytes else {
      misses += 1
      return matcher.chain(for: DesiredLanguages(acceptLanguage: field))
    }
    let hash = hash(of: field)
    let set = Int(hash % UInt64(LanguageCache.setCount))
    for way in 0..<8 {
      let entry = set * 8 + way
      guard hashes[entry] == hash, holds(entry, field) else { continue }
      used[set] |= 1 << UInt8(way)
      hits += 1
      return chains[entry]
    }
    misses += 1
    let chain = matcher.chain(for: DesiredLanguages(acceptLanguage: field))
    store(chain, field, hash, in: set)
    return chain
  }

  private mutating func store(
    _ chain: LanguageChain,
    _ field: Span<UInt8>,
    _ hash: UInt64,
    in set: Int
  ) {
    var way = Int(hands[set])
    while used[set] >> UInt8(way) & 1 == 1 {
      used[set] &= ~(1 << UInt8(way))
      way = (way + 1) % 8
    }
    hands[set] = UInt8((way + 1) % 8)
    let entry = set * 8 + way
    hashes[entry] = hash
    chains[entry] = chain
    lengths[entry] = UInt8(field.count)
    let start = entry * LanguageCache.maximumFieldBytes
    for index in 0..<field.count { texts[start + index] = field[index] }
  }

  private func holds(_ entry: Int, _ field: Span<UInt8>) -> Bool {
    guard Int(lengths[entry]) == field.count else { return false }
    let start = entry * LanguageCache.maximumFieldBytes
    let text = texts.span.extracting(start..<start + field.count)
    var difference: UInt8 = 0
    for index in 0..<field.count { difference |= text[index] ^ field[index] }
    return difference == 0
  }

  /// Hashes eight bytes at a time by multiplication.
  private func hash(of field: Span<UInt8>) -> UInt64 {
    var hash = seed ^ UInt64(field.count)
    var index = 0
    while index + 8 <= field.count {
      hash = LanguageCache.mix(hash ^ LanguageCache.word(field, at: index))
      index += 8
    }
    var rest: UInt64 = 0
    while index < field.count {
      rest = rest << 8 | UInt64(field[index])
      index += 1
    }
    return LanguageCache.mix(hash ^ rest)
  }

  private static func word(_ field: Span<UInt8>, at index: Int) -> UInt64 {
    var word: UInt64 = 0
    for offset in 0..<8 { word |= UInt64(field[index + offset]) << UInt64(offset * 8) }
    return word
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
