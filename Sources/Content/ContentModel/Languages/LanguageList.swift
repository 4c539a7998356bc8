// SPDX-License-Identifier: Apache-2.0

/// A few distinct languages in order of preference, stored inline without allocation.
package struct LanguageList: Sendable, Equatable {
  /// Further languages are dropped.
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

  /// Appends a language, unless it is present or the list is full.
  package mutating func append(_ tag: LanguageTag) {
    guard !isFull, !contains(tag) else { return }
    subtags[count] = tag.subtags
    variants[count] = tag.variant.rawValue
    count += 1
  }

  /// Appends the languages of `other`.
  package mutating func append(_ other: LanguageList) {
    for index in 0..<other.count { append(other[index]) }
  }

  package var tags: [LanguageTag] { (0..<count).map { self[$0] } }
}
