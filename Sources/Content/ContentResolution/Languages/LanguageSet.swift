// SPDX-License-Identifier: Apache-2.0

/// A set of published languages, such as those in which a document is complete.
package struct LanguageSet: Hashable, Sendable {
  private var bits = SIMD4<UInt64>()

  package init() {}

  package init(_ languages: some Sequence<LanguageIndex>) {
    for language in languages { insert(language) }
  }

  package var isEmpty: Bool { bits == SIMD4() }

  package func contains(_ language: LanguageIndex) -> Bool {
    bits[Int(language.rawValue >> 6)] >> UInt64(language.rawValue & 63) & 1 == 1
  }

  package mutating func insert(_ language: LanguageIndex) {
    bits[Int(language.rawValue >> 6)] |= 1 << UInt64(language.rawValue & 63)
  }
}

extension LanguageSet {
  package mutating func formUnion(_ other: LanguageSet) { bits |= other.bits }

  package func intersection(_ other: LanguageSet) -> LanguageSet {
    var both = self
    both.bits &= other.bits
    return both
  }
}

/// The number of a language among those that a site publishes.
package struct LanguageIndex: Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }
}
