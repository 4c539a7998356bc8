// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// UTS 35, part 3, section 5. A set of rules is a sequence of instructions in `PluralRuleTable`: a
// relation followed by its ranges, `or` between alternatives, the category at the end of a rule,
// and the end of the set, which means `other`.

/// The plural rules of a language.
package struct PluralRules: Sendable {
  /// The kind of numbers.
  package enum Kind: Sendable, Hashable {
    /// Quantities: one rose, two roses.
    case cardinal
    /// Positions: the 1st, the 2nd.
    case ordinal
  }

  private let start: Int

  /// Finds the rules of a language; one that CLDR lacks has only `other`.
  package init(_ language: LanguageTag, _ kind: Kind) {
    let starts = kind == .cardinal ? PluralRules.cardinals : PluralRules.ordinals
    let tag = language.canonical
    let plain = LanguageTag(language: tag.language)
    let special = [plain.with(script: tag.script), plain.with(region: tag.region)]
      .first { $0 != plain && starts[$0] != nil }
    start = starts[special ?? plain] ?? PluralRules.noRules
  }

  private static let cardinals = starts(PluralRuleTable.cardinals)
  private static let ordinals = starts(PluralRuleTable.ordinals)
  /// The index of an empty set of rules.
  private static let noRules = PluralRuleTable.instructions.count - 1

  private static func starts(_ table: String) -> [LanguageTag: Int] {
    var starts: [LanguageTag: Int] = [:]
    var words = TableWords(table)
    while let word = words.next() {
      guard let tag = LanguageTag(word), let start = Int(words.head) else { continue }
      starts[tag] = start
    }
    return starts
  }

  /// Returns the plural category of a number.
  package func category(of number: PluralOperands) -> PluralCategory {
    var holds = true
    var isDecided = false
    var position = start
    while position < PluralRuleTable.instructions.count {
      let word = PluralRuleTable.instructions[position]
      position += 1
      switch word >> 60 {
      case 1:
        let count = Int(word & 0xFF)
        let ranges = PluralRuleTable.instructions[position..<position + count]
        position += count
        if holds, !isDecided { holds = PluralRules.meets(number, word, ranges) }
      case 2:
        if holds { isDecided = true } else { holds = true }
      case 3:
        if holds || isDecided { return PluralRules.category(numbered: word & 0xFF) }
        holds = true
        isDecided = false
      default: return .other
      }
    }
    return .other
  }

  private static func meets(
    _ number: PluralOperands,
    _ relation: UInt64,
    _ ranges: ArraySlice<UInt64>
  ) -> Bool {
    let isNegated = relation >> 40 & 1 == 1
    let value: UInt64
    switch relation >> 16 & 0xFF {
    case 0:
      // Rules compare with integers, which a number with a fraction never equals.
      guard number.trimmedFraction == 0 else { return isNegated }
      value = number.integer
    case 1: value = number.integer
    case 2: value = number.fractionCount
    case 3: value = number.trimmedFractionCount
    case 4: value = number.fraction
    case 5: value = number.trimmedFraction
    default: value = 0
    }
    var modulus: UInt64 = 1
    for _ in 0..<(relation >> 8 & 0xFF) { modulus *= 10 }
    let compared = modulus == 1 ? value : value % modulus
    let isAmong = ranges.contains { ($0 >> 32...$0 & 0xFFFF_FFFF).contains(compared) }
    return isAmong != isNegated
  }

  private static func category(numbered number: UInt64) -> PluralCategory {
    switch number {
    case 0: .zero
    case 1: .one
    case 2: .two
    case 3: .few
    case 4: .many
    default: .other
    }
  }
}

extension PluralRules {
  /// The categories of numbers below a million, with fractions or without, which every translation
  /// needs; not those of millions only, such as `many` in French.
  package var neededCategories: Set<PluralCategory> {
    var categories: Set<PluralCategory> = [.other]
    for number in 0...1_000 as ClosedRange<Int64> {
      categories.insert(category(of: PluralOperands(number)))
    }
    for whole in 0...20 {
      for fraction in ["0", "1", "5", "00", "11", "12"] {
        guard let number = PluralOperands(digits: "\(whole).\(fraction)") else { continue }
        categories.insert(category(of: number))
      }
    }
    return categories
  }

  /// All categories of the language.
  package var categories: Set<PluralCategory> {
    var categories: Set<PluralCategory> = [.other]
    var position = start
    while position < PluralRuleTable.instructions.count {
      let word = PluralRuleTable.instructions[position]
      switch word >> 60 {
      case 1: position += Int(word & 0xFF)
      case 2: break
      case 3: categories.insert(PluralRules.category(numbered: word & 0xFF))
      default: return categories
      }
      position += 1
    }
    return categories
  }
}
