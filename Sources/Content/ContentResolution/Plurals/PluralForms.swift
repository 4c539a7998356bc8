// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The plural forms of a language, worked out once: which there are, and which numbers each is for.
package struct PluralForms: Sendable {
  /// A form that is for more numbers than this counts as one for any number.
  private static let maximumListed = 4
  private static let examined: ClosedRange<Int64> = 0...1_000

  /// All forms there are in the language.
  package let all: Set<PluralCategory>
  /// Plural forms that every translation needs.
  package let needed: Set<PluralCategory>
  /// The whole numbers of each form that is for just a few of them: 1 of `one` in English.
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
    self.numbers = numbers.filter {
      $0.key != .other && $0.value.count <= PluralForms.maximumListed
    }
  }

  /// The one whole number that a form is for, if there is just one.
  package func onlyNumber(of category: PluralCategory) -> Int64? {
    numbers[category].flatMap { $0.count == 1 ? $0[0] : nil }
  }

  /// Whether these are all whole numbers that a form is for.
  package func areAll(_ exact: Set<Int64>, of category: PluralCategory) -> Bool {
    numbers[category].map { exact.isSuperset(of: $0) } ?? false
  }
}
