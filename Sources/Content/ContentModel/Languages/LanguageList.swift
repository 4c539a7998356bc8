// SPDX-License-Identifier: Apache-2.0

/// A few languages in order of preference, none twice, in place: the list allocates nothing.
package struct LanguageList: Sendable, Equatable {
  /// Further languages are passed over.
  package static let maximumCount = 8

  private var subtags = SIMD8<UInt64>()
  private var variants = SIMD8<UInt64>()
  package private(set) var count = 0

  package init() {}

  package init(_ tags: some Sequence<LanguageTag>) {
    for tag in tags { append(tag) }
  }

  package var isEmpty: Bool { count == 0 }

  package var isFull: Bool { count == LanguageList.maximumCount }

  package subscript(index: Int) -> LanguageTag {
    precondition(index >= 0 && index < count)
    return LanguageTag(
      subtags: subtags[index],
      variant: VariantCode(rawValue: variants[index])
    )
  }

  package func contains(_ tag: LanguageTag) -> Bool {
    for index in 0..<count
    where subtags[index] == tag.subtags && variants[index] == tag.variant.rawValue {
      return true
    }
    return false
  }

  /// Adds a language behind the others, unless it is there or the list is full.
  package mutating func append(_ tag: LanguageTag) {
    guard !isFull, !contains(tag) else { return }
    subtags[count] = tag.subtags
    variants[count] = tag.variant.rawValue
    count += 1
  }

  /// Adds the languages of `other` behind the others.
  package mutating func append(_ other: LanguageList) {
    for index in 0..<other.count { append(other[index]) }
  }

  package var tags: [LanguageTag] { (0..<count).map { self[$0] } }
}
