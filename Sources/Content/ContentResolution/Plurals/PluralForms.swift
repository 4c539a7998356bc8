// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The plural categories of a language, and the numbers of each.
package struct PluralForms: Sendable {
  /// A category with more numbers than this counts as unlimited.
  private static let maximumListed = 4
  private static let examined: ClosedRange<Int64> = 0...1_000

  /// All categories of the language.
  package let all: Set<PluralCategory>
  /// The categories that every translation needs.
  package let needed: Set<PluralCategory>
  /// The categories of whole numbers; in Belarusian not `other`, which is for fractions only.
  package let ofWholeNumbers: Set<PluralCategory>
  /// The whole numbers of each category that has just a few: 1 for `one` in English.
  private let numbers: [PluralCategory: [Int64]]

  package init(_ language: LanguageTag, _ kind: PluralRules.Kind) {
    let rules = PluralRules(language, kind)
    var numbers: [PluralCategory: [Int64]] = [:]
    for number in PluralForms.examined {
      let category = rules.category(of: PluralOperands(number))
      if numbers[category, default: []].count <= PluralForms.maximumListed {
        numbers[category, default: []].append(number)
      }
    }
    all = rules.categories
    needed = rules.neededCategories
    ofWholeNumbers = Set(numbers.keys)
    self.numbers = numbers.filter {
      $0.key != .other && $0.value.count <= PluralForms.maximumListed
    }
  }

  /// Returns the only whole number of a category, if it has just one.
  package func onlyNumber(of category: PluralCategory) -> Int64? {
    numbers[category].flatMap { $0.count == 1 ? $0[0] : nil }
  }

  /// Returns whether these are all whole numbers of a category.
  package func areAll(_ exact: Set<Int64>, of category: PluralCategory) -> Bool {
    numbers[category].map { exact.isSuperset(of: $0) } ?? false
  }
}

/// A plural category of CLDR.
package enum PluralCategory: String, CaseIterable, Sendable, Hashable {
  case zero
  case one
  case two
  case few
  case many
  case other
}
